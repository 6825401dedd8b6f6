import { everyTenant, systemClock, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { createSealer, randomBytes } from '@pitanga/runtime';
import { silentLog, startBeforeAll, testDatabase, testIds } from '@pitanga/testing';
import { operator } from '../../test/test-store';
import { createDeps } from '../use-case-deps';
import { insertNewStore, updateStore } from './change-store';
import { fillReturnHosts } from './fill-return-hosts';
import { findStore } from './store-repository';

const input = { name: 'Loja', website: 'https://loja.example', taxId: '11.222.333/0001-81' };

describe('the hosts to which a store’s pages lead', () => {
  const database = startBeforeAll(async () => {
    const { db, close } = await testDatabase('gateway');
    return { db, stop: close };
  });
  const deps = () => {
    const sealer = createSealer(randomBytes(32).toString('base64'));
    return createDeps(database.db, { clock: systemClock, ids: testIds, sealer });
  };
  const aStore = () => transact(deps(), (tx) => insertNewStore(tx, operator, input));

  it('confirms hosts as they are typed or pasted, and no text that is none', async () => {
    const store = await aStore();
    const update = (returnHosts: readonly string[]) =>
      transact(deps(), (tx) => updateStore(tx, { storeId: store.id }, operator, { returnHosts }));
    const pasted = ['https://Checkout.Loja.example/obrigado?x=1', 'loja.example:8443', 'checkout.loja.example'];
    expect((await update(pasted)).returnHosts).toEqual(['checkout.loja.example', 'loja.example:8443']);
    for (const wrong of ['', 'a b', 'https://', 'user@loja.example', 'javascript:alert(1)']) {
      await expect(update([wrong])).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });

  it('keeps the hosts of its production checkouts from before hosts were confirmed, once', async () => {
    const { db } = database;
    const { id } = await aStore();
    const asked: unknown[] = [];
    const listReturnHosts = ({ tenant }: { tenant?: unknown }) => {
      asked.push(tenant);
      return Promise.resolve({ hosts: ['antes.example', 'antes.example:99999'] });
    };
    const now = () => systemClock.real();
    const fill = () =>
      fillReturnHosts(
        { db, log: silentLog, checkouts: { listReturnHosts }, now, requestId: () => 'req_1' },
        everyTenant,
      );
    expect(await fill()).toBe(0);
    await db('stores')
      .where({ id })
      .update({ return_hosts_at: null, return_hosts: ['novo.example'] });
    expect([await fill(), await fill()]).toEqual([1, 0]);
    expect(asked).toEqual([toTenant(id, false)]);
    const store = await findStore(db, { storeId: id });
    expect(store?.returnHosts.toSorted()).toEqual(['antes.example', 'novo.example']);
  });
});

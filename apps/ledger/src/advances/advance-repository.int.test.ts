import { cents, type PageRequest, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { daysAfterNoon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { insertAdvance, listAdvances } from './advance-repository';

const ledger = startBeforeAll(startLedger);

/** One advance a day from noon on; returns their ids, newest first. */
async function advancesOf(tenant: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let day = 0; day < count; day += 1) {
    const createdAt = daysAfterNoon(day);
    const id = testIds.next('advance', createdAt);
    const money = { requestedCents: undefined, amountCents: cents(1_000 + day), costCents: cents(day) };
    await inTransaction(ledger.db, (tx) =>
      insertAdvance(tx, tenant, { id, ...money, rateBasisPoints: 199, createdAt }),
    );
    ids.unshift(id);
  }
  return ids;
}

const idsOf = async (tenant: Tenant, page: PageRequest): Promise<string[]> =>
  (await listAdvances(ledger.db, tenant, page)).items.map(({ id }) => id);

describe('the list of advances', () => {
  it('has every advance of a store once, newest first, page by page and by days', async () => {
    const tenant = aTenant();
    const ids = await advancesOf(tenant, 5);
    const first = await listAdvances(ledger.db, tenant, { limit: 2 });
    expect(first).toMatchObject({ items: [{ id: ids[0], amountCents: 1_004, costCents: 4 }, {}], next: ids[1] });
    expect(await idsOf(tenant, { limit: 2, after: ids[1] })).toEqual(ids.slice(2, 4));
    expect(await idsOf(tenant, { limit: 2, before: ids[2] })).toEqual(ids.slice(0, 2));
    const days = { createdFrom: daysAfterNoon(1), createdTo: daysAfterNoon(3) };
    expect(await idsOf(tenant, { limit: 9, ...days })).toEqual(ids.slice(2, 4));
  });

  it('of another store or environment has none of them, and refuses their ids as cursors', async () => {
    const tenant = aTenant();
    const [id] = await advancesOf(tenant, 1);
    for (const other of [aTenant(), { ...tenant, devMode: !tenant.devMode }]) {
      expect(await idsOf(other, { limit: 9 })).toEqual([]);
      await expect(idsOf(other, { limit: 9, after: id })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });
});

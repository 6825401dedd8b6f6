import { notFound, toTenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import type { Browser } from '../../test/people';
import { peopleApi } from '../../test/people';
import { storeMembers } from '../../test/store-members';
import type { PersonClients } from '../persons/person-clients';
import { createPersonRights } from '../persons/person-rights';
import { deleteNotesOfCustomers } from './note-repository';

/** Customers and charges of the stores, by `<store>/<id>`, with the customer of each; a charge may have none. */
const records = new Map<string, string | undefined>();

const find = (request: unknown, what: string): string | undefined => {
  const { tenant, id } = request as { tenant: { storeId: string; devMode: boolean }; id: string };
  const place = `${tenant.storeId}/${String(tenant.devMode)}/${id}`;
  if (!records.has(place)) throw notFound(`${what} not found`, `${what}_NOT_FOUND`);
  return records.get(place);
};

const api = startBeforeAll(() =>
  peopleApi({
    answer: (name, request) => {
      if (name === 'customers.getCustomer') find(request, 'CUSTOMER');
      if (name !== 'charges.getStoreCharge') return {};
      const id = find(request, 'CHARGE');
      return { charge: { customer: id === undefined ? undefined : { id } } };
    },
  }),
);
const { aStore, aMember, idOf } = storeMembers(() => api);

interface Listed {
  readonly notes: readonly {
    readonly id: string;
    readonly text: string;
    readonly author: { readonly id: string; readonly email: string | null };
    readonly mayDelete: boolean;
  }[];
  readonly mayAdd: boolean;
}
type Kind = 'charges' | 'customers';

const list = async (browser: Browser, kind: Kind, id: string): Promise<Listed> =>
  (await browser.must('GET', `/notes/${kind}/list?id=${id}`)) as unknown as Listed;
const texts = async (browser: Browser, kind: Kind, id: string) =>
  (await list(browser, kind, id)).notes.map(({ text }) => text);
const add = (browser: Browser, kind: Kind, id: string, notes: string) =>
  browser.call('POST', `/notes/${kind}/add`, { id, notes });
const remove = (browser: Browser, kind: Kind, id: string) => browser.call('POST', `/notes/${kind}/delete`, { id });

/** A store with a customer, a charge of the customer and one without a customer, all of its test environment. */
async function aShop(): Promise<string> {
  const storeId = await aStore();
  records.set(`${storeId}/true/cust_1`, undefined);
  records.set(`${storeId}/true/pix_char_1`, 'cust_1');
  records.set(`${storeId}/true/pix_char_2`, undefined);
  return storeId;
}

describe('notes on charges and customers', () => {
  it('are listed newest first with their author, lines and all, and each record has its own', async () => {
    const storeId = await aShop();
    const support = await aMember(storeId, 'SUPPORT', 'nota@example.com');
    await add(support, 'customers', 'cust_1', 'Ligou.\nQuer trocar o tamanho.');
    api.clock.advance(1_000);
    await add(support, 'customers', 'cust_1', '  Trocado.  ');
    await add(support, 'charges', 'pix_char_1', 'Da cobrança');
    const { notes, mayAdd } = await list(support, 'customers', 'cust_1');
    expect([notes.map(({ text }) => text), mayAdd]).toEqual([['Trocado.', 'Ligou.\nQuer trocar o tamanho.'], true]);
    expect(notes[0]).toMatchObject({ author: { id: await idOf(support), email: 'nota@example.com' }, mayDelete: true });
    expect(await texts(support, 'charges', 'pix_char_1')).toEqual(['Da cobrança']);
    expect(await texts(support, 'charges', 'pix_char_2')).toEqual([]);
  });

  it('of another store, environment or kind answer like those of no record', async () => {
    const owner = await aMember(await aShop(), 'OWNER');
    const other = await aMember(await aStore(), 'OWNER');
    await add(owner, 'customers', 'cust_1', 'Nossa');
    const [note] = (await list(owner, 'customers', 'cust_1')).notes;
    const absent = [404, 'CUSTOMER_NOT_FOUND'];
    const outcome = ({ status, code }: { status: number; code: unknown }) => [status, code];
    expect(outcome(await other.call('GET', '/notes/customers/list?id=cust_1'))).toEqual(absent);
    expect(outcome(await add(other, 'customers', 'cust_1', 'x'))).toEqual(absent);
    for (const [browser, kind] of [
      [other, 'customers'],
      [owner, 'charges'],
    ] as const) {
      expect(outcome(await remove(browser, kind, note?.id ?? ''))).toEqual([404, 'NOTE_NOT_FOUND']);
    }
    owner.headers['x-pitanga-environment'] = 'prod';
    expect(outcome(await owner.call('GET', '/notes/customers/list?id=cust_1'))).toEqual(absent);
    expect(outcome(await remove(owner, 'customers', note?.id ?? ''))).toEqual([404, 'NOTE_NOT_FOUND']);
    owner.headers['x-pitanga-environment'] = 'dev';
    expect(await texts(owner, 'customers', 'cust_1')).toEqual(['Nossa']);
  });

  it('are read, and neither added nor deleted, by a role that only reads; deleted by their author or an owner', async () => {
    const storeId = await aShop();
    const [owner, support, finance, viewer] = await Promise.all(
      (['OWNER', 'SUPPORT', 'FINANCE', 'VIEWER'] as const).map((role) => aMember(storeId, role)),
    );
    if (!owner || !support || !finance || !viewer) throw new Error('no members');
    for (const text of ['uma', 'outra']) await add(support, 'charges', 'pix_char_1', text);
    expect((await add(viewer, 'charges', 'pix_char_1', 'x')).code).toBe('NOTES_READ_ONLY');
    const shown = await list(viewer, 'charges', 'pix_char_1');
    expect([shown.mayAdd, shown.notes.map(({ mayDelete }) => mayDelete)]).toEqual([false, [false, false]]);
    const [first, second] = shown.notes.map(({ id }) => id);
    for (const browser of [viewer, finance]) {
      expect((await remove(browser, 'charges', first ?? '')).code).toBe('NOTE_OF_ANOTHER');
    }
    expect((await remove(support, 'charges', first ?? '')).status).toBe(200);
    expect((await remove(owner, 'charges', second ?? '')).status).toBe(200);
    expect(await texts(viewer, 'charges', 'pix_char_1')).toEqual([]);
  });

  it('have at most 1,000 characters, and a record 100 of them, also when they come at once', async () => {
    const storeId = await aShop();
    const owner = await aMember(storeId, 'OWNER');
    expect((await add(owner, 'customers', 'cust_1', 'é'.repeat(1_000))).status).toBe(200);
    expect((await add(owner, 'customers', 'cust_1', 'é'.repeat(1_001))).status).toBe(400);
    expect((await add(owner, 'customers', 'cust_1', ' \n ')).status).toBe(400);
    const rows = Array.from({ length: 97 }, (_none, index) => ({
      id: `note_${String(index)}`,
      store_id: storeId,
      dev_mode: true,
      kind: 'CUSTOMER',
      record_id: 'cust_1',
      author_id: 'user_1',
      content: 'x',
      created_at: api.clock.real(),
    }));
    await api.database.db('record_notes').insert(rows);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => add(owner, 'customers', 'cust_1', 'x')));
    expect(answers.map(({ code }) => code).sort()).toEqual([
      'TOO_MANY_NOTES',
      'TOO_MANY_NOTES',
      'TOO_MANY_NOTES',
      undefined,
      undefined,
    ]);
    expect((await list(owner, 'customers', 'cust_1')).notes).toHaveLength(100);
    expect((await add(owner, 'charges', 'pix_char_1', 'x')).status).toBe(200);
  });

  it('leave their record and id in the audit log, and never their text', async () => {
    const storeId = await aShop();
    const owner = await aMember(storeId, 'OWNER');
    await add(owner, 'charges', 'pix_char_1', 'segredo da nota');
    const [note] = (await list(owner, 'charges', 'pix_char_1')).notes;
    await remove(owner, 'charges', note?.id ?? '');
    const entries = await api.database
      .db('audit_log')
      .where({ chain: storeId, target_id: 'pix_char_1' })
      .orderBy('seq')
      .select<{ action: string; target_type: string; after: unknown }[]>('action', 'target_type', 'after');
    const of = (action: string) => ({ action, target_type: 'CHARGE', after: JSON.stringify({ note: note?.id }) });
    expect(entries).toEqual([of('note.added'), of('note.deleted')]);
  });

  it('of an erased author have no name, and stay', async () => {
    const storeId = await aShop();
    const owner = await aMember(storeId, 'OWNER');
    const support = await aMember(storeId, 'SUPPORT');
    await add(support, 'charges', 'pix_char_2', 'fica');
    const id = await idOf(support);
    await api.database.db('users').where({ id }).delete();
    expect((await list(owner, 'charges', 'pix_char_2')).notes).toMatchObject([
      { text: 'fica', author: { id, email: null } },
    ]);
  });

  it('go when the customer is erased, with those on their charges, and those written at that moment', async () => {
    const storeId = await aShop();
    const owner = await aMember(storeId, 'OWNER');
    records.set(`${storeId}/true/cust_2`, undefined);
    for (const id of ['cust_1', 'cust_2']) await add(owner, 'customers', id, 'sobre a pessoa');
    for (const id of ['pix_char_1', 'pix_char_2']) await add(owner, 'charges', id, 'sobre a venda');
    const tenant = toTenant(storeId, true);
    let isLate = true;
    const rights = createPersonRights({
      clock: api.clock,
      clients: {
        customers: {
          findPerson: () => Promise.resolve({ person: { customerIds: ['cust_1'] }, isKnown: true }),
          erasePerson: async () => {
            if (isLate) await add(owner, 'customers', 'cust_1', 'no meio');
            isLate = false;
            return { customerIds: ['cust_1'], waitsFor: [] };
          },
        },
      } as unknown as PersonClients,
      record: () => Promise.resolve(),
      deleteNotes: (of, ids) => deleteNotesOfCustomers(api.database.db, of, ids),
    });
    const actor = { kind: 'USER', id: 'user_1' } as const;
    await rights.erasePerson({ tenant, actor, key: { customerId: 'cust_1' }, context: { requestId: 'req_1' } });
    expect(await texts(owner, 'customers', 'cust_1')).toEqual([]);
    expect(await texts(owner, 'charges', 'pix_char_1')).toEqual([]);
    expect(await texts(owner, 'customers', 'cust_2')).toEqual(['sobre a pessoa']);
    expect(await texts(owner, 'charges', 'pix_char_2')).toEqual(['sobre a venda']);
  });

  it('on a customer who is erased while one is written are not kept', async () => {
    const storeId = await aShop();
    const owner = await aMember(storeId, 'OWNER');
    const place = `${storeId}/true/cust_1`;
    // The customer is there when the note is asked for, and gone when it is written.
    const has = jest.spyOn(records, 'has').mockImplementationOnce((key) => {
      records.delete(place);
      return key === place;
    });
    expect((await add(owner, 'customers', 'cust_1', 'tarde')).code).toBe('CUSTOMER_NOT_FOUND');
    has.mockRestore();
    expect(await api.database.db('record_notes').where({ store_id: storeId })).toEqual([]);
  });

  it('are for sessions alone', async () => {
    const answer = await api.app.inject({ url: '/v2/notes/charges/list?id=pix_char_1' });
    expect(answer.statusCode).not.toBe(200);
    const without = await api.browser().call('GET', '/notes/charges/list?id=pix_char_1');
    expect([without.status, without.code]).toEqual([401, 'SESSION_MISSING']);
  });
});

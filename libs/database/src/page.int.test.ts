import fc from 'fast-check';
import type { Page, PageRequest, Tenant } from '@pitanga/core';
import { aTenant, freshDatabase, ids, insertItems, noon, type FreshDatabase } from '../test/fresh-database';
import type { Db } from './connect';
import { selectPage } from './page';
import type { Filter, PageOptions } from './page-query';

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
  // Before any row has changed: an index made over changed rows is not used while any transaction of the server that is
  // older than it goes on, and tests of other databases have such. (One made concurrently waits for them instead.)
  await db.raw('create index items_store_kind_idx on items (store_id, dev_mode, kind, sort_id desc)');
});
afterAll(() => database.drop());

const at = (seconds: number): Date => new Date(noon.getTime() + seconds * 1_000);

/** Items one second apart; answers their ids, newest first. */
async function seed(tenant: Tenant, count: number, item: { kind?: string; status?: string } = {}): Promise<string[]> {
  const items = Array.from({ length: count }, (_, index) => ({
    id: ids.next('customer', at(index)),
    at: at(index),
    ...item,
  }));
  await insertItems(db, tenant, items);
  return items.map(({ id }) => id).reverse();
}

function list(tenant: Tenant, page: PageRequest, options: Partial<PageOptions> = {}): Promise<Page<{ id: string }>> {
  return selectPage(db, tenant, { table: 'items', columns: ['status'], page, ...options });
}

const idsOf = (page: Page<{ id: string }>): string[] => page.items.map(({ id }) => id);

/** Walks from the newest item to the oldest by `next`. */
async function walk(tenant: Tenant, limit: number, between: (page: number) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let after: string | undefined;
  for (let number = 0; ; number += 1) {
    const page = await list(tenant, { limit, after });
    seen.push(...idsOf(page));
    if (page.next === undefined) return seen;
    after = page.next;
    await between(number);
  }
}

/** The plans of the statements that `work` runs, under these settings. */
async function explained(
  work: () => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<{ readonly text: string; readonly rowsRead: number }> {
  const statements: { sql: string; bindings: unknown[] }[] = [];
  const listener = (query: { sql: string; bindings: unknown[] }): void => void statements.push(query);
  db.on('query', listener);
  await work();
  db.removeListener('query', listener);
  const lines = await db.transaction(async (tx) => {
    for (const setting of settings) await tx.raw(`set local ${setting}`);
    const plans: string[] = [];
    for (const { sql, bindings } of statements) {
      const { rows } = await tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        `explain (analyze, costs off, timing off) ${sql.replaceAll(/\$\d+/g, '?')}`,
        bindings as string[],
      );
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    }
    return plans;
  });
  const text = lines.join('\n');
  const counts = [...text.matchAll(/Scan .*rows=(\d+)|Rows Removed by Filter: (\d+)/g)];
  return { text, rowsRead: counts.reduce((sum, [, read, removed]) => sum + Number(read ?? removed), 0) };
}

function ofKind(kind: string): Filter {
  return (query) => void query.where({ kind });
}

describe('selectPage', () => {
  it('shows the newest first and says whether there is more, at every edge of the limit', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 3);
    expect(await list(tenant, { limit: 3 })).toEqual({
      items: all.map((id) => ({ id, status: 'ACTIVE' })),
      hasMore: false,
      next: undefined,
      before: undefined,
    });
    expect(await list(tenant, { limit: 2 })).toMatchObject({ hasMore: true, next: all[1], before: undefined });
    expect(await list(tenant, { limit: 4 })).toMatchObject({ hasMore: false, next: undefined });
    expect(await list(tenant, { limit: 1 })).toMatchObject({ hasMore: true, next: all[0] });
  });

  it('answers an empty page for a store without items', async () => {
    expect(await list(aTenant(), { limit: 1 })).toEqual({
      items: [],
      hasMore: false,
      next: undefined,
      before: undefined,
    });
  });

  it('walks to older items with after and back with before', async () => {
    const tenant = aTenant();
    const [a, b, c, d, e] = await seed(tenant, 5);
    const second = await list(tenant, { limit: 2, after: b });
    expect(idsOf(second)).toEqual([c, d]);
    expect(second).toMatchObject({ hasMore: true, next: d, before: c });
    const last = await list(tenant, { limit: 2, after: d });
    expect(idsOf(last)).toEqual([e]);
    expect(last).toMatchObject({ hasMore: false, next: undefined, before: e });
    const back = await list(tenant, { limit: 2, before: e });
    expect(idsOf(back)).toEqual([c, d]);
    expect(back).toMatchObject({ hasMore: true, next: d, before: c });
    const first = await list(tenant, { limit: 2, before: c });
    expect(idsOf(first)).toEqual([a, b]);
    expect(first).toMatchObject({ hasMore: true, next: b, before: undefined });
  });

  it('answers an empty page beyond either end', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 2);
    const empty = { items: [], hasMore: false, next: undefined, before: undefined };
    expect(await list(tenant, { limit: 2, after: all.at(-1) })).toEqual(empty);
    expect(await list(tenant, { limit: 2, before: all[0] })).toEqual(empty);
  });

  it('neither repeats nor loses an item while others are added and removed', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 20);
    const removed = new Set<string | undefined>();
    const seen = await walk(tenant, 3, async (page) => {
      await insertItems(db, tenant, [{ id: ids.next('customer', at(1_000 + page)), at: at(1_000 + page) }]);
      // One that was shown and one that was not: the list moves by neither.
      for (const id of [all[page], all[19 - page]]) {
        removed.add(id);
        await db('items').where({ store_id: tenant.storeId, id }).update({ status: 'DELETED' });
      }
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(all);
    expect(removed.size).toBeGreaterThan(0);
  });

  it('accepts a cursor whose item has left the list since, and skips deleted items', async () => {
    const tenant = aTenant();
    const [a, b, c, d] = await seed(tenant, 4);
    await db('items')
      .where({ store_id: tenant.storeId })
      .whereIn('id', [b ?? '', c ?? ''])
      .update({ status: 'DELETED' });
    const filter: PageOptions['filter'] = (query) => void query.whereNot('status', 'DELETED');
    const page = await list(tenant, { limit: 2, after: b }, { filter });
    expect(idsOf(page)).toEqual([d]);
    expect(page).toMatchObject({ hasMore: false, before: d });
    expect(idsOf(await list(tenant, { limit: 2, before: d }, { filter }))).toEqual([a]);
    // Nothing newer is left once the only newer item is gone.
    await db('items').where({ store_id: tenant.storeId, id: a }).update({ status: 'DELETED' });
    expect(await list(tenant, { limit: 2, after: a }, { filter })).toMatchObject({ before: undefined });
  });

  it("refuses a cursor of another store, environment or kind, and text that is no item's id", async () => {
    const tenant = aTenant();
    const [own = ''] = await seed(tenant, 2, { kind: 'A' });
    const [kindB = ''] = await seed(tenant, 1, { kind: 'B' });
    const [foreign = ''] = await seed(aTenant(), 1);
    const [production = ''] = await seed({ ...tenant, devMode: false }, 1);
    const cursorFilter: PageOptions['cursorFilter'] = (query) => void query.where('kind', 'A');
    for (const cursor of [foreign, production, kindB, '', 'x', `${own}x`, `${own}\0`, "' or 1=1 --", 'ç'.repeat(500)]) {
      for (const name of ['after', 'before'] as const) {
        await expect(list(tenant, { limit: 2, [name]: cursor }, { cursorFilter })).rejects.toMatchObject({
          kind: 'INVALID_ARGUMENT',
          message: `Property '${name}' should be the id of an item of this list`,
        });
      }
    }
    expect(idsOf(await list(tenant, { limit: 5 }, { cursorFilter }))).not.toContain(kindB);
  });

  it('refuses both cursors at once, and a limit that no caller may ask for', async () => {
    const tenant = aTenant();
    const [a, b] = await seed(tenant, 2);
    await expect(list(tenant, { limit: 2, after: a, before: b })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "Properties 'after' and 'before' cannot be used together",
    });
    for (const limit of [0, -1, 1.5, NaN, 1_001]) await expect(list(tenant, { limit })).rejects.toThrow(RangeError);
  });

  it('includes createdFrom and excludes createdTo, with and without the bounds on ids', async () => {
    const tenant = aTenant();
    const [, d, c, b] = await seed(tenant, 5);
    for (const options of [{}, { idKind: 'customer' }, { sortColumn: 'sort_id' }] as const) {
      const page = await list(tenant, { limit: 2, createdFrom: at(1), createdTo: at(4) }, options);
      expect(idsOf(page)).toEqual([d, c]);
      expect(page).toMatchObject({ hasMore: true, before: undefined });
      const rest = await list(tenant, { limit: 2, createdFrom: at(1), createdTo: at(4), after: c }, options);
      expect(idsOf(rest)).toEqual([b]);
      expect(rest).toMatchObject({ hasMore: false, before: b });
    }
  });

  it('enters the index at a date range in the far past instead of reading all newer rows', async () => {
    const tenant = aTenant();
    const day = 86_400;
    const items = Array.from({ length: 300 }, (_, index) => ({
      id: ids.next('customer', at(index * day)),
      at: at(index * day),
    }));
    await insertItems(db, tenant, items);
    await db.raw('analyze items');
    const page = { limit: 10, createdFrom: at(5 * day), createdTo: at(7 * day) };
    expect(idsOf(await list(tenant, page, { idKind: 'customer' }))).toEqual([items[6]?.id, items[5]?.id]);
    const { text } = await explained(
      () => list(tenant, page, { idKind: 'customer' }),
      ['enable_seqscan = off', 'enable_bitmapscan = off'],
    );
    expect(text).toContain('items_pkey');
    expect(Number(/Rows Removed by Filter: (\d+)/.exec(text)?.[1] ?? 0)).toBeLessThan(5);
  });

  it('orders ids of several prefixes by creation when given the column for it', async () => {
    const tenant = aTenant();
    const kinds = ['pixCharge', 'boletoCharge', 'cardCharge'] as const;
    const items = Array.from({ length: 9 }, (_, index) => ({
      id: ids.next(kinds[index % 3] ?? 'pixCharge', at(index)),
      at: at(index),
    }));
    await insertItems(db, tenant, items);
    const newestFirst = items.map(({ id }) => id).reverse();
    const options = { sortColumn: 'sort_id' };
    const first = await list(tenant, { limit: 4 }, options);
    expect(idsOf(first)).toEqual(newestFirst.slice(0, 4));
    const second = await list(tenant, { limit: 4, after: first.next }, options);
    expect(idsOf(second)).toEqual(newestFirst.slice(4, 8));
    expect(idsOf(await list(tenant, { limit: 4, before: second.before }, options))).toEqual(newestFirst.slice(0, 4));
  });

  it('agrees with a plain array for any page of any list, whole or in parts', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 12);
    const kinds = ['A', 'B', 'C'];
    for (const [index, id] of all.entries()) {
      await db('items')
        .where({ store_id: tenant.storeId, id })
        .update({ status: index % 4 === 0 ? 'DELETED' : 'ACTIVE', kind: kinds[(index * 7) % 5] ?? 'A' });
    }
    const listed = all.filter((_, index) => index % 4 !== 0);
    const filter: PageOptions['filter'] = (query) => void query.where('status', 'ACTIVE');
    const parts = kinds.map(ofKind);
    const shapes = [{ filter }, { filter, parts }, { filter, parts, sortColumn: 'sort_id' }, { parts: [filter] }];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom('after', 'before', undefined),
        fc.nat(11),
        fc.constantFrom(...shapes),
        async (limit, name, position, options) => {
          const cursor = all[position] ?? '';
          const side = listed.filter((id) =>
            name === undefined ? true : name === 'after' ? id < cursor : id > cursor,
          );
          const items = name === 'before' ? side.slice(-limit) : side.slice(0, limit);
          const [first = '', last = ''] = [items[0], items.at(-1)];
          const page = await list(tenant, { limit, ...(name && { [name]: cursor }) }, options);
          expect(page.items).toEqual(items.map((id) => ({ id, status: 'ACTIVE' })));
          expect(page.next).toBe(items.length > 0 && listed.some((id) => id < last) ? last : undefined);
          expect(page.before).toBe(items.length > 0 && listed.some((id) => id > first) ? first : undefined);
          expect(page.hasMore).toBe(page.next !== undefined);
        },
      ),
      { numRuns: 300, seed: 20_261_120 },
    );
  });

  it('reads no more than a page of rows, wherever the cursor is and however rare the filter', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 3_000);
    await db('items')
      .where({ store_id: tenant.storeId })
      .whereIn('id', [all[2_900] ?? '', all[2_950] ?? ''])
      .update({ kind: 'RARE' });
    await db.raw('analyze items');
    const parts = [ofKind('A'), ofKind('RARE')];
    for (const [page, options] of [
      [{ limit: 10, after: all[1_500] }, {}],
      [{ limit: 10, before: all[1_500] }, {}],
      [{ limit: 10 }, { parts: parts.slice(1) }],
      [{ limit: 10, after: all[2_901] }, { parts: parts.slice(1) }],
      [{ limit: 10, before: all[2_950] }, { parts }],
    ] as const) {
      const { rowsRead } = await explained(() => list(tenant, page, { sortColumn: 'sort_id', ...options }));
      expect(rowsRead).toBeLessThan(50);
    }
  });
});

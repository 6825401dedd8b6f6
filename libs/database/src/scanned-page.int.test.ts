import type { PageRequest, Tenant } from '@pitanga/core';
import { aTenant, freshDatabase, ids, insertItems, noon, type FreshDatabase } from '../test/fresh-database';
import type { Db } from './connect';
import type { Filter } from './page-query';
import { selectScannedPage, type ScannedPage } from './scanned-page';

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = database.db;
});
afterAll(() => database.drop());

const at = (hours: number): Date => new Date(noon.getTime() + hours * 3_600_000);
const isRare: Filter = (query) => void query.where({ kind: 'RARE' });

/** Items an hour apart, those at `rare` hours of the kind looked for; answers their ids, newest first. */
async function seed(tenant: Tenant, count: number, rare: readonly number[]): Promise<string[]> {
  const items = Array.from({ length: count }, (_, hour) => ({
    id: ids.next('customer', at(hour)),
    at: at(hour),
    kind: rare.includes(hour) ? 'RARE' : 'A',
  }));
  await insertItems(db, tenant, items);
  return items.map(({ id }) => id).reverse();
}

const scan = (tenant: Tenant, page: PageRequest, scanMax: number): Promise<ScannedPage<{ id: string }>> =>
  selectScannedPage(db, tenant, { table: 'items', columns: [], page, idKind: 'customer', filter: isRare }, scanMax);

describe('selectScannedPage', () => {
  it('finds each item once, forwards and backwards, however few a page scans', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 30, [0, 1, 2, 11, 20, 29]);
    const rare = [29, 20, 11, 2, 1, 0].map((hour) => all[29 - hour]);
    for (const scanMax of [1, 2, 7, 30, 100]) {
      for (const limit of [1, 2, 6]) {
        const seen: (string | undefined)[] = [];
        let after: string | undefined;
        do {
          const { page, isCut } = await scan(tenant, { limit, after }, scanMax);
          expect(page.hasMore).toBe(page.next !== undefined);
          if (isCut) expect(page.hasMore).toBe(true);
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toEqual(rare);

        const back: (string | undefined)[] = [];
        let before = all.at(-1);
        do {
          const { page } = await scan(tenant, { limit, before }, scanMax);
          back.unshift(...page.items.map(({ id }) => id));
          before = page.before;
        } while (before !== undefined);
        expect(back).toEqual(rare.slice(0, -1));
      }
    }
  });

  it('says whether the scan or the list ended', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 10, [9, 8, 0]);
    expect(await scan(tenant, { limit: 1 }, 5)).toMatchObject({ isCut: false, page: { hasMore: true, next: all[0] } });
    expect(await scan(tenant, { limit: 3 }, 5)).toMatchObject({ isCut: true, page: { hasMore: true, next: all[4] } });
    expect(await scan(tenant, { limit: 3 }, 10)).toMatchObject({ isCut: false, page: { hasMore: false } });
  });

  it('ends where the dates end, in both directions', async () => {
    const tenant = aTenant();
    const all = await seed(tenant, 40, []);
    const dates = { createdFrom: at(20), createdTo: at(25) };
    const end = { items: [], hasMore: false, next: undefined, before: undefined };
    expect(await scan(tenant, { limit: 5, ...dates }, 6)).toEqual({ isCut: false, page: end });
    const back = await scan(tenant, { limit: 5, ...dates, before: all[39 - 20] }, 6);
    expect(back).toMatchObject({ isCut: false, page: { items: [], before: undefined } });
    expect(await scan(tenant, { limit: 5, ...dates }, 3)).toMatchObject({
      isCut: true,
      page: { hasMore: true, next: all[39 - 23] },
    });
  });

  it('refuses both cursors at once, and a cursor that is no id of this list', async () => {
    const tenant = aTenant();
    const [one, other] = await seed(tenant, 2, []);
    const [foreign] = await seed(aTenant(), 1, []);
    const refused = { kind: 'INVALID_ARGUMENT' };
    await expect(scan(tenant, { limit: 2, after: one, before: other }, 5)).rejects.toMatchObject(refused);
    for (const cursor of [foreign, '', `${String(one)}\0`]) {
      await expect(scan(tenant, { limit: 2, after: cursor }, 5)).rejects.toMatchObject(refused);
      await expect(scan(tenant, { limit: 2, before: cursor }, 5)).rejects.toMatchObject(refused);
    }
  });
});

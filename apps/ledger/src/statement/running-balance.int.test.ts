import type { Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, startBeforeAll, testDatabase, type TestDatabase } from '@pitanga/testing';
import { aPaidCard, aPaidPix, captureOf, daysAfterNoon, fund } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { postJournals } from '../booking/post-journals';
import { listWithBalance } from './running-balance';

const ledger = startBeforeAll(startLedger);

/** Ten Pix payments of R$ 99,20 net, one a day, and a card payment, which makes nothing available. */
async function aStore(): Promise<Tenant> {
  const tenant = aTenant();
  const pix = Array.from({ length: 10 }, (_, day) => aPaidPix(tenant, { occurredAt: daysAfterNoon(day) }));
  const card = aPaidCard(tenant, { occurredAt: daysAfterNoon(4, 1) });
  await postJournals(ledger.deps, [...pix, card].map(captureOf));
  return tenant;
}

async function balances(tenant: Tenant, page: object = {}, newerMax?: number) {
  const { items } = await listWithBalance(ledger.db, tenant, { limit: 100, ...page }, newerMax);
  return items.map(({ availableAfterCents }) => availableAfterCents);
}

describe('the running balance', () => {
  it('is what was available after each entry, wherever the page begins', async () => {
    const tenant = await aStore();
    const all = [10, 9, 8, 7, 6, 5, 5, 4, 3, 2, 1].map((payments) => payments * 9_920);
    expect(await balances(tenant)).toEqual(all);
    const { items } = await listWithBalance(ledger.db, tenant, { limit: 100 });
    expect(await balances(tenant, { limit: 3, after: items[3]?.id })).toEqual(all.slice(4, 7));
    expect(await balances(tenant, { limit: 3, before: items[7]?.id })).toEqual(all.slice(4, 7));
    expect(await balances(tenant, { createdFrom: daysAfterNoon(2), createdTo: daysAfterNoon(5) })).toEqual(
      all.slice(5, 9),
    );
  });

  it('of a store without entries is none, and counts no money of another store or environment', async () => {
    const tenant = await aStore();
    await fund(ledger.deps, aTenant(), 77);
    await fund(ledger.deps, { ...tenant, devMode: !tenant.devMode }, 99);
    expect(await balances(aTenant())).toEqual([]);
    expect((await balances(tenant))[0]).toBe(99_200);
    expect(await balances({ ...tenant, devMode: !tenant.devMode })).toEqual([99]);
  });

  it('is undefined where more newer entries than may be summed are between', async () => {
    const tenant = await aStore();
    const { items } = await listWithBalance(ledger.db, tenant, { limit: 100 });
    const page = { limit: 2, after: items[3]?.id };
    expect(await balances(tenant, page, 4)).toEqual([6 * 9_920, 5 * 9_920]);
    expect(await balances(tenant, page, 3)).toEqual([undefined, undefined]);
  });

  it('counts an entry that the days leave out because its id is older than its time', async () => {
    const tenant = await aStore();
    const card = captureOf(aPaidCard(tenant, { occurredAt: daysAfterNoon(3, 30_000) }));
    const odd = captureOf(aPaidPix(tenant, { occurredAt: daysAfterNoon(3, -10_000) }));
    await postJournals(ledger.deps, [card, { ...odd, occurredAt: daysAfterNoon(3, 40_000) }]);
    const days = { createdFrom: daysAfterNoon(2), createdTo: daysAfterNoon(3, 35_000) };
    expect(await balances(tenant, days)).toEqual([5, 5, 3].map((payments) => payments * 9_920));
  });

  it('is read together with the page, while money moves', async () => {
    const tenant = await aStore();
    const state = { isDone: false };
    const paying = (async () => {
      // All of them fit into one page, whose last entry stays the oldest.
      for (let payments = 0; payments < 80 && !state.isDone; payments += 1) {
        await postJournals(ledger.deps, [captureOf(aPaidPix(tenant, { occurredAt: daysAfterNoon(20) }))]);
      }
    })();
    const oldest: unknown[] = [];
    for (let round = 0; round < 20; round += 1) oldest.push((await balances(tenant)).at(-1));
    state.isDone = true;
    await paying;
    expect(new Set(oldest)).toEqual(new Set([9_920]));
  });
});

describe('the running balance of a store with many entries among those of others', () => {
  const large = aTenant();
  const count = 10_000;
  /** Of its own: connections report what they have read up to ten seconds later. */
  let alone: TestDatabase;

  beforeAll(async () => {
    alone = await testDatabase('ledger');
    await alone.db.raw(
      `insert into statement_entries (
         store_id, dev_mode, id, journal_id, kind, status, method, movements, search_text, created_at
       )
       select ?, true, 'tran_' || lpad(n::text, 24, '0'), 'journal:' || n, 'PAYMENT', 'COMPLETE', 'PIX', '[]', '', now()
       from generate_series(1, ?::int) n order by md5(n::text)`,
      [large.storeId, count],
    );
    await alone.db.raw('analyze statement_entries');
  });
  afterAll(() => alone.close());

  it('reads the newer entries and no others, by index', async () => {
    const read = async (newer: number) => {
      const before = await scans();
      const after = `tran_${String(count - newer + 1).padStart(24, '0')}`;
      await listWithBalance(alone.db, large, { limit: 10, after });
      const now = await scans();
      return { entries: now.entries - before.entries, whole: now.whole - before.whole };
    };
    const { entries, whole } = await read(2_000);
    expect(whole).toBe(0);
    expect(entries).toBeLessThan(2_100);
  });

  async function scans(): Promise<{ readonly entries: number; readonly whole: number }> {
    return inTransaction(alone.db, async (tx) => {
      await tx.raw('select pg_stat_force_next_flush()');
      const { rows } = await tx.raw<{ rows: { entries: number; whole: number }[] }>(
        `select idx_tup_fetch + seq_tup_read as entries, seq_scan as whole
         from pg_stat_user_tables where relname = 'statement_entries'`,
      );
      return rows[0] ?? { entries: 0, whole: 0 };
    });
  }
});

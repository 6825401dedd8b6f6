import { cents, type PageRequest } from '@pitanga/core';
import { inTransaction, type Db } from '@pitanga/database';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aPaidPix, captureOf, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { reserveHold } from '../../test/holds';
import type { PaidCharge } from '../charges/capture';
import { postJournals } from '../booking/post-journals';
import { listStatement, type StatementFilter } from './statement-queries';

const tenant = aTenant();
const charges: readonly PaidCharge[] = [
  aPaidPix(tenant, {
    checkoutId: 'bill_Alfa',
    externalId: 'Pedido-100%',
    description: 'Camiseta azul',
    customer: { id: 'cust_1', name: 'João da Conceição', email: 'joao@example.com', maskedTaxId: '123.***.***-**' },
  }),
  aPaidPix(tenant, {
    externalId: 'pedido_1001',
    subscriptionId: 'subs_clube',
    description: 'Caneca',
    occurredAt: new Date(noon.getTime() + 1_000),
  }),
];
const ledger = startBeforeAll(startLedger);

beforeAll(async () => {
  await postJournals(ledger.deps, charges.map(captureOf));
  await reserveHold(ledger.deps, tenant, {
    holdId: 'tran_saque',
    purpose: 'WITHDRAW',
    amountCents: cents(1_000),
    feeCents: cents(80),
    occurredAt: new Date(noon.getTime() + 2_000),
    description: 'Saque',
    externalId: 'folha-11',
  });
});

/** The descriptions that a filter finds, newest first. */
async function found(filter: StatementFilter, of = tenant): Promise<(string | undefined)[]> {
  return (await listStatement(ledger.db, of, { limit: 100 }, filter)).items.map(({ description }) => description);
}

describe('the statement', () => {
  it('lists newest first with the data of the events', async () => {
    const { items } = await listStatement(ledger.db, tenant, { limit: 100 }, {});
    expect(items.map(({ description }) => description)).toEqual(['Saque', 'Caneca', 'Camiseta azul']);
    expect(items[0]).toMatchObject({ externalId: 'folha-11', subscriptionId: undefined });
    expect(items[1]).toMatchObject({ externalId: 'pedido_1001', subscriptionId: 'subs_clube' });
    expect(items[2]).toMatchObject({
      externalId: 'Pedido-100%',
      subscriptionId: undefined,
      kind: 'PAYMENT',
      status: 'COMPLETE',
      method: 'PIX',
      checkoutId: 'bill_Alfa',
      chargeId: charges[0]?.chargeId,
      referenceId: charges[0]?.chargeId,
      customer: { id: 'cust_1', name: 'João da Conceição', email: 'joao@example.com', maskedTaxId: '123.***.***-**' },
      createdAt: noon,
    });
  });

  it('pages without repeating or missing an entry', async () => {
    const first = await listStatement(ledger.db, tenant, { limit: 2 }, {});
    const second = await listStatement(ledger.db, tenant, { limit: 2, after: first.next }, {});
    expect([...first.items, ...second.items].map(({ description }) => description)).toEqual([
      'Saque',
      'Caneca',
      'Camiseta azul',
    ]);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  });

  it('filters by status, method and kind, all at once', async () => {
    expect(await found({ status: 'PENDING' })).toEqual(['Saque']);
    expect(await found({ kind: 'PAYMENT' })).toEqual(['Caneca', 'Camiseta azul']);
    expect(await found({ kinds: ['WITHDRAW', 'TRANSFER'] })).toEqual(['Saque']);
    expect(await found({ kinds: ['PAYMENT', 'WITHDRAW'], kind: 'PAYMENT' })).toHaveLength(2);
    expect(await found({ method: 'PIX' })).toHaveLength(3);
    expect(await found({ method: 'CARD' })).toEqual([]);
    expect(await found({ kind: 'PAYMENT', status: 'PENDING' })).toEqual([]);
  });

  it('searches ids, externalId, description and customer name, whatever the case and accents', async () => {
    expect(await found({ search: 'JOAO DA CONCEICAO' })).toEqual(['Camiseta azul']);
    expect(await found({ search: 'conceição' })).toEqual(['Camiseta azul']);
    expect(await found({ search: charges[1]?.chargeId })).toEqual(['Caneca']);
    expect(await found({ search: 'BILL_ALFA' })).toEqual(['Camiseta azul']);
    expect(await found({ search: 'tran_saque' })).toEqual(['Saque']);
    expect(await found({ search: 'FOLHA-11' })).toEqual(['Saque']);
    expect(await found({ search: 'subs_clube' })).toEqual(['Caneca']);
    expect(await found({ search: 'caneca' })).toEqual(['Caneca']);
    expect(await found({ search: 'pedido' })).toEqual(['Caneca', 'Camiseta azul']);
    expect(await found({ search: 'azul João' })).toEqual([]);
  });

  it('matches the wildcards of LIKE literally', async () => {
    expect(await found({ search: '100%' })).toEqual(['Camiseta azul']);
    expect(await found({ search: 'pedido_' })).toEqual(['Caneca']);
    expect(await found({ search: '\\' })).toEqual([]);
  });

  it('shows nothing of another store or environment', async () => {
    expect(await found({}, aTenant())).toEqual([]);
    expect(await found({}, { ...tenant, devMode: false })).toEqual([]);
  });

  it('scans a bounded number of entries for a search, and continues from there with the next page', async () => {
    const searched = async (page: PageRequest, search = 'caneca') => {
      const { items, hasMore, next, before } = await listStatement(ledger.db, tenant, page, { search }, 1);
      return { found: items.map(({ description }) => description), hasMore, next, before };
    };
    const ids = (await listStatement(ledger.db, tenant, { limit: 100 }, {})).items.map(({ id }) => id);
    const [newest, middle, oldest] = ids;
    expect(await searched({ limit: 2 })).toMatchObject({ found: [], hasMore: true, next: newest });
    expect(await searched({ limit: 2, after: newest })).toMatchObject({
      found: ['Caneca'],
      hasMore: true,
      next: middle,
    });
    expect(await searched({ limit: 2, after: middle })).toMatchObject({ found: [], hasMore: false, next: undefined });
    expect(await searched({ limit: 2, before: oldest }, 'saque')).toMatchObject({ found: [], before: middle });
    expect(await searched({ limit: 2, before: middle }, 'saque')).toMatchObject({
      found: ['Saque'],
      before: undefined,
    });
    const from = new Date(noon.getTime() - 1);
    expect(await searched({ limit: 2, createdFrom: from, createdTo: noon })).toMatchObject({ found: [] });
  });
});

describe('the statement of a store with many entries among those of others', () => {
  const large = aTenant();
  const linesOfLarge = 10_000;
  const idOf = (number: number): string => `tran_${String(number).padStart(24, '0')}`;

  beforeAll(async () => {
    // In no order, as those of many stores lie: an index then seems dear beside the table read as a whole.
    await ledger.db.raw(
      `insert into statement_entries (
         store_id, dev_mode, id, journal_id, kind, status, method, movements, search_text, created_at
       )
       select ?, true, 'tran_' || lpad(n::text, 24, '0'), 'journal:' || n,
         case when n % 5000 = 0 then 'WITHDRAW' else 'PAYMENT' end,
         case when n % 5000 = 1 then 'PENDING' else 'COMPLETE' end,
         case when n % 5000 = 2 then 'CARD' else 'PIX' end, '[]', 'line ' || n, now()
       from generate_series(1, ?::int) n order by md5(n::text)`,
      [large.storeId, linesOfLarge],
    );
    // The statistics that autovacuum would bring, or not yet have brought.
    await ledger.db.raw('analyze statement_entries');
  });

  /** What PostgreSQL has counted for this connection: lines that were read, and scans of the whole table. */
  async function counts(tx: Db): Promise<{ readonly lines: number; readonly whole: number }> {
    const { rows } = await tx.raw<{ rows: { lines: number; whole: number }[] }>(
      `select idx_tup_fetch + seq_tup_read as lines, seq_scan as whole
       from pg_stat_xact_user_tables where relname = 'statement_entries'`,
    );
    return rows[0] ?? { lines: 0, whole: 0 };
  }

  async function read(filter: StatementFilter, page: Partial<PageRequest> = {}, searchedMax?: number) {
    return inTransaction(ledger.db, async (tx) => {
      const before = await counts(tx);
      const { items } = await listStatement(tx, large, { limit: 100, ...page }, filter, searchedMax);
      const after = await counts(tx);
      return { found: items.length, lines: after.lines - before.lines, whole: after.whole - before.whole };
    });
  }

  it.each<StatementFilter>([
    { status: 'PENDING' },
    { kind: 'WITHDRAW' },
    { method: 'CARD' },
    { kind: 'WITHDRAW', status: 'COMPLETE', method: 'PIX' },
    { status: 'FAILED' },
  ])('reads what it shows and no more when it looks for what is rare: %j', async (filter) => {
    const { lines, whole, found: count } = await read(filter);
    expect([count, whole]).toEqual([filter.status === 'FAILED' ? 0 : 2, 0]);
    expect(lines).toBeLessThanOrEqual(2);
  });

  it('reads a page of any common filter by index, wherever the cursor is', async () => {
    for (const filter of [{}, { status: 'COMPLETE' }, { kind: 'PAYMENT' }, { method: 'PIX' }] as const) {
      for (const page of [{}, { after: idOf(linesOfLarge / 2) }, { before: idOf(100) }, { after: idOf(200) }]) {
        const { lines, whole } = await read(filter, page);
        expect(whole).toBe(0);
        expect(lines).toBeLessThan(110);
      }
    }
  });

  it('reads only the entries that a search may scan, never the whole table', async () => {
    const searchedMax = 4_000;
    const inVain = await read({ search: 'no such line' }, {}, searchedMax);
    expect(inVain).toMatchObject({ found: 0, whole: 0 });
    expect(inVain.lines).toBeLessThan(2 * searchedMax + 2_100);
    expect(await read({ search: 'line' }, {}, searchedMax)).toMatchObject({ found: 100, whole: 0 });
  });
});

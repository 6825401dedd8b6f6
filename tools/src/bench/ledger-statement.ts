import { LedgerServiceDefinition, type ListStatementRequest } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { createRpcClient, type RpcClient } from '@pitanga/rpc';
import { Client } from 'pg';
import { ids, type LedgerTarget } from './ledger-load';
import { byTurns, type ListLatency } from './lists';
import type { Plan } from './plan';

const smallCount = 1_000;
/** As many in the small statement as in the large: withdrawals that are pending, spread evenly. */
const rareCount = 100;

/** Pages of the statement through gRPC, of a thousand lines and of many by turns, in the same table. */
export async function statementLatencies(
  target: LedgerTarget,
  { manyRows, pageSamples }: Plan,
): Promise<readonly ListLatency[]> {
  const largeCount = manyRows.lines;
  const now = new Date();
  const small = toTenant(ids.next('store', now), true);
  const large = toTenant(ids.next('store', now), true);
  await fillStatement(target.databaseUrl, small, smallCount);
  await fillStatement(target.databaseUrl, large, largeCount);
  const client = createRpcClient(LedgerServiceDefinition, { address: target.address });
  try {
    const results: ListLatency[] = [];
    for (const { name, query } of cases) {
      const page = (tenant: Tenant, count: number) => pageReader(client, tenant, query(count));
      results.push({ name, ...(await byTurns(page(small, smallCount), page(large, largeCount), pageSamples)) });
    }
    return results;
  } finally {
    client.close();
  }
}

interface Query {
  readonly limit: number;
  readonly after?: string;
  readonly filter?: Pick<ListStatementRequest, 'status' | 'kind' | 'search'>;
}

type Case = { readonly name: string; readonly query: (count: number) => Query };

const cases: readonly Case[] = [
  { name: 'statement, page 1 of 100', query: () => ({ limit: 100 }) },
  { name: 'statement, the middle page of 100', query: (count) => ({ limit: 100, after: lineId(count / 2) }) },
  { name: 'statement, the last page of 100', query: () => ({ limit: 100, after: lineId(101) }) },
  {
    name: `statement, status=PENDING, ${String(rareCount)} lines`,
    query: () => ({ limit: 100, filter: { status: 'STATEMENT_STATUS_PENDING' } }),
  },
  {
    name: `statement, kind=WITHDRAW, ${String(rareCount)} lines`,
    query: () => ({ limit: 100, filter: { kind: 'STATEMENT_KIND_WITHDRAW' } }),
  },
  { name: 'statement, search for a common word', query: () => ({ limit: 100, filter: { search: 'camiseta' } }) },
  { name: 'statement, search in vain (bounded)', query: () => ({ limit: 100, filter: { search: 'no such line' } }) },
];

function pageReader(client: RpcClient<LedgerServiceDefinition>, tenant: Tenant, { limit, after, filter }: Query) {
  return async (): Promise<number> => {
    const { entries } = await client.listStatement(
      { tenant, page: { limit, after }, kinds: [], ...filter },
      { requestId: 'bench' },
    );
    return entries.length;
  };
}

/** Of the nth line from the oldest. */
function lineId(number: number): string {
  return `tran_${String(number).padStart(24, '0')}`;
}

/** Writes a statement past the ledger: two million lines take about a minute. */
export async function fillStatement(databaseUrl: string, { storeId, devMode }: Tenant, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into statement_entries (
         store_id, dev_mode, id, journal_id, kind, status, method, description, movements, checkout_id, charge_id,
         reference_id, search_text, created_at
       )
       select $1, $2, 'tran_' || lpad(n::text, 24, '0'), 'capture:' || n, case when rare then 'WITHDRAW' else 'PAYMENT' end,
         case when rare then 'PENDING' else 'COMPLETE' end, 'PIX', 'Camiseta azul',
         '[{"amountCents": 10000, "deposit": true, "category": "PAYMENT", "method": "PIX", "effect": "CREDIT"}]',
         'bill_' || charge, 'pix_char_' || charge, 'pix_char_' || charge, 'pix_char_' || charge || chr(10) || 'camiseta azul',
         now() - ($3 - n) * interval '1 second'
       from generate_series(1, $3::int) n,
         lateral (select n % ($3::int / ${String(rareCount)}) = 0 as rare, substr(md5(n::text), 1, 24) as charge) parts`,
      [storeId, devMode, count],
    );
    await client.query('vacuum analyze statement_entries');
  } finally {
    await client.end();
  }
}

const journalsOfStatement = 50_000;

/** Writes the journals of such lines, of two entries each, past the ledger: a million take about a minute. */
export async function fillJournals(databaseUrl: string, { storeId, devMode }: Tenant, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let first = 1; first <= count; first += journalsOfStatement) {
      await client.query(
        `with numbers as (select n from generate_series($3::int, $4::int) n),
         written as (
           insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at)
           select $1, $2, 'capture:' || n, 'charge.captured', 'pix_char_' || n, 2, now(), now() from numbers
         )
         insert into entries (store_id, dev_mode, journal_id, line, account, stripe, amount_cents, month)
         select $1, $2, 'capture:' || n, line, case line when 1 then 'provider_clearing' else 'available' end, 0,
           case line when 1 then -10000 else 10000 end, date_trunc('month', now() at time zone 'UTC')::date
         from numbers, generate_series(1, 2) line`,
        [storeId, devMode, first, Math.min(first + journalsOfStatement - 1, count)],
      );
    }
    await client.query('vacuum analyze journals, entries');
  } finally {
    await client.end();
  }
}

/** Writes holds that have ended. */
export async function fillHolds(databaseUrl: string, { storeId, devMode }: Tenant, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into holds (
         store_id, dev_mode, id, state, purpose, amount_cents, fee_cents, statement_entry_id, created_at, updated_at
       )
       select $1, $2, 'tran_' || lpad(n::text, 24, '0'), 'SETTLED', 'WITHDRAW', 100, 80,
         'tran_' || lpad(n::text, 24, '0'), now(), now()
       from generate_series(1, $3::int) n`,
      [storeId, devMode, count],
    );
    await client.query('vacuum analyze holds');
  } finally {
    await client.end();
  }
}

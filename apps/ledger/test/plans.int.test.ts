import { cents } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { listOutflows, savePayoutLimits } from '../src/limits/payout-limits-repository';
import { createWriter, type Writer } from '../src/writer/writer';
import { aFundedStore, aPaidCard, aPaidPix, aRefund, daysAfterNoon, noon } from './fixtures';
import { startLedger } from './ledger-harness';
import { aPayout } from './random-history';

const ledger = startBeforeAll(startLedger);
let writer: Writer;

beforeAll(() => {
  writer = createWriter(ledger.deps);
});
afterAll(() => writer.stop());

const rowCount = 20_000;

/** Many rows of other stores in every table that a statement looks rows up in, and their statistics. */
const fill = `
  insert into journals (store_id, dev_mode, id, kind, reference_id, entry_count, occurred_at, recorded_at)
  select 'store_' || n % 100, true, 'capture:' || n, 'charge.captured', 'x', 2, now(), now()
  from generate_series(1, ${String(rowCount)}) n;
  insert into holds (
    store_id, dev_mode, id, state, purpose, amount_cents, fee_cents, statement_entry_id, charge_id, created_at, updated_at
  )
  select 'store_' || n % 100, true, 'hold_' || n, 'HELD', 'REFUND', 1, 0, 'line_' || n, 'charge_' || n, now(), now()
  from generate_series(1, ${String(rowCount)}) n;
  update holds set to_key = true;
  insert into payout_limits (store_id, dev_mode, day_cents, version, updated_at)
  select 'store_' || n, true, 1, 1, now() from generate_series(1, ${String(rowCount)}) n;
  insert into pending_parts (
    store_id, dev_mode, charge_id, number, amount_cents, open_cents, due_at, run_at, statement_entry_id
  )
  select 'store_' || n % 100, true, 'charge_' || n, 1, 1, 1, now(), now(), 'line_' || n
  from generate_series(1, ${String(rowCount)}) n;
  insert into part_takings (store_id, dev_mode, taker_id, charge_id, number, amount_cents)
  select 'store_' || n % 100, true, 'hold_' || n, 'charge_' || n, 1, 1 from generate_series(1, ${String(rowCount)}) n;
  insert into split_takings (store_id, dev_mode, taker_id, sub_account_id, charge_id, share_cents, amount_cents)
  select 'store_' || n % 100, true, 'hold_' || n, 'sacc_' || n, 'charge_' || n, 1, 1
  from generate_series(1, ${String(rowCount)}) n;
  insert into statement_entries (
    store_id, dev_mode, id, journal_id, kind, status, movements, search_text, created_at
  )
  select 'store_' || n % 100, true, 'line_' || n, 'x', 'REFUND', 'PENDING', '[]', '', now()
  from generate_series(1, ${String(rowCount)}) n;
  insert into balances (store_id, dev_mode, account, stripe, balance_cents)
  select 'store_' || n, true, 'available', 0, 0 from generate_series(1, ${String(rowCount)}) n;
  insert into erased_customers (store_id, dev_mode, customer_id, erased_at, recorded_at)
  select 'store_' || n % 100, true, 'cust_' || n, now(), now() from generate_series(1, ${String(rowCount)}) n;
  insert into store_clocks (store_id, offset_ms) select 'store_' || n, 0 from generate_series(1, ${String(rowCount)}) n;
  analyze`;

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

function readWhole(node: Node): readonly string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(readWhole)];
}

describe('statements over arrays', () => {
  it('look up their rows by index, whatever the length of the arrays', async () => {
    const { db } = ledger;
    const texts = new Map<string, string>();
    const listener = ({ sql, options }: { sql: string; options?: { name?: string } }): void => {
      if (sql.includes('unnest(')) texts.set(options?.name ?? sql, sql);
    };
    ledger.deps.db.on('query', listener);
    const tenant = await aFundedStore(ledger.deps, 100_000);
    const card = aPaidCard(tenant);
    const [paid, refunded] = [aPayout(100, 0), aRefund(card, { amountCents: cents(5_000) })];
    const pix = aPaidPix(aTenant());
    const limited = await aFundedStore(ledger.deps, 100_000);
    const limits = { orderCents: undefined, nightCents: undefined, intervalSeconds: 60, beneficiaries: undefined };
    await savePayoutLimits(db, limited, { ...limits, dayCents: cents(100_000) }, 1, noon);
    for (const charges of [[card, pix], [pix]]) await writer.capture(charges);
    for (const input of [paid, paid, aPayout(100, 0), refunded]) await writer.reserve(tenant, input);
    await expect(writer.reserve(tenant, aPayout(10_000_000, 0))).rejects.toThrow('INSUFFICIENT_FUNDS');
    await writer.reserve(limited, aPayout(100, 0));
    await listOutflows(ledger.deps.db, limited, { since: noon, until: daysAfterNoon(1) });
    await writer.settle(tenant, paid);
    await writer.release(tenant, refunded);
    const split = aPaidPix(tenant, {
      splits: [{ subAccountId: testIds.next('subAccount', noon), basisPoints: 5_000 }],
    });
    const ofSplit = aRefund(split);
    await writer.reserve(tenant, ofSplit);
    await writer.release(tenant, ofSplit);
    ledger.deps.db.removeListener('query', listener);
    expect([...texts.keys()].toSorted()).toEqual([
      'create_balances',
      'delete_split_takings',
      'find_limited_stores',
      'find_split_takings',
      'find_takings',
      'insert_journals',
      'insert_new_payments',
      'insert_split_takings',
      'list_outflows',
      'lock_balances',
      'lock_holds',
      'lock_parts_of_charges',
      'sum_refunds',
      'sum_returned_shares',
      'write_holds',
      'write_new_holds',
    ]);
    await db.raw(fill);
    for (const [name, sql] of texts) {
      const { rows } = await db.raw<{ rows: { 'QUERY PLAN': string }[] }>(`explain (generic_plan, format json) ${sql}`);
      const [{ Plan: plan }] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as [{ readonly Plan: Node }];
      expect({ name, readWhole: readWhole(plan) }).toEqual({ name, readWhole: [] });
    }
  });
});

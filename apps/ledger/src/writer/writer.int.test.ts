import { cents, isAppError } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { aTenant, startBeforeEach, testIds, waitFor } from '@pitanga/testing';
import { aFundedStore, aPaidCard, aPaidPix, balancesOf, brokenInvariants, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import type { ReserveInput } from '../holds/hold-rules';
import { createWriter, type Writer } from './writer';

const ledger = startBeforeEach(startLedger);
let writer: Writer;

beforeEach(() => {
  writer = createWriter(ledger.deps);
});
afterEach(() => writer.stop());

function aPayout(amountCents: number, changes: Partial<ReserveInput> = {}): ReserveInput {
  const of = { purpose: 'WITHDRAW', feeCents: cents(0), occurredAt: noon, description: undefined } as const;
  return { ...of, holdId: testIds.next('payout', noon), amountCents: cents(amountCents), ...changes };
}

/** The result of each: done, the reason of a refusal, or the error. */
async function outcomes(calls: readonly Promise<void>[]): Promise<readonly string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'done';
    return isAppError(one.reason) ? one.reason.reason : String(one.reason);
  });
}

/** The number of transactions that inserted journals. */
async function commits(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>('select count(distinct xmin::text) from journals');
  return rows[0]?.count ?? 0;
}

describe('the writer', () => {
  it('commits queued payments of several callers together', async () => {
    const tenants = [aTenant(), aTenant(), aTenant()];
    // The two writers take the first payments; the rest is queued and shares a commit.
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => writer.capture([aPaidPix(tenants[index % 3] ?? aTenant())])),
    );
    for (const tenant of tenants) expect((await balancesOf(ledger.db, tenant))[0]).toBe(20 * 9_920);
    expect(await commits(ledger.db)).toBeLessThanOrEqual(3);
  });

  it('refuses one hold for the balance without failing those before and after it', async () => {
    const tenant = await aFundedStore(ledger.deps, 1_000);
    const payouts = [600, 500, 400, 1].map((amount) => aPayout(amount));
    const calls = payouts.map((payout) => writer.reserve(tenant, payout));
    expect(await outcomes(calls)).toEqual(['done', 'INSUFFICIENT_FUNDS', 'done', 'INSUFFICIENT_FUNDS']);
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 0, 0]);
    expect(await commits(ledger.db)).toBe(2);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('applies the steps of one hold in one batch in order, and publishes them in that order', async () => {
    const tenant = await aFundedStore(ledger.deps, 1_000);
    const [settled, released, refused] = [aPayout(600), aPayout(1_000), aPayout(1)];
    const calls = [
      writer.reserve(tenant, released),
      writer.reserve(tenant, settled),
      writer.release(tenant, released),
      writer.reserve(tenant, settled),
      writer.settle(tenant, settled),
      writer.release(tenant, refused),
      writer.reserve(tenant, refused),
      writer.release(tenant, settled),
    ];
    const expected = ['done', 'INSUFFICIENT_FUNDS', 'done', 'done', 'done', 'done', 'HOLD_RELEASED', 'HOLD_SETTLED'];
    expect(await outcomes(calls)).toEqual(expected);
    expect(await balancesOf(ledger.db, tenant)).toEqual([400, 0, 0]);
    const published = await ledger.db('outbox').where({ key: released.holdId }).orderBy('id').select('payload');
    expect(published.map(({ payload }) => (JSON.parse(payload as string) as { kind: string }).kind)).toEqual([
      'hold.reserved',
      'hold.released',
    ]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('takes the parts of one charge for refunds of one batch, the earlier refund first', async () => {
    const tenant = await aFundedStore(ledger.deps, 459);
    const charge = aPaidCard(tenant);
    const refunds = [6_000, 3_999, 1].map((amount) =>
      aPayout(amount, { purpose: 'REFUND', charge, holdId: testIds.next('refund', noon) }),
    );
    const calls = refunds.map((refund) => writer.reserve(tenant, refund));
    expect(await outcomes(calls)).toEqual(['done', 'done', 'INSUFFICIENT_FUNDS']);
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 0, 0]);
    await Promise.all(refunds.slice(0, 2).map((refund) => writer.release(tenant, refund)));
    expect(await balancesOf(ledger.db, tenant)).toEqual([459, 9_540, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('fails only the payment that the database refuses', async () => {
    const [good, bad] = [aPaidPix(aTenant()), aPaidPix(aTenant(), { description: 'a NUL \0 in it' })];
    const calls = [good, bad, aPaidPix(good.tenant), aPaidPix(good.tenant)].map((charge) => writer.capture([charge]));
    const [first, second, ...others] = await outcomes(calls);
    expect([first, ...others]).toEqual(['done', 'done', 'done']);
    expect(second).toMatch('invalid byte sequence');
    expect((await balancesOf(ledger.db, good.tenant))[0]).toBe(3 * 9_920);
  });

  it('posts once what it was writing when its connection broke', async () => {
    const tenant = await aFundedStore(ledger.deps, 1_000);
    const payout = aPayout(600);
    const holder = await ledger.db.transaction();
    await holder('balances').where({ store_id: tenant.storeId }).forUpdate();
    const reserve = writer.reserve(tenant, payout);
    await waitFor('the writer to wait and its connection to end', async () => {
      const { rows } = await ledger.db.raw<{ rows: unknown[] }>(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await holder.rollback();
    await reserve;
    expect((await balancesOf(ledger.db, tenant))[0]).toBe(400);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('refuses as busy what would exceed its queue', async () => {
    const tenant = aTenant();
    const charges = Array.from({ length: 3_001 }, () => aPaidPix(tenant));
    const calls = charges.map((charge) => writer.capture([charge]));
    const results = await outcomes(calls);
    expect(new Set(results)).toEqual(new Set(['done', 'LEDGER_BUSY']));
    const done = results.filter((result) => result === 'done').length;
    expect(done).toBeGreaterThanOrEqual(2_000);
    expect((await balancesOf(ledger.db, tenant))[0]).toBe(done * 9_920);
    await expect(writer.stop().then(() => writer.capture(charges.slice(0, 1)))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      reason: 'LEDGER_BUSY',
    });
  });
});

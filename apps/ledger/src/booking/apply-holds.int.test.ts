import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds, waitFor } from '@pitanga/testing';
import { aFundedStore, brokenInvariants, fund, noon, refusal, waitForLocks } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { readBalance } from '../balances/balance-repository';
import type { StatementEntry } from '../statement/statement';
import { listStatement } from '../statement/statement-queries';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import type { ReserveInput } from '../holds/hold-rules';
import { createWriter } from '../writer/writer';
import { applyHolds } from './apply-holds';

const ledger = startBeforeAll(startLedger);

function aWithdrawal(changes: Partial<ReserveInput> = {}): ReserveInput {
  return {
    holdId: testIds.next('payout', noon),
    purpose: 'WITHDRAW',
    amountCents: cents(5_000),
    feeCents: cents(80),
    occurredAt: noon,
    description: 'Saque do mês',
    ...changes,
  };
}

async function available(tenant: Tenant): Promise<number> {
  return (await readBalance(ledger.db, tenant)).availableCents;
}

/** What an account of the platform holds because of this reference. */
async function platformMoney(tenant: Tenant, account: string): Promise<number> {
  const row = await ledger
    .db('entries')
    .where({ store_id: tenant.storeId, account })
    .sum<{ total: string | null }[]>({ total: 'amount_cents' });
  return Number(row[0]?.total ?? 0);
}

async function statementOf(tenant: Tenant): Promise<readonly StatementEntry[]> {
  return (await listStatement(ledger.db, tenant, { limit: 100 }, {})).items;
}

describe('a hold', () => {
  it('debits amount and fee at once and shows as a PENDING debit', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const withdrawal = aWithdrawal();
    await reserveHold(ledger.deps, tenant, withdrawal);
    expect(await available(tenant)).toBe(4_920);
    const pending = (await statementOf(tenant)).find(({ kind }) => kind === 'WITHDRAW');
    expect(pending).toMatchObject({
      status: 'PENDING',
      method: 'PIX',
      referenceId: withdrawal.holdId,
      description: 'Saque do mês',
      movements: [
        { amountCents: 5_000, deposit: false, category: 'WITHDRAW', effect: 'DEBIT' },
        { amountCents: 80, deposit: false, category: 'FEE', effect: 'DEBIT' },
      ],
    });
  });

  it('settled, moves the amount to the bank and the fee to the platform, and its statement entry is COMPLETE', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const withdrawal = aWithdrawal();
    await reserveHold(ledger.deps, tenant, withdrawal);
    const settledAt = new Date(noon.getTime() + 2_000);
    await settleHold(ledger.deps, tenant, { ...withdrawal, occurredAt: settledAt });
    expect(await available(tenant)).toBe(4_920);
    expect(await platformMoney(tenant, 'bank')).toBe(5_000);
    expect(await platformMoney(tenant, 'fees_earned')).toBe(80);
    expect(await platformMoney(tenant, 'payouts_in_flight')).toBe(0);
    expect((await statementOf(tenant)).find(({ kind }) => kind === 'WITHDRAW')).toMatchObject({
      status: 'COMPLETE',
      createdAt: noon,
      updatedAt: settledAt,
    });
  });

  it('of a payout by TED has that method in all its entries, and only then', async () => {
    const tenant = await aFundedStore(ledger.deps, 20_000);
    const [pix, ted] = [aWithdrawal(), aWithdrawal({ method: 'TED' })];
    for (const one of [pix, ted]) await reserveHold(ledger.deps, tenant, one);
    await releaseHold(ledger.deps, tenant, ted);
    const byMethod = async (method: 'PIX' | 'TED') =>
      (await listStatement(ledger.db, tenant, { limit: 100 }, { method })).items
        .filter(({ kind }) => kind !== 'PAYMENT')
        .map(({ kind, referenceId, movements }) => [kind, referenceId, ...movements.map((each) => each.method)]);
    const [withdrawn, returned] = ['WITHDRAW', 'RETURN'].map((kind) => [kind, ted.holdId, 'TED', 'TED']);
    // Entries of one instant stand in either order.
    expect(new Set(await byMethod('TED'))).toEqual(new Set([withdrawn, returned]));
    expect(await byMethod('PIX')).toEqual([['WITHDRAW', pix.holdId, 'PIX', 'PIX']]);
  });

  it('released, returns everything as a RETURN beside the FAILED debit', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const withdrawal = aWithdrawal();
    await reserveHold(ledger.deps, tenant, withdrawal);
    await releaseHold(ledger.deps, tenant, withdrawal);
    expect(await available(tenant)).toBe(10_000);
    const lines = (await statementOf(tenant)).filter(({ referenceId }) => referenceId === withdrawal.holdId);
    expect(new Map(lines.map(({ kind, status }) => [kind, status]))).toEqual(
      new Map([
        ['WITHDRAW', 'FAILED'],
        ['RETURN', 'COMPLETE'],
      ]),
    );
  });

  it('of a refund waits in suspense and leaves through the provider', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const refund = aWithdrawal({ holdId: testIds.next('refund', noon), purpose: 'REFUND', feeCents: cents(0) });
    await reserveHold(ledger.deps, tenant, refund);
    expect(await platformMoney(tenant, 'suspense')).toBe(5_000);
    expect(await platformMoney(tenant, 'payouts_in_flight')).toBe(0);
    await settleHold(ledger.deps, tenant, refund);
    expect(await platformMoney(tenant, 'suspense')).toBe(0);
    // 10,000 came in and 5,000 went back.
    expect(await platformMoney(tenant, 'provider_clearing')).toBe(-5_000);
  });

  it('refused for the balance moves nothing and may be retried when there is money', async () => {
    const tenant = await aFundedStore(ledger.deps, 5_079);
    const withdrawal = aWithdrawal();
    await expect(reserveHold(ledger.deps, tenant, withdrawal)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_FUNDS',
      message: expect.stringMatching(/^INSUFFICIENT_FUNDS: /) as string,
    });
    expect(await available(tenant)).toBe(5_079);
    await fund(ledger.deps, tenant, 1);
    await reserveHold(ledger.deps, tenant, withdrawal);
    expect(await available(tenant)).toBe(0);
  });

  it('is refused for a store that never had money', async () => {
    expect(await refusal(reserveHold(ledger.deps, aTenant(), aWithdrawal()))).toBe('INSUFFICIENT_FUNDS');
  });

  it('whose event cannot be built is refused alone, and stores nothing', async () => {
    const tenant = await aFundedStore(ledger.deps, 20_000);
    const [faulty, other] = [aWithdrawal(), aWithdrawal()];
    const command = (input: ReserveInput) => ({ step: 'reserve', tenant, input, statementId: input.holdId }) as const;
    const results = await applyHolds(ledger.deps, [
      {
        command: command(faulty),
        inContext: () => {
          throw new Error('no event');
        },
      },
      { command: command(other), inContext: (work) => work() },
    ]);
    expect(results.map((result) => result !== undefined)).toEqual([true, false]);
    expect(await available(tenant)).toBe(14_920);
    expect(await ledger.db('holds').where({ store_id: tenant.storeId }).pluck('id')).toEqual([other.holdId]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('reserved and ended in one batch, shows the end that it had', async () => {
    const tenant = await aFundedStore(ledger.deps, 20_000);
    const writer = createWriter(ledger.deps);
    const [settled, released] = [aWithdrawal(), aWithdrawal()];
    await Promise.all([
      ...[settled, released].map((input) => writer.reserve(tenant, input)),
      writer.settle(tenant, settled),
      writer.release(tenant, released),
    ]);
    expect(await available(tenant)).toBe(14_920);
    const shown = (await statementOf(tenant)).filter(({ kind }) => kind === 'WITHDRAW');
    expect(new Map(shown.map(({ referenceId, status }) => [referenceId, status]))).toEqual(
      new Map([
        [settled.holdId, 'COMPLETE'],
        [released.holdId, 'FAILED'],
      ]),
    );
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('never debits more than is available, with 100 concurrent reserves', async () => {
    const tenant = await aFundedStore(ledger.deps, 10 * 5_080 + 5_079);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => reserveHold(ledger.deps, tenant, aWithdrawal())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await available(tenant)).toBe(5_079);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

describe('a repeat', () => {
  it('of each step changes nothing, also concurrently', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const settled = aWithdrawal({ amountCents: cents(1_000) });
    const released = aWithdrawal({ amountCents: cents(2_000) });
    const ten = async (step: () => Promise<void>): Promise<void> => {
      await Promise.all(Array.from({ length: 10 }, step));
    };
    await ten(() => reserveHold(ledger.deps, tenant, settled));
    await ten(() => reserveHold(ledger.deps, tenant, released));
    expect(await available(tenant)).toBe(10_000 - 1_080 - 2_080);
    await ten(() => settleHold(ledger.deps, tenant, settled));
    await ten(() => releaseHold(ledger.deps, tenant, released));
    expect(await available(tenant)).toBe(10_000 - 1_080);
    expect(await statementOf(tenant)).toHaveLength(4);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('is not refused for the money that the first debited while it waited', async () => {
    const tenant = await aFundedStore(ledger.deps, 5_080);
    const withdrawal = aWithdrawal();
    const holder = await ledger.db.transaction();
    await holder('balances').where({ store_id: tenant.storeId }).forUpdate();
    const both = Promise.all([
      reserveHold(ledger.deps, tenant, withdrawal),
      reserveHold(ledger.deps, tenant, withdrawal),
    ]);
    await waitForLocks(ledger.db, 2);
    await holder.rollback();
    await both;
    expect(await available(tenant)).toBe(0);
  });

  it('waits for the lock of the hold without holding the lock of the balance', async () => {
    const tenant = await aFundedStore(ledger.deps, 1_000);
    const { holdId, ...withdrawal } = aWithdrawal();
    // Its other balance, that of payouts, is made meanwhile.
    const balances = () => ledger.db('balances').where({ store_id: tenant.storeId, account: 'available' });
    const ofBalance = await ledger.db.transaction();
    await balances().transacting(ofBalance).forUpdate();
    const refused = refusal(reserveHold(ledger.deps, tenant, { holdId, ...withdrawal }));
    await waitForLocks(ledger.db, 1);
    const hold = { store_id: tenant.storeId, dev_mode: tenant.devMode, id: holdId };
    await ledger
      .db('holds')
      .insert({ ...hold, state: 'RELEASED', amount_cents: 0, fee_cents: 0, created_at: noon, updated_at: noon });
    const ofHold = await ledger.db.transaction();
    await ofHold('holds').where(hold).forUpdate();
    await ofBalance.rollback();
    await waitFor('the balance', async () => (await balances().forUpdate().skipLocked()).length === 1);
    await ofHold.rollback();
    expect(await refused).toBe('HOLD_RELEASED');
  });

  it('with other content is refused', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const withdrawal = aWithdrawal();
    await reserveHold(ledger.deps, tenant, withdrawal);
    expect(await refusal(reserveHold(ledger.deps, tenant, { ...withdrawal, amountCents: cents(4_999) }))).toBe(
      'HOLD_MISMATCH',
    );
    expect(await available(tenant)).toBe(4_920);
  });
});

describe('steps out of order', () => {
  it('a release before its reserve refuses the late reserve', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const withdrawal = aWithdrawal();
    await releaseHold(ledger.deps, tenant, withdrawal);
    await releaseHold(ledger.deps, tenant, withdrawal);
    expect(await refusal(reserveHold(ledger.deps, tenant, withdrawal))).toBe('HOLD_RELEASED');
    expect(await available(tenant)).toBe(10_000);
  });

  it('a hold ends once: settled is not released, released is not settled, unknown is not settled', async () => {
    const tenant = await aFundedStore(ledger.deps, 20_000);
    const [settled, released] = [aWithdrawal(), aWithdrawal()];
    await reserveHold(ledger.deps, tenant, settled);
    await reserveHold(ledger.deps, tenant, released);
    await settleHold(ledger.deps, tenant, settled);
    await releaseHold(ledger.deps, tenant, released);
    expect(await refusal(releaseHold(ledger.deps, tenant, settled))).toBe('HOLD_SETTLED');
    expect(await refusal(settleHold(ledger.deps, tenant, released))).toBe('HOLD_RELEASED');
    expect(await refusal(settleHold(ledger.deps, tenant, aWithdrawal()))).toBe('HOLD_NOT_FOUND');
    expect(await available(tenant)).toBe(20_000 - 5_080);
  });

  it('of a concurrent settle and release exactly one succeeds', async () => {
    const tenant = await aFundedStore(ledger.deps, 10_000);
    const withdrawal = aWithdrawal();
    await reserveHold(ledger.deps, tenant, withdrawal);
    const outcomes = await Promise.allSettled([
      settleHold(ledger.deps, tenant, withdrawal),
      releaseHold(ledger.deps, tenant, withdrawal),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it("another store's hold is not found", async () => {
    const [owner, stranger] = [await aFundedStore(ledger.deps, 10_000), await aFundedStore(ledger.deps, 10_000)];
    const withdrawal = aWithdrawal();
    await reserveHold(ledger.deps, owner, withdrawal);
    expect(await refusal(settleHold(ledger.deps, stranger, withdrawal))).toBe('HOLD_NOT_FOUND');
    await releaseHold(ledger.deps, stranger, withdrawal);
    expect(await available(owner)).toBe(4_920);
    expect(await available(stranger)).toBe(10_000);
  });
});

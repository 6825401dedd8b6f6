import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { aTenant, startBeforeEach, testIds, waitFor } from '@pitanga/testing';
import {
  advanceAlone,
  aPaidBoleto,
  aPaidCard,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  inShort,
  noon,
  platformMoney,
  statementOf,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { reserveHold, settleHold } from '../../test/holds';
import { closeDispute, openDispute } from './book-disputes';
import { captureCharges } from './capture-charges';
import { lockParts } from '../pending-parts/pending-part-repository';
import { settleDue } from './settle-parts';
import type { Advance } from '../advances/advance';
import { quoteAdvance, retryWhenPartsChange, type AdvanceInput } from './make-advance';

const terms = { rateBasisPoints: 199 };
const ledger = startBeforeEach(startLedger);

// A database per test: a settlement takes what is due of every store.
afterEach(async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

const anAdvance = (requestedCents?: number): AdvanceInput => ({
  id: testIds.next('advance', noon),
  requestedCents: requestedCents === undefined ? undefined : cents(requestedCents),
});

function advance(tenant: Tenant, input: AdvanceInput): Promise<Advance> {
  return retryWhenPartsChange(() => advanceAlone(ledger.deps, tenant, input, terms));
}

const moneyOf = ({ amountCents, costCents }: Pick<Advance, 'amountCents' | 'costCents'>) => [amountCents, costCents];

async function openOf(chargeId: string): Promise<readonly number[]> {
  const rows = await ledger.db('pending_parts').where({ charge_id: chargeId }).orderBy('number').select('open_cents');
  return rows.map((row: { open_cents: number }) => row.open_cents);
}

/** Three parts of 3,180 centavos after 30, 60 and 90 days, which cost 63, 127 and 190 to advance at noon. */
async function aPendingCard(tenant: Tenant) {
  const charge = aPaidCard(tenant);
  await captureCharges(ledger.deps, [charge]);
  return charge;
}

describe('an advance', () => {
  it('takes the parts that are due earliest, across charges, and a share of the last', async () => {
    const tenant = aTenant();
    const later = aPaidCard(tenant, { occurredAt: daysAfterNoon(5) });
    const sooner = aPaidCard(tenant);
    await captureCharges(ledger.deps, [later, sooner]);
    const quote = await quoteAdvance(ledger.deps, tenant, cents(7_000), terms);
    const made = await advance(tenant, anAdvance(7_000));
    // 63.282 + 3,180 × 35 days (73.829) + 640 × 60 days (25.472).
    expect(moneyOf(made)).toEqual([7_000, 63 + 74 + 25]);
    expect(moneyOf(quote)).toEqual(moneyOf(made));
    expect(await openOf(sooner.chargeId)).toEqual([0, 2_540, 3_180]);
    expect(await openOf(later.chargeId)).toEqual([0, 3_180, 3_180]);
    expect(await balancesOf(ledger.db, tenant)).toEqual([6_838, 2 * 9_540 - 7_000, 0]);
    expect(await platformMoney(ledger.db, tenant, 'fees_earned')).toBe(2 * 460 + 162);
  });

  it('shows the credit of the net and its cost, which never was available, in one statement entry', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    const { id } = await advance(tenant, anAdvance(3_180));
    const line = (await statementOf(ledger.db, tenant)).find(({ kind }) => kind === 'ADVANCE');
    expect(line && inShort(line)).toBe('ADVANCE COMPLETE CREDIT 3117 NONE 63');
    expect(line).toMatchObject({ method: 'CARD', referenceId: id, createdAt: noon });
    const [event] = await ledger.db('outbox').where({ key: id }).select('type', 'payload');
    expect(JSON.parse((event as { payload: string }).payload)).toMatchObject({
      journalId: `advance:${id}`,
      kind: 'advance.made',
      entries: [
        { account: 'pending', amountCents: -3_117 },
        { account: 'available', amountCents: 3_117 },
        { account: 'pending', amountCents: -63 },
        { account: 'fees_earned', amountCents: 63 },
      ],
    });
  });

  it('without an amount takes all that is pending of cards, and nothing of boletos', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    await captureCharges(ledger.deps, [aPaidBoleto(tenant)]);
    expect(moneyOf(await advance(tenant, anAdvance()))).toEqual([9_540, 63 + 127 + 190]);
    expect(await balancesOf(ledger.db, tenant)).toEqual([9_160, 9_750, 0]);
    await expect(advance(tenant, anAdvance())).rejects.toMatchObject({ reason: 'NOTHING_TO_ADVANCE' });
  });

  it('is refused when less is pending in this store and environment, and moves nothing', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    await aPendingCard({ ...tenant, devMode: false });
    await aPendingCard(aTenant());
    await expect(advance(tenant, anAdvance(9_541))).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_PENDING',
      message: 'INSUFFICIENT_PENDING: the card balance that can be advanced is R$ 95,40 and R$ 95,41 was asked for',
    });
    expect(await balancesOf(ledger.db, tenant)).toEqual([0, 9_540, 0]);
    expect(await ledger.db('advances').select()).toEqual([]);
  });

  it('takes no part that is due, which settles soon at no cost', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidCard(tenant, { occurredAt: daysAfterNoon(-30) })]);
    expect((await quoteAdvance(ledger.deps, tenant, undefined, terms)).amountCents).toBe(6_360);
  });

  it('is refused when it would cost its whole amount', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    const dear = { rateBasisPoints: 10_000 };
    await expect(advanceAlone(ledger.deps, tenant, anAdvance(3_180), dear)).rejects.toMatchObject({
      reason: 'ADVANCE_COST_TOO_HIGH',
    });
  });
});

describe('a repeat of an advance', () => {
  it('returns the same advance and moves nothing, also 20 times concurrently', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    const input = anAdvance(4_000);
    const answers = await Promise.all(Array.from({ length: 20 }, () => advance(tenant, input)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await advance(tenant, input)).toEqual(answers[0]);
    expect((await balancesOf(ledger.db, tenant))[1]).toBe(5_540);
  });

  it('with another amount is refused', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    const input = anAdvance(4_000);
    await advance(tenant, input);
    for (const requestedCents of [undefined, cents(4_001)]) {
      await expect(advance(tenant, { ...input, requestedCents })).rejects.toMatchObject({ reason: 'ADVANCE_MISMATCH' });
    }
  });
});

describe('concurrent advances', () => {
  it('never take the same money: the pending amount covers nine of 20', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => advance(tenant, anAdvance(1_000))));
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(made).toHaveLength(9);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'INSUFFICIENT_PENDING' });
    }
    const cost = made.reduce((total, { costCents }) => total + costCents, 0);
    expect(await balancesOf(ledger.db, tenant)).toEqual([9_000 - cost, 540, 0]);
  });

  it('run one after the other, so that none plans what another takes', async () => {
    const tenant = aTenant();
    await aPendingCard(tenant);
    // Without retryWhenPartsChange: a plan that did not stand would be an error here.
    const made = await Promise.all(
      Array.from({ length: 6 }, () => advanceAlone(ledger.deps, tenant, anAdvance(1_000), terms)),
    );
    expect(made.map(({ amountCents }) => amountCents)).toEqual(Array<number>(6).fill(1_000));
  });
});

describe('an advance and other changes of parts', () => {
  it('and a concurrent settlement share the parts, and every centavo moves once', async () => {
    const tenant = aTenant();
    const charges = Array.from({ length: 20 }, () => aPaidCard(tenant));
    await captureCharges(ledger.deps, charges);
    // The settlement's first and second parts are the ones that the advances want first.
    const [advanced] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => advance(tenant, anAdvance(5_000)))),
      settleDue(ledger.deps, everyTenant, daysAfterNoon(60)),
    ]);
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(90));
    const cost = advanced.reduce((total, { costCents }) => total + costCents, 0);
    expect(await balancesOf(ledger.db, tenant)).toEqual([20 * 9_540 - cost, 0, 0]);
  });

  it('plans again when a refund that it waited for took what it planned', async () => {
    const tenant = aTenant();
    const [first, second] = [await aPendingCard(tenant), await aPendingCard(tenant)];
    const [refunded, other] = first.chargeId < second.chargeId ? [first, second] : [second, first];
    const asked = await inTransaction(ledger.db, async (tx) => {
      await lockParts(tx, tenant, refunded.chargeId);
      const waiting = advance(tenant, anAdvance(4_000));
      await waitFor('a wait for the lock', isSomebodyWaiting);
      await tx('part_takings').insert({
        store_id: tenant.storeId,
        dev_mode: tenant.devMode,
        taker_id: 'ref_1',
        charge_id: refunded.chargeId,
        number: 1,
        amount_cents: 3_180,
      });
      await tx('pending_parts').where({ charge_id: refunded.chargeId, number: 1 }).update({ open_cents: 0 });
      return { waiting };
    });
    expect((await asked.waiting).amountCents).toBe(4_000);
    expect(await openOf(refunded.chargeId)).toEqual([0, 2_360, 3_180]);
    expect(await openOf(other.chargeId)).toEqual([0, 3_180, 3_180]);
    // What the refund of this test took by hand was never booked.
    await ledger.db('part_takings').where({ taker_id: 'ref_1' }).delete();
    await ledger.db('pending_parts').where({ charge_id: refunded.chargeId, number: 1 }).update({ open_cents: 3_180 });
  });

  it('leaves the rest of a part to settle on its date', async () => {
    const tenant = aTenant();
    const { chargeId } = await aPendingCard(tenant);
    await advance(tenant, anAdvance(1_000));
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(3);
    expect(await openOf(chargeId)).toEqual([0, 0, 0]);
    const settled = (await statementOf(ledger.db, tenant)).map(inShort).filter((line) => line.startsWith('SETTLE'));
    expect(settled.sort()).toEqual([
      'SETTLEMENT COMPLETE CREDIT 2180',
      'SETTLEMENT COMPLETE CREDIT 3180',
      'SETTLEMENT COMPLETE CREDIT 3180',
    ]);
    // 1,000 × 1.99 % = 19.9.
    expect(await balancesOf(ledger.db, tenant)).toEqual([9_540 - 20, 0, 0]);
  });

  it('makes the refund of its charge debit available, as far as its parts are taken', async () => {
    const tenant = aTenant();
    const charge = await aPendingCard(tenant);
    await captureCharges(ledger.deps, [aPaidCard(tenant, { amountCents: cents(20_460), installmentCount: 1 })]);
    await advance(tenant, anAdvance(26_360));
    const [availableBefore, pendingBefore] = await balancesOf(ledger.db, tenant);
    expect(pendingBefore).toBe(3_180);
    const hold = { holdId: testIds.next('refund', noon), occurredAt: noon };
    const money = { amountCents: charge.amountCents, feeCents: cents(0), description: undefined };
    await reserveHold(ledger.deps, tenant, { ...hold, ...money, purpose: 'REFUND', charge });
    expect(await balancesOf(ledger.db, tenant)).toEqual([availableBefore - 10_000 + 3_180, 0, 0]);
    await settleHold(ledger.deps, tenant, hold);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(0);
  });

  it('takes nothing of a disputed charge, and a dispute of its charge debits available', async () => {
    const tenant = aTenant();
    const charge = await aPendingCard(tenant);
    const { amountCents } = charge;
    const dispute = { disputeId: testIds.next('dispute', noon), charge, amountCents, occurredAt: noon };
    await openDispute(ledger.deps, dispute);
    await expect(advance(tenant, anAdvance(100))).rejects.toMatchObject({ reason: 'INSUFFICIENT_PENDING' });
    await closeDispute(ledger.deps, dispute, 'WON');
    await advance(tenant, anAdvance());
    const [before] = await balancesOf(ledger.db, tenant);
    await openDispute(ledger.deps, { ...dispute, disputeId: testIds.next('dispute', noon) });
    expect(await balancesOf(ledger.db, tenant)).toEqual([before - 10_000, 0, 10_000]);
  });
});

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await ledger.db.raw<{ rows: unknown[] }>(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeEach, testIds } from '@pitanga/testing';
import {
  aPaidCard,
  aPaidPix,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  fund,
  inShort,
  noon,
  platformMoney,
  statementOf,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import type { PaidCharge } from '../charges/capture';
import { captureCharges } from './capture-charges';
import { settleDue } from './settle-parts';
import { closeDispute, openDispute, type DisputeInput } from './book-disputes';

const ledger = startBeforeEach(startLedger);

// A database per test: a settlement takes what is due of every store.

function aDispute(charge: PaidCharge, amountCents = charge.amountCents): DisputeInput {
  return { disputeId: testIds.next('dispute', noon), charge, amountCents, occurredAt: daysAfterNoon(1) };
}

async function balances(tenant: Tenant): Promise<readonly [number, number, number]> {
  return balancesOf(ledger.db, tenant);
}

async function lines(tenant: Tenant): Promise<readonly string[]> {
  return (await statementOf(ledger.db, tenant)).filter(({ kind }) => kind !== 'PAYMENT').map(inShort);
}

describe('a dispute', () => {
  it('blocks the unsettled parts of its charge first, then available', async () => {
    const tenant = aTenant();
    const charge = aPaidCard(tenant, { customer: { id: 'cust_1', name: 'João' } });
    await fund(ledger.deps, tenant, 1_000);
    await captureCharges(ledger.deps, [charge]);
    await openDispute(ledger.deps, aDispute(charge));
    expect(await balances(tenant)).toEqual([540, 0, 10_000]);
    expect(await lines(tenant)).toEqual(['DISPUTE PENDING DEBIT 460 NONE 9540']);
    const { chargeId } = charge;
    expect((await statementOf(ledger.db, tenant)).at(-1)).toMatchObject({ chargeId, customer: { name: 'João' } });
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(0);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('may leave available below zero, where a refund or payout may not', async () => {
    const tenant = aTenant();
    const charge = aPaidPix(tenant);
    await captureCharges(ledger.deps, [charge]);
    const holdId = testIds.next('payout', noon);
    const payout = { holdId, amountCents: cents(9_000), feeCents: cents(80), occurredAt: noon, description: undefined };
    await reserveHold(ledger.deps, tenant, { ...payout, purpose: 'WITHDRAW' });
    await openDispute(ledger.deps, aDispute(charge));
    expect(await balances(tenant)).toEqual([-9_160, 0, 10_000]);
    await expect(
      reserveHold(ledger.deps, tenant, { ...payout, holdId: 'tran_2', purpose: 'WITHDRAW' }),
    ).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('won, returns everything to where it came from, and the parts settle when they were due', async () => {
    const tenant = aTenant();
    const charge = aPaidCard(tenant);
    const dispute = aDispute(charge);
    await openDispute(ledger.deps, dispute);
    await closeDispute(ledger.deps, { ...dispute, occurredAt: daysAfterNoon(40) }, 'WON');
    expect(await balances(tenant)).toEqual([0, 9_540, 0]);
    expect(await lines(tenant)).toEqual([
      'DISPUTE COMPLETE DEBIT 460 NONE 9540',
      'DISPUTE_RELEASE COMPLETE CREDIT 460 NONE 9540',
    ]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(40))).toBe(1);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(2);
    expect(await balances(tenant)).toEqual([9_540, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('lost, goes to the payer through the provider, and its statement entry has no further effect', async () => {
    const tenant = aTenant();
    const charge = aPaidCard(tenant);
    const dispute = aDispute(charge);
    await openDispute(ledger.deps, dispute);
    await closeDispute(ledger.deps, { ...dispute, occurredAt: daysAfterNoon(2) }, 'LOST');
    expect(await balances(tenant)).toEqual([-460, 0, 0]);
    expect(await lines(tenant)).toEqual(['DISPUTE COMPLETE DEBIT 460 NONE 9540', 'CHARGEBACK COMPLETE NONE 10000']);
    expect(await platformMoney(ledger.db, tenant, 'provider_clearing')).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(0);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it.each(['WON', 'LOST'] as const)(
    'is booked once, when each of its facts comes many times at once and %s',
    async (outcome) => {
      const tenant = aTenant();
      const dispute = aDispute(aPaidCard(tenant));
      const steps = [
        () => openDispute(ledger.deps, dispute),
        () => closeDispute(ledger.deps, dispute, outcome),
        () => captureCharges(ledger.deps, [dispute.charge]),
      ];
      await Promise.all(Array.from({ length: 8 }, () => steps.map((step) => step())).flat());
      expect(await balances(tenant)).toEqual(outcome === 'WON' ? [0, 9_540, 0] : [-460, 0, 0]);
      expect(await lines(tenant)).toHaveLength(2);
      expect(await brokenInvariants(ledger.db)).toEqual([]);
    },
  );

  it.each(['WON', 'LOST'] as const)(
    '%s before it was opened or its payment was seen, books those first',
    async (outcome) => {
      const tenant = aTenant();
      const dispute = aDispute(aPaidCard(tenant));
      await closeDispute(ledger.deps, dispute, outcome);
      const after = await balances(tenant);
      expect(after).toEqual(outcome === 'WON' ? [0, 9_540, 0] : [-460, 0, 0]);
      await openDispute(ledger.deps, dispute);
      await captureCharges(ledger.deps, [dispute.charge]);
      expect(await balances(tenant)).toEqual(after);
      expect(await brokenInvariants(ledger.db)).toEqual([]);
    },
  );

  it('keeps its first outcome', async () => {
    const tenant = aTenant();
    const dispute = aDispute(aPaidPix(tenant));
    await closeDispute(ledger.deps, dispute, 'LOST');
    await closeDispute(ledger.deps, dispute, 'WON');
    expect(await balances(tenant)).toEqual([-80, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('and a refund of the same charge never take the same part', async () => {
    const tenant = aTenant();
    const charge = aPaidCard(tenant);
    await fund(ledger.deps, tenant, 460);
    const refund = { holdId: testIds.next('refund', noon), occurredAt: noon };
    const money = { purpose: 'REFUND', amountCents: charge.amountCents, feeCents: cents(0) } as const;
    await reserveHold(ledger.deps, tenant, { ...refund, ...money, description: undefined, charge });
    const dispute = aDispute(charge);
    await openDispute(ledger.deps, dispute);
    expect(await balances(tenant)).toEqual([-10_000, 0, 10_000]);
    await Promise.all([releaseHold(ledger.deps, tenant, refund), closeDispute(ledger.deps, dispute, 'WON')]);
    expect(await balances(tenant)).toEqual([460, 9_540, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('after a partial refund blocks only the rest: won, it is refundable again; lost, only the rest is gone', async () => {
    for (const outcome of ['WON', 'LOST'] as const) {
      const tenant = aTenant();
      const charge = aPaidCard(tenant);
      await fund(ledger.deps, tenant, 460);
      const refund = {
        holdId: testIds.next('refund', noon),
        occurredAt: noon,
        feeCents: cents(0),
        description: undefined,
      };
      await reserveHold(ledger.deps, tenant, { ...refund, purpose: 'REFUND', amountCents: cents(4_000), charge });
      await settleHold(ledger.deps, tenant, refund);
      const dispute = aDispute(charge, cents(6_000));
      await openDispute(ledger.deps, dispute);
      expect(await balances(tenant)).toEqual([0, 0, 6_000]);
      await closeDispute(ledger.deps, dispute, outcome);
      expect(await balances(tenant)).toEqual(outcome === 'WON' ? [460, 5_540, 0] : [0, 0, 0]);
      const clearing = await platformMoney(ledger.db, tenant, 'provider_clearing');
      expect(clearing).toBe(outcome === 'WON' ? -6_460 : -460);
      const rest = { ...refund, holdId: testIds.next('refund', noon), amountCents: cents(6_000), charge };
      if (outcome === 'WON') {
        await reserveHold(ledger.deps, tenant, { ...rest, purpose: 'REFUND' });
        expect(await balances(tenant)).toEqual([0, 0, 0]);
      }
    }
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('opened during a partial refund leaves what that took, which returns on its own when it fails', async () => {
    const tenant = aTenant();
    const charge = aPaidCard(tenant);
    await fund(ledger.deps, tenant, 460);
    const refund = { holdId: testIds.next('refund', noon), occurredAt: noon };
    const money = { purpose: 'REFUND', amountCents: cents(4_000), feeCents: cents(0), description: undefined } as const;
    await reserveHold(ledger.deps, tenant, { ...refund, ...money, charge });
    const dispute = aDispute(charge, cents(6_000));
    await openDispute(ledger.deps, dispute);
    expect(await balances(tenant)).toEqual([0, 0, 6_000]);
    await releaseHold(ledger.deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 4_000, 6_000]);
    await closeDispute(ledger.deps, dispute, 'LOST');
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(2);
    expect(await balances(tenant)).toEqual([4_000, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

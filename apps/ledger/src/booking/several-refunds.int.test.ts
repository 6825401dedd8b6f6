import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeEach, testIds } from '@pitanga/testing';
import {
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  aRefund,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  fund,
  inShort,
  noon,
  refusal,
  statementOf,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import type { PaidCharge } from '../charges/capture';
import { captureCharges } from './capture-charges';
import { settleDue } from './settle-parts';

const ledger = startBeforeEach(startLedger);

// A database per test: a settlement settles the due parts of every store.

async function balances(tenant: Tenant): Promise<readonly [number, number, number]> {
  return balancesOf(ledger.db, tenant);
}

async function lines(tenant: Tenant, ofId: string): Promise<readonly string[]> {
  const found = await statementOf(ledger.db, tenant);
  return found.filter(({ referenceId }) => referenceId === ofId).map(inShort);
}

/** A store with a card charge in three parts of 3,180 and this much available. */
async function aStoreWithCard(available: number): Promise<{ tenant: Tenant; charge: PaidCharge }> {
  const tenant = aTenant();
  const charge = aPaidCard(tenant);
  if (available > 0) await fund(ledger.deps, tenant, available);
  await captureCharges(ledger.deps, [charge]);
  return { tenant, charge };
}

describe('several refunds of a charge', () => {
  it('take what is left of its parts, the earliest first, and then from available', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const part = (amount: number) => aRefund(charge, { amountCents: cents(amount) });
    const refunds = [part(5_000), part(4_000), part(1_000)] as const;
    for (const refund of refunds) {
      await reserveHold(ledger.deps, tenant, refund);
      await settleHold(ledger.deps, tenant, refund);
    }
    expect(await Promise.all(refunds.map(({ holdId }) => lines(tenant, holdId)))).toEqual([
      ['REFUND COMPLETE NONE 5000'],
      ['REFUND COMPLETE NONE 4000'],
      ['REFUND COMPLETE DEBIT 460 NONE 540'],
    ]);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(0);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('do not change the later installments', async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    const refund = aRefund(charge, { amountCents: cents(4_000) });
    await reserveHold(ledger.deps, tenant, refund);
    await settleHold(ledger.deps, tenant, refund);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30))).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(60))).toBe(1);
    expect(await balances(tenant)).toEqual([3_180 * 2 - 4_000, 3_180, 0]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(1);
    expect(await balances(tenant)).toEqual([3_180 * 3 - 4_000, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('that fail return exactly what each took, whatever the others took since', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const first = aRefund(charge, { amountCents: cents(5_000) });
    const second = aRefund(charge, { amountCents: cents(5_000) });
    await reserveHold(ledger.deps, tenant, first);
    await reserveHold(ledger.deps, tenant, second);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    await releaseHold(ledger.deps, tenant, { ...first, occurredAt: daysAfterNoon(2) });
    expect(await lines(tenant, first.holdId)).toEqual(['REFUND FAILED NONE 5000', 'RETURN COMPLETE NONE 5000']);
    await settleHold(ledger.deps, tenant, second);
    expect(await balances(tenant)).toEqual([0, 5_000, 0]);
    // The first took installment 1 and 1,820 of the second; those are due as they were.
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30))).toBe(1);
    expect(await balances(tenant)).toEqual([3_180, 1_820, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('of a boleto reduce what settles on the next business day', async () => {
    const tenant = aTenant();
    const charge = aPaidBoleto(tenant);
    await captureCharges(ledger.deps, [charge]);
    const refund = aRefund(charge, { amountCents: cents(3_000) });
    await reserveHold(ledger.deps, tenant, refund);
    await settleHold(ledger.deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 6_750, 0]);
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(5));
    expect(await balances(tenant)).toEqual([6_750, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('never exceed what was paid, however many run concurrently', async () => {
    const { tenant, charge } = await aStoreWithCard(100_000);
    const pix = aPaidPix(tenant);
    for (const paid of [charge, pix]) {
      const refunds = Array.from({ length: 12 }, (_, index) =>
        aRefund(paid, { amountCents: cents(1_000 + index * 300) }),
      );
      const answers = await Promise.all(refunds.map((refund) => refusal(reserveHold(ledger.deps, tenant, refund))));
      expect(new Set(answers)).toEqual(new Set([undefined, 'REFUNDS_EXCEED_PAYMENT']));
      const taken = refunds.filter((_, index) => answers[index] === undefined);
      const sum = taken.reduce((total, { amountCents }) => total + amountCents, 0);
      expect(sum).toBeLessThanOrEqual(10_000);
      const rest = aRefund(paid, { amountCents: cents(10_000 - sum + 1) });
      expect(await refusal(reserveHold(ledger.deps, tenant, rest))).toBe('REFUNDS_EXCEED_PAYMENT');
      const [first] = taken;
      if (!first) throw new Error('all were refused');
      await releaseHold(ledger.deps, tenant, first);
      await reserveHold(ledger.deps, tenant, { ...first, holdId: testIds.next('refund', noon) });
    }
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { openTransaction } from '@pitanga/database';
import { aTenant, startBeforeEach, testIds, withDeps } from '@pitanga/testing';
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
  platformMoney,
  refusal,
  statementOf,
  waitForLocks,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import type { PaidCharge } from '../charges/capture';
import type { Deps } from '../deps';
import { closeDispute } from './book-disputes';
import { captureCharges } from './capture-charges';
import { settleDue } from './settle-parts';

const customer = { id: 'cust_1', name: 'João', email: 'joao@example.com', maskedTaxId: '123.***.***-**' };
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
  const charge = aPaidCard(tenant, { customer, description: 'Camiseta', checkoutId: 'bill_1' });
  if (available > 0) await fund(ledger.deps, tenant, available);
  await captureCharges(ledger.deps, [charge]);
  return { tenant, charge };
}

describe('the hold of a refund', () => {
  it('takes the unsettled parts of its charge first and the rest, the fee included, from available', async () => {
    const { tenant, charge } = await aStoreWithCard(1_000);
    const refund = aRefund(charge);
    await reserveHold(ledger.deps, tenant, refund);
    expect(await balances(tenant)).toEqual([540, 0, 0]);
    expect(await platformMoney(ledger.db, tenant, 'suspense')).toBe(10_000);
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND PENDING DEBIT 460 NONE 9540']);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(0);
  });

  it('takes only what is left in the parts once some have settled', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(30));
    const refund = aRefund(charge);
    await reserveHold(ledger.deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND PENDING DEBIT 3640 NONE 6360']);
  });

  it('draws available below zero as far as the overdraft allows, and no payout does', async () => {
    const tenant = aTenant();
    const charge = aPaidPix(tenant);
    await captureCharges(ledger.deps, [charge]);
    const left = charge.amountCents - charge.feeCents;
    expect(await balances(tenant)).toEqual([left, 0, 0]);
    const short = cents(charge.feeCents - 1);
    expect(await refusal(reserveHold(ledger.deps, tenant, aRefund(charge)))).toBe('INSUFFICIENT_FUNDS');
    expect(await refusal(reserveHold(ledger.deps, tenant, aRefund(charge, { overdraftCents: short })))).toBe(
      'INSUFFICIENT_FUNDS',
    );
    const payout = {
      ...aRefund(charge),
      purpose: 'WITHDRAW',
      charge: undefined,
      overdraftCents: charge.feeCents,
    } as const;
    expect(await refusal(reserveHold(ledger.deps, tenant, payout))).toBe('INSUFFICIENT_FUNDS');
    const refund = aRefund(charge, { overdraftCents: charge.feeCents });
    await reserveHold(ledger.deps, tenant, refund);
    expect(await balances(tenant)).toEqual([left - charge.amountCents, 0, 0]);
    await settleHold(ledger.deps, tenant, refund);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('of many at once never goes further below zero than the overdraft', async () => {
    const tenant = aTenant();
    const charges = Array.from({ length: 6 }, () => aPaidPix(tenant));
    await captureCharges(ledger.deps, charges);
    const [{ amountCents, feeCents } = aPaidPix(tenant)] = charges;
    // All of them are short by six fees; the overdraft covers five.
    const overdraftCents = cents(5 * feeCents);
    const held = await Promise.allSettled(
      charges.map((charge) => reserveHold(ledger.deps, tenant, aRefund(charge, { overdraftCents }))),
    );
    expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await balances(tenant)).toEqual([amountCents - 6 * feeCents, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('settled, leaves through the provider and never settles to the store', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    await reserveHold(ledger.deps, tenant, refund);
    await settleHold(ledger.deps, tenant, refund);
    await settleHold(ledger.deps, tenant, refund);
    expect(await platformMoney(ledger.db, tenant, 'suspense')).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(90))).toBe(0);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND COMPLETE DEBIT 460 NONE 9540']);
    // Of the 10,000 the provider keeps only the platform's fee, which the store paid from its other 460.
    expect(await platformMoney(ledger.db, tenant, 'provider_clearing')).toBe(-460);
    expect(await platformMoney(ledger.db, tenant, 'fees_earned')).toBe(460);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('released, returns everything to where it came from, and the parts settle when they were due', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    await reserveHold(ledger.deps, tenant, refund);
    await releaseHold(ledger.deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
    await releaseHold(ledger.deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
    expect(await balances(tenant)).toEqual([460, 9_540, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual([
      'REFUND FAILED DEBIT 460 NONE 9540',
      'RETURN COMPLETE CREDIT 460 NONE 9540',
    ]);
    const returned = (await statementOf(ledger.db, tenant)).find(({ kind }) => kind === 'RETURN');
    const { chargeId } = charge;
    expect(returned).toMatchObject({
      method: 'CARD',
      chargeId,
      checkoutId: 'bill_1',
      description: 'Camiseta',
      customer,
    });
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30, -1))).toBe(0);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(30))).toBe(1);
    expect(await balances(tenant)).toEqual([3_640, 6_360, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('released after a part was due, leaves that part due now', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    await reserveHold(ledger.deps, tenant, refund);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(61))).toBe(0);
    await releaseHold(ledger.deps, tenant, { ...refund, occurredAt: daysAfterNoon(61) });
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(61, 1_000))).toBe(2);
    expect(await balances(tenant)).toEqual([460 + 6_360, 3_180, 0]);
    const settlement = (await statementOf(ledger.db, tenant)).at(-1);
    expect(settlement).toMatchObject({ kind: 'SETTLEMENT', createdAt: daysAfterNoon(61, 1_000) });
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('moves nothing when available cannot cover the rest, and may be retried', async () => {
    const { tenant, charge } = await aStoreWithCard(459);
    const refund = aRefund(charge);
    expect(await refusal(reserveHold(ledger.deps, tenant, refund))).toBe('INSUFFICIENT_FUNDS');
    expect(await balances(tenant)).toEqual([459, 9_540, 0]);
    expect(await lines(tenant, refund.holdId)).toEqual([]);
    await fund(ledger.deps, tenant, 1);
    await reserveHold(ledger.deps, tenant, refund);
    expect(await balances(tenant)).toEqual([0, 0, 0]);
  });

  it("takes nothing from the store's other charges", async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    await captureCharges(ledger.deps, [aPaidCard(tenant)]);
    expect(await refusal(reserveHold(ledger.deps, tenant, aRefund(charge)))).toBe('INSUFFICIENT_FUNDS');
    expect(await balances(tenant)).toEqual([0, 2 * 9_540, 0]);
  });

  it('is accepted with a negative available when the parts cover it, and shows no effect on it', async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    const pix = aPaidPix(tenant);
    const disputed = {
      disputeId: testIds.next('dispute', noon),
      charge: pix,
      amountCents: pix.amountCents,
      occurredAt: noon,
    };
    await closeDispute(ledger.deps, disputed, 'LOST');
    expect(await balances(tenant)).toEqual([-80, 9_540, 0]);
    const refund = aRefund(charge, { amountCents: cents(9_540) });
    await reserveHold(ledger.deps, tenant, refund);
    await releaseHold(ledger.deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND FAILED NONE 9540', 'RETURN COMPLETE NONE 9540']);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('of less than a part reduces its settlement, and what is restored later settles on its own', async () => {
    const { tenant, charge } = await aStoreWithCard(0);
    const refund = aRefund(charge, { amountCents: cents(4_000) });
    await reserveHold(ledger.deps, tenant, refund);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(60))).toBe(1);
    expect(await balances(tenant)).toEqual([2_360, 3_180, 0]);
    await releaseHold(ledger.deps, tenant, refund);
    expect(await settleDue(ledger.deps, everyTenant, daysAfterNoon(60))).toBe(2);
    expect(await balances(tenant)).toEqual([6_360, 3_180, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('posts the payment first when its event has not arrived, which then changes nothing', async () => {
    const tenant = aTenant();
    await fund(ledger.deps, tenant, 460 + 250 + 80);
    for (const charge of [aPaidCard(tenant), aPaidBoleto(tenant), aPaidPix(tenant)]) {
      await reserveHold(ledger.deps, tenant, aRefund(charge));
      await captureCharges(ledger.deps, [charge]);
    }
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('repeated in every step and concurrently, takes and returns once', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const refund = aRefund(charge);
    const ten = (step: () => Promise<void>) => Promise.all(Array.from({ length: 10 }, step));
    await ten(() => reserveHold(ledger.deps, tenant, refund));
    expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await refusal(reserveHold(ledger.deps, tenant, { ...refund, charge: aPaidCard(tenant) }))).toBe(
      'HOLD_MISMATCH',
    );
    await ten(() => releaseHold(ledger.deps, tenant, refund));
    expect((await balances(tenant))[0]).toBe(460);
    expect(await refusal(reserveHold(ledger.deps, tenant, refund))).toBe('HOLD_RELEASED');
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('and a concurrent settlement of the same parts never take the same money twice', async () => {
    const stores = await Promise.all(Array.from({ length: 15 }, () => aStoreWithCard(460)));
    const reserves = stores.map(({ tenant, charge }) => reserveHold(ledger.deps, tenant, aRefund(charge)));
    const settlements = Array.from({ length: 3 }, () => settleDue(ledger.deps, everyTenant, daysAfterNoon(90)));
    await Promise.all([...reserves, ...settlements]);
    for (const { tenant } of stores) expect(await balances(tenant)).toEqual([0, 0, 0]);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('waits for a settlement in flight, and then takes from available what that settled', async () => {
    const { tenant, charge } = await aStoreWithCard(460);
    const settlement = await openTransaction(ledger.db);
    await settleDue(withDeps(ledger.deps, { db: settlement as unknown as Deps['db'] }), everyTenant, daysAfterNoon(30));
    const refund = aRefund(charge);
    const reserve = reserveHold(ledger.deps, tenant, refund);
    await waitForLocks(ledger.db, 1);
    await settlement.commit();
    await reserve;
    expect(await lines(tenant, refund.holdId)).toEqual(['REFUND PENDING DEBIT 3640 NONE 6360']);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

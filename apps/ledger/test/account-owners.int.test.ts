import { cents, type AccountOwner, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { readBalance } from '../src/balances/balance-repository';
import { closeDispute, openDispute } from '../src/booking/book-disputes';
import { captureCharges } from '../src/booking/capture-charges';
import { receiveTopUp } from '../src/booking/receive-top-up';
import { returnPayout } from '../src/booking/return-payout';
import { releaseHold, reserveHold, settleHold } from './holds';
import { aPaidPix, aRefund, brokenInvariants, noon } from './fixtures';
import { startLedger } from './ledger-harness';
import { aPayout } from './random-history';

const ledger = startBeforeAll(startLedger);

const earn = (tenant: Tenant, owner: AccountOwner | undefined, amountCents: number) => {
  const charge = aPaidPix(tenant, { amountCents: cents(amountCents), feeCents: cents(0), owner });
  return captureCharges(ledger.deps, [charge]).then(() => charge);
};
const send = async (tenant: Tenant, owner: AccountOwner | undefined, amountCents: number): Promise<string> => {
  const payout = { ...aPayout(amountCents), owner };
  await reserveHold(ledger.deps, tenant, payout);
  return payout.holdId;
};
const operators = async (tenant: Tenant) => (await readBalance(ledger.db, tenant)).operatorCents;
const refusal = (sentence: string) => ({
  reason: 'INSUFFICIENT_FUNDS',
  message: expect.stringContaining(sentence) as string,
});

describe('a payout by an account of the operator', () => {
  it('takes nothing of what a bank of the merchant says that it received: R$ 1.000.000 pay no R$ 900.000', async () => {
    const tenant = aTenant();
    await earn(tenant, 'MERCHANT', 100_000_000);
    await expect(send(tenant, 'OPERATOR', 90_000_000)).rejects.toMatchObject(
      refusal('R$ 0,00 of the available balance came in by accounts of the operator, by whose account this leaves'),
    );
    expect(await readBalance(ledger.db, tenant)).toMatchObject({ availableCents: 100_000_000, operatorCents: 0 });
    // Their own account may send it: it is their own money.
    await expect(send(tenant, 'MERCHANT', 90_000_000)).resolves.toBeDefined();
  });

  it('takes nothing of money of which nobody said whose account brought it', async () => {
    const tenant = aTenant();
    await earn(tenant, undefined, 10_000);
    await expect(send(tenant, 'OPERATOR', 1_000)).rejects.toMatchObject(refusal('R$ 0,00'));
  });

  it('takes all that accounts of the operator brought, and not a centavo more, of many at once too', async () => {
    const tenant = aTenant();
    await earn(tenant, 'MERCHANT', 50_000);
    await earn(tenant, 'OPERATOR', 10_000);
    await expect(send(tenant, 'OPERATOR', 10_001)).rejects.toMatchObject(refusal('R$ 100,00'));
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => send(tenant, 'OPERATOR', 2_500)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await operators(tenant)).toBe(0);
  });

  it('that fails or comes back gives the operator’s share back, and the merchant’s own does not', async () => {
    const tenant = aTenant();
    await earn(tenant, 'OPERATOR', 10_000);
    await earn(tenant, 'MERCHANT', 10_000);
    const end = { occurredAt: noon };
    await releaseHold(ledger.deps, tenant, { holdId: await send(tenant, 'OPERATOR', 4_000), ...end });
    const holdId = await send(tenant, 'OPERATOR', 4_000);
    await settleHold(ledger.deps, tenant, { holdId, ...end });
    expect(await operators(tenant)).toBe(6_000);
    await returnPayout(ledger.deps, tenant, { holdId, returnedCents: cents(4_000), ...end });
    expect(await operators(tenant)).toBe(10_000);
    const own = await send(tenant, 'MERCHANT', 10_000);
    await settleHold(ledger.deps, tenant, { holdId: own, ...end });
    await returnPayout(ledger.deps, tenant, { holdId: own, returnedCents: cents(10_000), ...end });
    expect(await operators(tenant)).toBe(10_000);
  });

  it('never takes more than is available: what the merchant owes is paid first', async () => {
    const tenant = aTenant();
    const { chargeId } = await earn(tenant, 'MERCHANT', 5_000);
    await send(tenant, 'MERCHANT', 5_000);
    const charge = aPaidPix(tenant, { chargeId, amountCents: cents(5_000), feeCents: cents(0), owner: 'MERCHANT' });
    const dispute = { disputeId: testIds.next('dispute', noon), charge, amountCents: cents(5_000), occurredAt: noon };
    await openDispute(ledger.deps, dispute);
    await earn(tenant, 'OPERATOR', 8_000);
    await expect(send(tenant, 'OPERATOR', 3_001)).rejects.toMatchObject(refusal('the available balance is R$ 30,00'));
    await closeDispute(ledger.deps, dispute, 'WON');
    expect(await operators(tenant)).toBe(8_000);
  });
});

describe('a refund of a payment by the operator’s account', () => {
  it('takes nothing of what the merchant’s brought, also of what the store put in', async () => {
    const tenant = aTenant();
    const charge = await earn(tenant, 'OPERATOR', 10_000);
    await send(tenant, 'OPERATOR', 10_000);
    await earn(tenant, 'MERCHANT', 50_000);
    const putIn = aPaidPix(tenant, { amountCents: cents(10_000), feeCents: cents(0), owner: 'MERCHANT' });
    await receiveTopUp(ledger.deps, putIn);
    await expect(reserveHold(ledger.deps, tenant, aRefund(charge))).rejects.toMatchObject(refusal('R$ 0,00'));
    const byOperator = { ...putIn, chargeId: testIds.next('pixCharge', noon), owner: 'OPERATOR' as const };
    await receiveTopUp(ledger.deps, byOperator);
    await expect(reserveHold(ledger.deps, tenant, aRefund(charge))).resolves.toBeUndefined();
  });

  it.each([['MERCHANT' as const], [undefined]])(
    'is judged by the account that sends it, whoever attested the payment: %s',
    async (attestedBy) => {
      const tenant = aTenant();
      const charge = await earn(tenant, attestedBy, 10_000);
      const byOperator = aRefund(charge, { owner: 'OPERATOR' });
      await expect(reserveHold(ledger.deps, tenant, byOperator)).rejects.toMatchObject(refusal('R$ 0,00'));
      await earn(tenant, 'OPERATOR', 10_000);
      await reserveHold(ledger.deps, tenant, byOperator);
      expect(await operators(tenant)).toBe(0);
    },
  );

  it('draws on the overdraft that the operator allows', async () => {
    const tenant = aTenant();
    const charge = await earn(tenant, 'OPERATOR', 10_000);
    await send(tenant, 'OPERATOR', 10_000);
    await earn(tenant, 'MERCHANT', 50_000);
    const refund = aRefund(charge, { overdraftCents: cents(9_999) });
    await expect(reserveHold(ledger.deps, tenant, refund)).rejects.toMatchObject(refusal('R$ 0,00'));
    await reserveHold(ledger.deps, tenant, { ...refund, overdraftCents: cents(10_000) });
    expect(await operators(tenant)).toBe(-10_000);
  });
});

it('the shares of owners add up to every balance', async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

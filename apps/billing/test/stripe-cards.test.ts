import { cents, systemClock } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import type { CardOrder, CardOutcome, CardProvider } from '../src/provider/card-provider';
import { anOrder, cardProviderConformance, charged } from './card-provider.conformance';
import { stripeForEachTest } from './stripe-under-test';

const at = stripeForEachTest();

cardProviderConformance('Stripe', () => {
  const card = (number: string) => ({ paymentMethod: at.stripe.paymentMethod(number), holderName: undefined });
  return Promise.resolve({
    provider: at.adapter().card,
    approved: () => card('4242424242424242'),
    declined: () => card('4000000000000341'),
    number: '4242424242424242',
    now: () => systemClock.real(),
  });
});

async function orderBy(card: CardProvider, number: string, over: Partial<CardOrder> = {}): Promise<CardOrder> {
  const stored = await card.vaultCard({ paymentMethod: at.stripe.paymentMethod(number), holderName: undefined });
  return { ...anOrder(stored.vaultReference), ...over };
}

async function preparedBy(card: CardProvider, number: string, over: Partial<CardOrder> = {}): Promise<CardOrder> {
  const order = await orderBy(card, number, over);
  return { ...order, reference: (await card.prepareCharge(order)) as string };
}

const charges = () => at.stripe.books.all('charge').filter((charge) => charge['paid'] === true);
const refundsOf = () => at.stripe.books.all('refund');
const statusOf = (outcome: CardOutcome | undefined) => outcome?.status;

describe('a card by Stripe', () => {
  it.each([
    ['4000000000009995', 'insufficient_funds', 'REVERSIBLE'],
    ['4000000000000002', 'generic_decline', 'REVERSIBLE'],
    ['4000000000009987', 'lost_card', 'IRREVERSIBLE'],
    ['4000000000009979', 'stolen_card', 'IRREVERSIBLE'],
    ['4000000000000069', 'expired_card', 'IRREVERSIBLE'],
    ['4000000000000127', 'incorrect_cvc', 'REVERSIBLE'],
    ['4000000000000119', 'processing_error', 'REVERSIBLE'],
  ])('%s is declined with Stripe’s own code %s, %s', async (number, code, declineClass) => {
    const { card } = at.adapter();
    expect(await charged(card, await orderBy(card, number))).toMatchObject({ status: 'DECLINED', code, declineClass });
    expect(charges()).toEqual([]);
  });

  it('is never sent again on Stripe’s advice, whatever the code', async () => {
    const { card } = at.adapter();
    const order = await preparedBy(card, '4242424242424242');
    const method = order.vaultReference.split('/')[1] ?? '';
    at.stripe.cards.declineWith(method, {
      code: 'card_declined',
      decline_code: 'do_not_honor',
      advice_code: 'do_not_try_again',
    });
    expect(await card.chargeCard(order)).toMatchObject({ code: 'do_not_honor', declineClass: 'IRREVERSIBLE' });
  });

  it('is told as gone when it was detached, before anything is charged', async () => {
    const { card } = at.adapter();
    const order = await orderBy(card, '4242424242424242');
    at.stripe.cards.detach(order.vaultReference.split('/')[1] ?? '');
    const other = { ...order, vaultReference: `cus_of_another/${order.vaultReference.split('/')[1] ?? ''}` };
    expect(await card.prepareCharge(other)).toMatchObject({ code: 'resource_missing', declineClass: 'IRREVERSIBLE' });
  });

  it('is charged again without its buyer once its first payment has saved it', async () => {
    const { card } = at.adapter();
    const first = await orderBy(card, '4242424242424242');
    expect(statusOf(await charged(card, first))).toBe('APPROVED');
    const { vaultReference } = first;
    expect(statusOf(await charged(card, { ...anOrder(vaultReference), isOffSession: true }))).toBe('APPROVED');
    expect(charges()).toHaveLength(2);
  });
});

describe('3-D Secure', () => {
  const number = '4000002760003184';

  it('sends the buyer to the bank, charges nothing meanwhile, and charges once when the buyer is back', async () => {
    const { card } = at.adapter();
    const order = await preparedBy(card, number);
    const asked = await card.chargeCard(order);
    expect(asked).toEqual({
      status: 'REQUIRES_ACTION',
      actionUrl: `${at.stripe.origin}/3ds/${String(order.reference)}`,
    });
    expect(await card.chargeCard(order)).toEqual(asked);
    expect(await card.readCardCharge(order)).toEqual(asked);
    expect(charges()).toEqual([]);
    expect(at.stripe.intents.authenticate(order.reference ?? '', true)).toContain(`${order.returnUrl}&payment_intent=`);
    expect(statusOf(await card.chargeCard(order))).toBe('APPROVED');
    expect(statusOf(await card.readCardCharge(order))).toBe('APPROVED');
    expect(charges()).toHaveLength(1);
  });

  it('that fails declines the payment, and the card may be tried again', async () => {
    const { card } = at.adapter();
    const order = await preparedBy(card, number);
    await card.chargeCard(order);
    at.stripe.intents.authenticate(order.reference ?? '', false);
    expect(await card.chargeCard(order)).toMatchObject({
      status: 'DECLINED',
      code: 'payment_intent_authentication_failure',
      declineClass: 'REVERSIBLE',
    });
  });

  it('that is given up cannot be finished later', async () => {
    const { card } = at.adapter();
    const order = await preparedBy(card, number);
    await card.chargeCard(order);
    expect(await card.cancelCardCharge(order)).toBeUndefined();
    expect(() => at.stripe.intents.authenticate(order.reference ?? '', true)).toThrow();
    expect(charges()).toEqual([]);
  });

  it('that ended before it was given up is told as it ended', async () => {
    const { card } = at.adapter();
    const order = await preparedBy(card, number);
    await card.chargeCard(order);
    at.stripe.intents.authenticate(order.reference ?? '', true);
    expect(statusOf(await card.cancelCardCharge(order))).toBe('APPROVED');
  });

  it('that a renewal would need declines it, because nobody is there', async () => {
    const { card } = at.adapter();
    const order = await preparedBy(card, number, { isOffSession: true });
    expect(await card.chargeCard(order)).toMatchObject({
      status: 'DECLINED',
      code: 'authentication_required',
      declineClass: 'REVERSIBLE',
    });
  });

  it('of a verification is asked for once, and read when the buyer is back', async () => {
    const { card } = at.adapter();
    const { vaultReference, returnUrl } = await orderBy(card, number);
    const verification = { attemptId: 'subs_1', vaultReference, returnUrl };
    const asked = await card.verifyCard(verification);
    expect(statusOf(asked)).toBe('REQUIRES_ACTION');
    expect(await card.verifyCard(verification)).toEqual(asked);
    const [intent] = at.stripe.books.all('setup_intent');
    at.stripe.intents.authenticate(intent?.id ?? '', true);
    expect(statusOf(await card.verifyCard(verification))).toBe('APPROVED');
    expect(at.stripe.books.all('setup_intent')).toHaveLength(1);
  });

  it('of a verification that is declined says so, also to a repeat', async () => {
    const { card } = at.adapter();
    const { vaultReference, returnUrl } = await orderBy(card, '4000000000000002');
    const verification = { attemptId: 'subs_1', vaultReference, returnUrl };
    for (let time = 0; time < 2; time += 1) {
      expect(await card.verifyCard(verification)).toMatchObject({ status: 'DECLINED', code: 'generic_decline' });
    }
  });
});

describe('a payment whose call was lost', () => {
  const unknown = { kind: 'UNAVAILABLE', reason: 'STRIPE_UNAVAILABLE' };
  const lose = {
    'before it was done': (pattern: RegExp) => at.stripe.loseRequest(pattern, 'no answer'),
    'after it was done': (pattern: RegExp) => at.stripe.loseAnswer(pattern, 'no answer'),
    'after it was done, with a 500': (pattern: RegExp) => at.stripe.breakAnswer(pattern),
  };
  const ways = Object.keys(lose) as (keyof typeof lose)[];

  it.each(ways)('to prepare it %s is prepared once, and moves no money', async (way) => {
    const order = await orderBy(at.adapter().card, '4242424242424242');
    lose[way](/POST \/v1\/payment_intents$/);
    await expect(at.adapter({ attemptMs: 500 }).card.prepareCharge(order)).rejects.toMatchObject(unknown);
    expect(charges()).toEqual([]);
  });

  it.each(ways)('to confirm it %s is charged once, also a day later', async (way) => {
    const { card } = at.adapter();
    const order = await preparedBy(card, '4242424242424242');
    lose[way](/confirm$/);
    await expect(at.adapter({ attemptMs: 500 }).card.chargeCard(order)).rejects.toMatchObject(unknown);
    const isDone = way !== 'before it was done';
    expect(statusOf(await card.readCardCharge(order))).toBe(isDone ? 'APPROVED' : undefined);
    at.stripe.forgetKeys();
    expect(statusOf(await card.chargeCard(order))).toBe('APPROVED');
    expect(charges()).toHaveLength(1);
  });

  it.each(ways)('to cancel it %s is cancelled, and never charged', async (way) => {
    const { card } = at.adapter();
    const order = await preparedBy(card, '4242424242424242');
    lose[way](/cancel$/);
    await expect(at.adapter({ attemptMs: 500 }).card.cancelCardCharge(order)).rejects.toMatchObject(unknown);
    at.stripe.forgetKeys();
    expect(await card.cancelCardCharge(order)).toBeUndefined();
    expect(statusOf(await card.chargeCard(order))).toBe('DECLINED');
    expect(charges()).toEqual([]);
  });

  it.each(ways)('to refund it %s is refunded once, also a day later', async (way) => {
    const { card } = at.adapter();
    const paid = await charged(card, await orderBy(card, '4242424242424242'));
    if (paid.status !== 'APPROVED') throw new Error('not paid');
    const now = systemClock.real();
    const refund = { target: paid.authorizationId, amountCents: cents(5_000), requestedAt: now, now };
    const order = { ...refund, refundId: testIds.token(24) };
    lose[way](/POST \/v1\/refunds/);
    await expect(at.adapter({ attemptMs: 500 }).card.refundCard(order)).rejects.toMatchObject(unknown);
    at.stripe.forgetKeys();
    expect((await card.refundCard(order)).status).toBe('COMPLETE');
    expect(await card.refundCard(order)).toEqual(await card.readCardRefund(order));
    expect(refundsOf().map(({ amount }) => amount)).toEqual([5_000]);
  });
});

describe('a payment that this account does not have', () => {
  it('has an unknown outcome, because the keys may be of another account', async () => {
    const { card } = at.adapter();
    const order = { ...(await orderBy(card, '4242424242424242')), reference: 'pi_of_another' };
    const unknown = { kind: 'UNAVAILABLE', reason: 'STRIPE_UNAVAILABLE' };
    for (const call of [card.chargeCard, card.readCardCharge, card.cancelCardCharge]) {
      await expect(call(order)).rejects.toMatchObject(unknown);
    }
    expect(charges()).toEqual([]);
  });
});

describe('a refund by Stripe', () => {
  async function paidOrder(card: CardProvider) {
    const paid = await charged(card, await orderBy(card, '4242424242424242'));
    if (paid.status !== 'APPROVED') throw new Error('not paid');
    const now = systemClock.real();
    return {
      refundId: testIds.token(24),
      target: paid.authorizationId,
      amountCents: cents(5_000),
      requestedAt: now,
      now,
    };
  }

  it('is pending until Stripe has ended it, and fails with a published reason and Stripe’s own code', async () => {
    const { card } = at.adapter();
    const order = await paidOrder(card);
    at.stripe.money.refundStatus = 'pending';
    const pending = await card.refundCard(order);
    expect(pending).toMatchObject({ status: 'PENDING', reference: expect.stringMatching(/^re_/) as string });
    at.stripe.money.endRefund(pending.reference ?? '', 'failed', 'lost_or_stolen_card');
    expect(await card.readCardRefund(order)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_BLOCKED',
      providerCode: 'lost_or_stolen_card',
    });
  });

  it('is not believed to be done when the one that Stripe has under its id is of another amount', async () => {
    const { card } = at.adapter();
    const order = await paidOrder(card);
    expect((await card.refundCard({ ...order, amountCents: cents(100) })).status).toBe('COMPLETE');
    await expect(card.readCardRefund(order)).rejects.toThrow('has another amount');
    await expect(card.refundCard(order)).rejects.toThrow('has another amount');
    expect(refundsOf().map(({ amount }) => amount)).toEqual([100]);
  });

  it.each([
    ['more than is left', 20_000, 'INVALID_AMOUNT'],
    ['a disputed payment', 5_000, 'SUSPECTED_FRAUD'],
  ])('of %s is refused, and nothing is sent', async (what, amount, failureReason) => {
    const { card } = at.adapter();
    const order = { ...(await paidOrder(card)), amountCents: cents(amount) };
    if (what === 'a disputed payment') at.stripe.money.openDispute(charges()[0]?.id ?? '', 'fraudulent');
    await expect(card.refundCard(order)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'STRIPE_REFUSED',
      metadata: { failureReason },
    });
    expect(refundsOf()).toEqual([]);
  });
});

import { cents } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import type { CardOrder, CardProvider } from '../src/provider/card-provider';
import { anOrder, cardProviderConformance, charged } from './card-provider.conformance';
import { efiForEachTest } from './efi-under-test';

const at = efiForEachTest();
const dayMs = 86_400_000;

type TokenOf = Parameters<typeof at.efi.cardToken>[1];
const typed = (number: string, of?: TokenOf) => ({
  paymentMethod: `efi_${at.efi.cardToken(number, of)}_visa_${number.slice(-4)}_122030`,
  holderName: 'ANA SOUZA',
});

cardProviderConformance('Efí', () =>
  Promise.resolve({
    provider: at.adapter().card,
    approved: () => typed('4242424242424240'),
    declined: () => typed('4242424242424241'),
    number: '4242424242424240',
    now: () => at.now,
    awaitNextPart: () => {
      at.now = new Date(at.now.getTime() + dayMs);
    },
  }),
);

async function orderOf(card: CardProvider, number: string, over: Partial<CardOrder> = {}, of?: TokenOf) {
  return { ...anOrder((await card.vaultCard(typed(number, of))).vaultReference), ...over };
}
const approvedNumber = '4242424242424240';
const payments = () => at.seen(/^POST \/v1\/charge\/\d+\/pay$/);

describe('a card by Efí', () => {
  it.each([
    ['Saldo insuficiente', true, 'insufficient_funds', 'REVERSIBLE'],
    ['Cartão vencido', true, 'expired_card', 'IRREVERSIBLE'],
    ['Cartão roubado', true, 'stolen_card', 'IRREVERSIBLE'],
    ['Código de segurança incorreto', true, 'incorrect_cvc', 'REVERSIBLE'],
    ['Suspeita de fraude', true, 'fraudulent', 'REVERSIBLE'],
    ['Outra coisa', true, 'card_declined', 'REVERSIBLE'],
    ['Outra coisa', false, 'card_declined', 'IRREVERSIBLE'],
  ])('refused with "%s" (retry: %s) is declined as %s, %s', async (reason, retry, code, declineClass) => {
    const { card } = at.adapter();
    const outcome = await charged(card, await orderOf(card, '4242424242424241', {}, { reason, retry }));
    expect(outcome).toMatchObject({ status: 'DECLINED', code, declineClass });
  });

  it('is read after a lost answer, and charged once', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, approvedNumber);
    at.efi.loseAnswer(/\/pay$/);
    expect(await charged(card, order)).toMatchObject({ status: 'APPROVED', owner: 'MERCHANT' });
    expect(payments()).toBe(1);
  });

  it('that never got there was not charged, and cannot be any more once it is cancelled', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, approvedNumber);
    const reference = (await card.prepareCharge(order)) as string;
    at.efi.failNext(/\/pay$/, { status: 502 });
    await expect(card.chargeCard({ ...order, reference })).rejects.toMatchObject({ reason: 'EFI_UNAVAILABLE' });
    expect(await card.readCardCharge({ ...order, reference })).toBeUndefined();
    expect(await card.cancelCardCharge({ ...order, reference })).toBeUndefined();
    expect(await card.chargeCard({ ...order, reference })).toMatchObject({ status: 'DECLINED' });
  });

  it('that Efí reviews has no outcome until the review has one', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, '4242424242424249');
    const reference = (await card.prepareCharge(order)) as string;
    await expect(card.chargeCard({ ...order, reference })).rejects.toMatchObject({ reason: 'EFI_CARD_IN_REVIEW' });
    await expect(card.readCardCharge({ ...order, reference })).rejects.toMatchObject({ reason: 'EFI_CARD_IN_REVIEW' });
    at.efi.review(order.attemptId, 'approved');
    expect(await card.readCardCharge({ ...order, reference })).toMatchObject({ status: 'APPROVED' });
  });

  it('in review can be given up', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, '4242424242424249');
    const reference = (await card.prepareCharge(order)) as string;
    await expect(card.chargeCard({ ...order, reference })).rejects.toMatchObject({ reason: 'EFI_CARD_IN_REVIEW' });
    expect(await card.cancelCardCharge({ ...order, reference })).toBeUndefined();
    expect(at.efi.findCharges(order.attemptId)).toMatchObject([{ status: 'canceled' }]);
  });

  it('whose token pays once is declined the second time', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, approvedNumber, {}, { reuse: false });
    await charged(card, order);
    const second = { ...order, attemptId: `card${testIds.token(20)}` };
    await expect(charged(card, second)).rejects.toMatchObject({ reason: 'EFI_REFUSED' });
  });

  it.each(['name', 'taxId', 'email', 'cellphone'] as const)(
    'is declined before anything is made at Efí where the payer has no %s, which the sentence names',
    async (property) => {
      const { card } = at.adapter();
      const order = await orderOf(card, approvedNumber);
      const payer = order.payer && { ...order.payer, [property]: '' };
      expect(await card.prepareCharge({ ...order, payer })).toMatchObject({
        status: 'DECLINED',
        message: expect.stringContaining(`customer.${property}`),
      });
      expect(at.seen(/^POST \/v1\/charge/)).toBe(0);
    },
  );

  it('is paid in installments, but not in those on which the payer would pay interest', async () => {
    const { card } = at.adapter();
    at.efi.books.interestFrom = 4;
    const inThree = await orderOf(card, approvedNumber, { installments: 3 });
    expect(await charged(card, inThree)).toMatchObject({ status: 'APPROVED' });
    expect(at.efi.findCharges(inThree.attemptId)[0]?.payment).toMatchObject({ installments: 3 });
    const inFour = await orderOf(card, approvedNumber, { installments: 4 });
    expect(await card.prepareCharge(inFour)).toMatchObject({ code: 'installments_with_interest' });
  });

  it('of a company names it by its own properties', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, approvedNumber);
    const payer = order.payer && { ...order.payer, name: 'Loja A Ltda.', taxId: '11222333000181' };
    expect(await charged(card, { ...order, payer })).toMatchObject({ status: 'APPROVED' });
  });

  it('that others made with the same number is not ours', async () => {
    const { card } = at.adapter();
    const order = await orderOf(card, approvedNumber);
    const reference = (await card.prepareCharge(order)) as string;
    await card.chargeCard({ ...order, reference });
    expect(await card.readCardCharge({ attemptId: 'card_of_others', reference })).toBeUndefined();
  });
});

describe('a refund of a card by Efí', () => {
  async function paid() {
    const { card } = at.adapter();
    const outcome = await charged(card, await orderOf(card, approvedNumber));
    if (outcome.status !== 'APPROVED') throw new Error('not approved');
    const refund = (amount: number) => ({
      refundId: testIds.token(24),
      target: outcome.authorizationId,
      amountCents: cents(amount),
      requestedAt: at.now,
      now: at.now,
    });
    return { card, refund };
  }
  const sent = () => at.seen(/\/refund$/);

  it('is found by our note after a lost answer, and made once', async () => {
    const { card, refund } = await paid();
    const order = refund(12_345);
    at.efi.loseAnswer(/\/refund$/);
    expect(await card.refundCard(order)).toMatchObject({ status: 'COMPLETE' });
    expect(await card.refundCard(order)).toMatchObject({ status: 'COMPLETE' });
    expect(sent()).toBe(1);
  });

  it('without a trace stays open for a day, and may be sent again then', async () => {
    const { card, refund } = await paid();
    const order = refund(12_345);
    at.efi.failNext(/\/refund$/, { status: 502 });
    await expect(card.refundCard(order)).rejects.toMatchObject({ reason: 'EFI_UNAVAILABLE' });
    expect(await card.readCardRefund(order)).toMatchObject({ status: 'PENDING' });
    at.now = new Date(at.now.getTime() + dayMs);
    expect(await card.readCardRefund({ ...order, now: at.now })).toBeUndefined();
  });

  it('of a second part on one day is refused with a sentence, before anything is sent', async () => {
    const { card, refund } = await paid();
    await card.refundCard(refund(100));
    const second = refund(200);
    await expect(card.refundCard(second)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'Efí gives back one part of a card payment a day: refund the next part tomorrow',
    });
    expect(sent()).toBe(1);
    expect(await card.readCardRefund(second)).toBeUndefined();
    at.now = new Date(at.now.getTime() + dayMs);
    expect(await card.refundCard({ ...second, now: at.now })).toMatchObject({ status: 'COMPLETE' });
  });

  it('that Efí refuses was not made, whatever follows it in the history', async () => {
    const { card, refund } = await paid();
    const order = refund(12_345);
    at.efi.failNext(/\/refund$/, { status: 400, code: 3_500_059 });
    await expect(card.refundCard(order)).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
    expect(await card.readCardRefund(order)).toBeUndefined();
  });
});

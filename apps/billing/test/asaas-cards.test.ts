import { cents } from '@pitanga/core';
import { refusedAsaasCards, type AsaasPayment } from '@pitanga/testing';
import type { CardAction, CardOrder, CardProvider } from '../src/provider/card-provider';
import { asaasForEachTest } from './asaas-under-test';
import { anOrder, cardProviderConformance } from './card-provider.conformance';

const at = asaasForEachTest();
const number = '4444444444444444';
const payer = { name: 'Ana Souza', taxId: '52998224725' };

const paymentOf = ({ actionUrl }: CardAction): AsaasPayment => {
  const found = at.asaas.books.payments.find(({ id }) => actionUrl.endsWith(`/i/${id.slice(4)}`));
  if (!found) throw new Error('no payment has this page');
  return found;
};
const typeCard = (action: CardAction, typed = number): void => {
  at.asaas.payByCard(paymentOf(action).externalReference ?? '', typed);
};

/** A card that is typed now, of an attempt. */
async function begin(provider: CardProvider, over: Partial<CardOrder> = {}) {
  const { vaultReference } = await provider.vaultCard({ isTypedAtProvider: true });
  const order = { ...anOrder(vaultReference), payer, ...over };
  const reference = await provider.prepareCharge(order);
  if (typeof reference !== 'string') throw new Error('nothing was made');
  const action = await provider.chargeCard({ ...order, reference });
  if (action.status !== 'REQUIRES_ACTION') throw new Error(`it was ${action.status}`);
  return { order, attempt: { attemptId: order.attemptId, reference }, action };
}

async function typedReference(provider: CardProvider): Promise<string> {
  const { attempt, action } = await begin(provider);
  typeCard(action);
  const paid = await provider.readCardCharge(attempt);
  if (paid?.status !== 'APPROVED' || !paid.card) throw new Error('no card');
  return paid.card.vaultReference;
}

cardProviderConformance('Asaas', () => {
  const typed = { isTypedAtProvider: true } as const;
  return Promise.resolve({
    provider: at.adapter().card,
    approved: () => typed,
    declined: () => typed,
    page: {
      pay: (action) => {
        typeCard(action);
        return Promise.resolve();
      },
      typed: async (provider, isDeclined) => {
        const reference = await typedReference(provider);
        const token = reference.split('/')[1] ?? '';
        const kept = at.asaas.books.tokens.get(token);
        if (isDeclined && kept) at.asaas.books.tokens.set(token, { ...kept, number: refusedAsaasCards[0] ?? '' });
        return reference;
      },
    },
    number,
    now: () => at.now,
  });
});

describe('a card by Asaas', () => {
  it('is one payment, made once although the answer to it was lost, and found before it is made again', async () => {
    const provider = at.adapter().card;
    at.asaas.loseAnswer(/^POST \/payments$/);
    const { order } = await begin(provider);
    await at.adapter().card.prepareCharge(order);
    expect(at.asaas.findPayments(order.attemptId)).toMatchObject([{ billingType: 'CREDIT_CARD', faceCents: 12_345 }]);
  });

  it('is looked for once by calls at the same time: one that looked before another made it would make a second', async () => {
    const provider = at.adapter().card;
    const { vaultReference } = await provider.vaultCard({ isTypedAtProvider: true });
    const order = { ...anOrder(vaultReference), payer };
    const prepared = await Promise.all(Array.from({ length: 10 }, () => provider.prepareCharge(order)));
    expect(new Set(prepared).size).toBe(1);
    expect([at.seen(/^GET \/payments\?externalReference=/), at.seen(/^POST \/payments$/)]).toEqual([1, 1]);
  });

  it('in installments is a sale of a payment each, the rest on the last, and one outcome', async () => {
    const provider = at.adapter().card;
    const { attempt, action, order } = await begin(provider, { installments: 12, amountCents: cents(35_000) });
    const sale = at.asaas.findPayments(order.attemptId).map(({ faceCents }) => faceCents);
    expect(sale).toEqual([...Array.from({ length: 11 }, () => 2_916), 2_924]);
    typeCard(action);
    expect(await provider.readCardCharge(attempt)).toMatchObject({ status: 'APPROVED' });
  });

  it('in installments goes back in parts over its payments, each once, also after a crash between two', async () => {
    const provider = at.adapter().card;
    const { action, order } = await begin(provider, { installments: 3, amountCents: cents(3_000) });
    typeCard(action);
    const target = paymentOf(action).id;
    const dates = { requestedAt: at.now, now: at.now };
    const refund = { refundId: 'refundA', target, amountCents: cents(1_500), ...dates };
    at.asaas.failNext(/^POST .*\/refund$/, { status: 500 });
    await expect(provider.refundCard(refund)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    at.asaas.loseAnswer(/^POST .*\/refund$/);
    expect(await provider.refundCard(refund)).toMatchObject({ status: 'COMPLETE' });
    expect(await provider.refundCard(refund)).toMatchObject({ status: 'COMPLETE' });
    const parts = () =>
      at.asaas.findPayments(order.attemptId).map(({ refunds }) => refunds.map(({ valueCents }) => valueCents));
    expect(parts()).toEqual([[], [500], [1_000]]);
    const rest = { ...refund, refundId: 'refundB' };
    expect(await provider.refundCard(rest)).toMatchObject({ status: 'COMPLETE' });
    expect(parts()).toEqual([[1_000], [500, 500], [1_000]]);
    expect(await provider.readCardRefund(rest)).toMatchObject({ status: 'COMPLETE' });
    expect(await provider.readCardRefund({ ...refund, refundId: 'refundC' })).toBeUndefined();
  });

  it('that Asaas reviews is no decline, is not deleted meanwhile, and is paid when the review ends well', async () => {
    const provider = at.adapter().card;
    const { attempt, action } = await begin(provider);
    at.asaas.books.reviewsCards = true;
    typeCard(action);
    expect(await provider.readCardCharge(attempt)).toMatchObject({ status: 'REQUIRES_ACTION' });
    await expect(provider.cancelCardCharge(attempt)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    at.asaas.endReview(paymentOf(action), true);
    expect(await provider.cancelCardCharge(attempt)).toMatchObject({ status: 'APPROVED' });
  });

  it('is paid all the same where Asaas does not know our site: the payer comes back by themselves', async () => {
    at.asaas.books.site = 'loja.example';
    const provider = at.adapter().card;
    const { action } = await begin(provider);
    expect(paymentOf(action).successUrl).toBeUndefined();
    await begin(provider);
    // It is asked for once.
    expect(at.seen(/^POST \/payments$/)).toBe(3);
    at.asaas.books.site = undefined;
    expect(paymentOf((await begin(at.adapter().card)).action).successUrl).toContain('?back=1');
  });

  it('that is not kept renews nothing', async () => {
    at.asaas.books.keepsCards = false;
    const provider = at.adapter().card;
    const vaultReference = await typedReference(provider);
    const renewal = { ...anOrder(vaultReference), isOffSession: true };
    expect(await provider.prepareCharge(renewal)).toMatchObject({ status: 'DECLINED' });
  });

  it('is charged to the customer whose card it is, whoever pays', async () => {
    const provider = at.adapter().card;
    const vaultReference = await typedReference(provider);
    const order = { ...anOrder(vaultReference), isOffSession: true, payer: { ...payer, taxId: '11222333000181' } };
    await provider.prepareCharge(order);
    expect(at.asaas.findPayments(order.attemptId)).toMatchObject([{ customer: vaultReference.split('/')[0] }]);
  });

  it('in review that ends badly stays open for another card', async () => {
    const provider = at.adapter().card;
    const { attempt, action } = await begin(provider);
    at.asaas.books.reviewsCards = true;
    typeCard(action);
    at.asaas.endReview(paymentOf(action), false);
    expect(await provider.cancelCardCharge(attempt)).toBeUndefined();
    expect(paymentOf(action).deleted).toBe(true);
  });
});

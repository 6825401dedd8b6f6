import { AppError } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCardCharge } from './messages';
import { aLink, card, checkout, link, natal, payPageCalls, resolved } from './pay-page';
import { wholeApi } from './whole-api';

const cardPrices = [
  { installmentCount: 1, amountCents: 2_135, surchargeCents: 135, firstInstallmentCents: 2_135 },
  { installmentCount: 2, amountCents: 2_147, surchargeCents: 147, firstInstallmentCents: 1_074 },
];
const passing = { ...resolved, checkout: { ...checkout, passesFees: true, maxInstallments: 2 }, cardPrices };

describe('the payment page whose payer by card pays the fee', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, send, sent, submit } = payPageCalls(() => api);
  const text = async (url: string) => (await api.get(url)).text.replaceAll(/\s+/g, ' ');

  it('shows for each number of installments all that is paid and the surcharge, and the price by Pix beside it', async () => {
    answering({ 'checkouts.resolveCheckout': passing });
    const page = await text('/pay/bill_1?method=CARD');
    for (const shown of [
      'À vista: R$ 21,35 <small>com R$ 1,35 de acréscimo</small>',
      '2x de R$ 10,74 <small>Total de R$ 21,47, com R$ 1,47 de acréscimo</small>',
      'No Pix: R$ 20,00, sem acréscimo.',
      'value="1:2135" checked',
      'value="2:2147"',
    ]) {
      expect(page).toContain(shown);
    }
    // The button has the amount of each number; the sheet of the page shows that of the chosen one.
    expect(page.match(/class="sum sum-\d+">Pagar R\$ 21,\d\d</g)).toEqual([
      'class="sum sum-1">Pagar R$ 21,35<',
      'class="sum sum-2">Pagar R$ 21,47<',
    ]);
    expect(page).toContain('form:has([name=installments][value^="2:"]:checked) .sum-2');
  });

  it('says nothing of Pix where it is not offered, nor of a surcharge on the tab of Pix', async () => {
    const byCardAlone = { ...passing.checkout, methods: ['PAYMENT_METHOD_CARD'] };
    answering({ 'checkouts.resolveCheckout': { ...passing, checkout: byCardAlone } });
    expect(await text('/pay/bill_1?method=CARD')).not.toContain('No Pix');
    answering({ 'checkouts.resolveCheckout': passing });
    expect(await text('/pay/bill_1?method=PIX')).not.toContain('acréscimo');
  });

  it('shows the amounts with the coupon of a link', async () => {
    const discounted = [{ installmentCount: 1, amountCents: 1_617, surchargeCents: 117, firstInstallmentCents: 1_617 }];
    answering({
      'checkouts.resolveCheckout': { ...aLink, checkout: { ...link, passesFees: true }, cardPrices },
      'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 1_500 }, cardPrices: discounted },
    });
    const page = await text(`/pay/bill_1?method=CARD&${natal}`);
    expect([page.includes('R$ 16,17'), page.includes('R$ 21,35')]).toEqual([true, false]);
  });

  it('sends what the payer has read with the number that was chosen', async () => {
    answering({ 'checkouts.resolveCheckout': passing, 'checkouts.payCheckoutByCard': { charge: aCardCharge } });
    await send('/pay/bill_1/card?method=CARD', { ...card, installments: '2:2147' });
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ installmentCount: 2, shownAmountCents: 2_147 });
  });

  it('shows the amounts anew, and the number that was chosen, where they have changed meanwhile', async () => {
    answering({
      'checkouts.resolveCheckout': passing,
      'checkouts.payCheckoutByCard': () => {
        throw new AppError({ kind: 'ABORTED', reason: 'PAYMENT_CHANGED', message: 'x' });
      },
    });
    const page = await submit('/pay/bill_1/card?method=CARD', { ...card, installments: '2:2100' });
    expect(page.led).toBe(303);
    expect(page.payload).toContain('Este pagamento mudou. Tente de novo.');
    expect(page.payload.replaceAll(/\s+/g, ' ')).toContain('value="2:2147" checked');
  });

  it.each(['2:', '2:x', ':2147', '2:2147:1', '2:-1'])(
    'takes %s for no number of installments',
    async (installments) => {
      answering({ 'checkouts.resolveCheckout': passing });
      const page = await submit('/pay/bill_1/card?method=CARD', { ...card, installments });
      expect([page.led, page.payload.includes('Escolha o número de parcelas.')]).toEqual([303, true]);
    },
  );

  it('names the surcharge once it is paid, and while the payment waits', async () => {
    const paid = { ...aCardCharge, amountCents: 2_147, paidAmountCents: 2_147, surchargeCents: 147 };
    const waiting = { payment: { ...paid, status: 'CHARGE_STATUS_PENDING' } };
    const receiptUrl = 'https://pay.example/receipts/card_1';
    const done = { settled: paid, checkout: { ...passing.checkout, status: 'CHECKOUT_STATUS_PAID', receiptUrl } };
    for (const state of [waiting, done]) {
      answering({ 'checkouts.resolveCheckout': { ...passing, ...state } });
      const page = await text('/pay/bill_1');
      expect(page).toContain('<p class="total">R$ 21,47</p>');
      expect(page).toContain('<b>Acréscimo do cartão</b> <span>R$ 1,47</span>');
    }
  });
});

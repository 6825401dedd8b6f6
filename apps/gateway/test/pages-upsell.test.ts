import { AppError } from '@pitanga/core';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCardCharge, aCharge } from './messages';
import { card, checkout, payPageCalls, resolved } from './pay-page';
import { buyerKeys } from './buyer-keys';
import { buyerCookie, wholeApi } from './whole-api';

const completionUrl = 'https://loja.example/obrigado';
const item = {
  productId: 'prod_2',
  productExternalId: 'caneca',
  name: 'Caneca',
  description: 'De <cerâmica>',
  unitPriceCents: 4_900,
  quantity: 1,
};
const settled = { ...aCardCharge, id: 'card_1', checkoutId: 'bill_1' };
const upsell = {
  item,
  imageUrl: 'https://pitanga.example/images/a.webp',
  method: 'PAYMENT_METHOD_CARD',
  cardLastFour: '4242',
};
const bought = {
  ...resolved,
  tenant: { storeId: 'store_1', devMode: false },
  checkout: {
    ...checkout,
    devMode: false,
    status: 'CHECKOUT_STATUS_PAID',
    paidAmountCents: 2_000,
    receiptUrl: 'https://pitanga.example/receipts/card_1',
    completionUrl,
  },
  settled,
};
const offering = { ...bought, upsell };
const taken = (charge: object) => ({
  ...bought,
  upsell: { ...upsell, charge: { ...aCharge, checkoutId: 'bill_1', ...charge } },
});
const payerCookie = (id: string): string => `payer=${buyerKeys.payerProofs.of(id, testClock().real())}`;
/** Of a browser that paid by card on the page. */
const cardPayerCookie = (id: string): string => `${buyerCookie(id)}; ${payerCookie(id)}`;
const done = '/pay/bill_1?done=1';

describe('the page of a buyer who has paid', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, look, send, sent, submit } = payPageCalls(() => api);
  const buyer = cardPayerCookie('card_1');
  const text = async (url: string) => (await look(url, buyer)).payload.replaceAll(/\s+/g, ' ');

  it('offers the product once more, says how it is charged, and goes on by a link alone', async () => {
    answering({ 'checkouts.resolveCheckout': offering });
    const page = await text(done);
    for (const shown of [
      'Caneca',
      'De &lt;cerâmica&gt;',
      'R$ 49,00',
      'src="https://pitanga.example/images/a.webp"',
      'Cobrado na hora, à vista, no mesmo cartão (final 4242).',
      '<input type="hidden" name="amount" value="4900" />',
      'Aproveitar a oferta',
      'Continuar para loja.example',
    ]) {
      expect(page).toContain(shown);
    }
    expect(page).not.toContain('http-equiv="refresh"');
    expect(page.match(/class="button main"/g)).toHaveLength(1);
  });

  it.each([
    ['PAYMENT_METHOD_PIX', 'Você recebe um novo código Pix para pagar a oferta.'],
    ['PAYMENT_METHOD_BOLETO', 'Você recebe um novo boleto para pagar a oferta.'],
    ['PAYMENT_METHOD_CARD', 'À vista no cartão, que você digita na página do provedor de pagamentos.'],
  ])('says what becomes of an offer by %s', async (method, how) => {
    answering({ 'checkouts.resolveCheckout': { ...bought, upsell: { ...upsell, method, cardLastFour: undefined } } });
    expect(await text(done)).toContain(how);
  });

  it('charges what the page has shown, for the buyer alone', async () => {
    const paid = { ...aCardCharge, status: 'CHARGE_STATUS_PAID', amountCents: 4_900 };
    answering({ 'checkouts.resolveCheckout': offering, 'checkouts.acceptUpsell': { charge: paid } });
    const stranger = await send('/pay/bill_1/upsell', { amount: '4900' });
    expect([stranger.statusCode, sent('checkouts.acceptUpsell')]).toEqual([303, undefined]);
    expect((await look(done)).payload).not.toContain('Aproveitar');

    const page = await send('/pay/bill_1/upsell?done=1', { amount: '4900' }, buyer);
    expect([page.statusCode, page.headers.location]).toEqual([303, '/pay/bill_1']);
    expect(sent('checkouts.acceptUpsell')).toEqual({
      tenant: bought.tenant,
      checkoutId: 'bill_1',
      shownAmountCents: 4_900,
    });
  });

  it('charges no card for whom a link or a code has made the buyer, nor for the payer of another', async () => {
    const cookies = [buyerCookie('card_1'), `${buyerCookie('card_1')}; ${payerCookie('card_9')}`];
    for (const upsellCharge of [undefined, { ...aCardCharge, status: 'CHARGE_STATUS_PENDING' }]) {
      const shown = { ...offering, upsell: { ...upsell, charge: upsellCharge } };
      answering({ 'checkouts.resolveCheckout': shown, 'checkouts.acceptUpsell': { charge: aCardCharge } });
      for (const cookie of cookies) {
        expect((await look(done, cookie)).payload).not.toContain('Aproveitar');
        expect((await send('/pay/bill_1/upsell', { amount: '4900' }, cookie)).statusCode).toBe(303);
        expect(sent('checkouts.acceptUpsell')).toBeUndefined();
      }
    }
  });

  it('offers a Pix code to whom a link or a code has made the buyer, because it charges nothing', async () => {
    const byPix = { ...bought, settled: { ...aCharge, id: 'pix_char_1', status: 'CHARGE_STATUS_PAID' } };
    const offer = { ...upsell, method: 'PAYMENT_METHOD_PIX', cardLastFour: undefined };
    answering({ 'checkouts.resolveCheckout': { ...byPix, upsell: offer } });
    expect((await look(done, buyerCookie('pix_char_1'))).payload).toContain('Aproveitar a oferta');
  });

  it('knows the browser that sent the form of the card, and keeps that through a confirmation', async () => {
    const waiting = { ...aCardCharge, status: 'CHARGE_STATUS_PENDING', paidAt: undefined };
    const actionUrl = 'https://pitanga.example/card-actions/card_1';
    answering({ 'checkouts.payCheckoutByCard': { charge: waiting, actionUrl } });
    const set = [(await send('/pay/bill_1/card', card)).headers['set-cookie']].flat().map(String);
    const onPage = set.filter((one) => one.includes('Path=/pay/bill_1;'));
    const own = onPage.map((one) => one.split(';', 1)[0]).join('; ');
    answering({ 'checkouts.resolveCheckout': offering });
    expect((await look(done, own)).payload).toContain('Aproveitar a oferta');

    const paid = { tenant: bought.tenant, charge: aCardCharge, checkoutId: 'bill_1', isDeclined: false };
    answering({ 'charges.resumeCardPayment': paid });
    const atBank = String(set.find((one) => one.includes('Path=/card-actions/'))).split(';', 1)[0];
    const back = await send('/card-actions/card_1?back=1', {}, atBank);
    // The proof of the payer is none of what the way back replaces.
    expect(String(back.headers['set-cookie'])).toMatch(/^buyer=[^;]+; Path=\/pay\/bill_1;/);
  });

  it('leaves the buyer known to the page when an offer was confirmed at the bank', async () => {
    const charge = { ...aCardCharge, id: 'card_2', isUpsell: true };
    const state = { tenant: bought.tenant, charge, checkoutId: 'bill_1', isDeclined: false };
    answering({ 'charges.resumeCardPayment': state });
    const back = await send('/card-actions/card_2?back=1', {}, buyerCookie('card_2'));
    expect([back.statusCode, back.headers.location]).toEqual([303, '/pay/bill_1?method=CARD&done=1']);
    expect(back.headers['set-cookie']).toBeUndefined();
  });

  it.each(['', '0', '-1', '49.00', '1e3', '99999999999'])('takes %s for no amount', async (amount) => {
    answering({ 'checkouts.resolveCheckout': offering });
    expect((await send('/pay/bill_1/upsell', { amount }, buyer)).headers.location).toContain('notice=');
    expect(sent('checkouts.acceptUpsell')).toBeUndefined();
  });

  it('sends the buyer to the bank that asks for a confirmation', async () => {
    const actionUrl = 'https://pitanga.example/card-actions/card_2';
    answering({
      'checkouts.resolveCheckout': offering,
      'checkouts.acceptUpsell': {
        charge: { ...aCardCharge, id: 'card_2', status: 'CHARGE_STATUS_PENDING', actionUrl },
      },
    });
    const page = await send('/pay/bill_1/upsell', { amount: '4900' }, buyer);
    expect(page.headers.location).toBe('/card-actions/card_2');
  });

  it('says so when the offer is over', async () => {
    answering({
      'checkouts.resolveCheckout': bought,
      'checkouts.acceptUpsell': () => {
        throw new AppError({ kind: 'FAILED_PRECONDITION', reason: 'UPSELL_OVER', message: 'x' });
      },
    });
    const page = await submit('/pay/bill_1/upsell', { amount: '4900' }, buyer);
    expect(page.payload).toContain('Esta oferta terminou, e nada foi cobrado por ela.');
  });

  it('shows the code of an offer until it is paid, and watches for the payment', async () => {
    answering({ 'checkouts.resolveCheckout': taken({ status: 'CHARGE_STATUS_PENDING' }) });
    const page = await text('/pay/bill_1');
    for (const shown of ['Pague a oferta', 'Copiar código Pix', 'data-events=']) expect(page).toContain(shown);
    expect(page).not.toContain('Aproveitar a oferta');
    expect(page).toContain('<p class="total">R$ 20,00</p>');
  });

  it('shows what the offer added once it is paid, with a receipt of its own', async () => {
    const receiptUrl = 'https://pitanga.example/receipts/pix_char_2';
    const paid = { status: 'CHARGE_STATUS_PAID', amountCents: 4_900, paidAmountCents: 4_900, receiptUrl };
    answering({ 'checkouts.resolveCheckout': taken(paid) });
    const page = await text(done);
    for (const shown of ['<p class="total">R$ 69,00</p>', '1 × Caneca', 'Ver comprovante da oferta', receiptUrl]) {
      expect(page).toContain(shown);
    }
    expect(page).not.toContain('http-equiv="refresh"');
  });

  it.each([
    ['FAILED', 'O cartão foi recusado, e nada foi cobrado pela oferta.'],
    ['EXPIRED', 'A oferta terminou, e nada foi cobrado por ela.'],
  ])('says that nothing was charged for an offer that %s', async (status, sentence) => {
    answering({ 'checkouts.resolveCheckout': taken({ status: `CHARGE_STATUS_${status}` }) });
    expect(await text('/pay/bill_1')).toContain(sentence);
  });
});

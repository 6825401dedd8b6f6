import { failedPrecondition } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aBoleto, aCharge } from './messages';
import { aLink, card, checkout, formId, payPageCalls, resolved, visitor } from './pay-page';
import { resolved as aSubscribePage } from './subscribe-page';
import { typedCoupon, wholeApi } from './whole-api';

const payer = { name: 'Ana Souza', taxId: '529.982.247-25' };
const contact = { email: 'ana@loja.example', cellphone: '(11) 98765-4321' };
const natal = typedCoupon('natal');
const has = (text: string, name: string): boolean => text.includes(`name="${name}"`);

describe('a store that requires an e-mail and a phone', () => {
  const api = startBeforeAll(() => wholeApi({ payerFields: { email: 'REQUIRED', cellphone: 'REQUIRED' } }));
  const { answering, send, sent, look, submit } = payPageCalls(() => api);

  it.each(['PIX', 'CARD', 'BOLETO'])(
    'asks for both by %s, in both languages, and fills them in again',
    async (method) => {
      answering({});
      const { payload } = await look(`/pay/bill_1?method=${method}`);
      expect([has(payload, 'email'), has(payload, 'cellphone'), has(payload, 'taxId')]).toEqual([true, true, true]);
      expect(payload).toMatch(/>Celular com DDD\s*<input[^>]*autocomplete="tel"[^>]*required/);
      expect(payload).not.toContain('(opcional)');
      expect((await look(`/pay/bill_1?method=${method}&lang=en`)).payload).toContain('Phone with area code');
      const form = { ...card, ...payer, ...contact, cellphone: '98765' };
      const again = await submit(`/pay/bill_1/${method.toLowerCase()}`, form);
      expect([again.led, again.payload.includes('Confira o celular, com DDD.')]).toEqual([303, true]);
      expect(again.payload).toContain(`value="${contact.email}"`);
      expect(api.calls.map(({ name }) => name)).not.toContain('checkouts.payCheckoutByCard');
    },
  );

  it('gives both to the payment by card', async () => {
    answering({ 'checkouts.payCheckoutByCard': { charge: aCharge } });
    await send('/pay/bill_1/card', { ...card, ...contact });
    expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ taxId: card.taxId, ...contact });
  });

  it('asks before the Pix code, which no page requests by itself, and makes none without them', async () => {
    answering({});
    expect((await look('/pay/bill_1?method=PIX')).payload).not.toContain('data-send');
    expect((await send('/pay/bill_1/pix', payer)).headers.location).toContain('notice=');
    expect(sent('checkouts.openCheckoutPix')).toBeUndefined();
    expect((await send('/pay/bill_1/pix', { ...payer, ...contact })).statusCode).toBe(303);
    expect(sent('checkouts.openCheckoutPix')).toMatchObject({ checkoutId: 'bill_1', payer: { ...payer, ...contact } });
  });

  it('asks before a discounted Pix code of a link', async () => {
    answering({
      'checkouts.resolveCheckout': aLink,
      'checkouts.getLinkQuote': { checkout: { ...aLink.checkout, amountCents: 900 } },
      'checkouts.openDiscountedPix': { charge: aCharge },
    });
    const cookie = `visitor=${visitor}`;
    const { payload } = await look(`/pay/bill_1?method=PIX&${natal}`, cookie);
    expect([has(payload, 'email'), has(payload, 'cellphone')]).toEqual([true, true]);
    await send(`/pay/bill_1/pix?method=PIX&${natal}`, { ...payer, ...contact }, cookie);
    expect(sent('checkouts.openDiscountedPix')).toMatchObject({ coupons: ['natal'], payer: { ...payer, ...contact } });
  });

  it('asks before an order of a link that coupons leave nothing to pay of, and gives both to it', async () => {
    answering({
      'checkouts.resolveCheckout': aLink,
      'checkouts.getLinkQuote': { checkout: { ...aLink.checkout, amountCents: 0 } },
      'checkouts.applyCheckoutCoupons': { checkout: aLink.checkout },
      'files.listFreeFiles': { files: [] },
    });
    const { payload } = await look(`/pay/bill_1?${natal}`);
    expect([has(payload, 'name'), has(payload, 'email'), has(payload, 'cellphone')]).toEqual([true, true, true]);
    expect((await send(`/pay/bill_1/free?${natal}`, { form: formId, ...payer })).headers.location).toContain('notice=');
    expect(sent('checkouts.applyCheckoutCoupons')).toBeUndefined();
    await send(`/pay/bill_1/free?${natal}`, { form: formId, ...payer, ...contact });
    expect(sent('checkouts.applyCheckoutCoupons')).toMatchObject({
      coupons: ['natal'],
      payer: { ...payer, ...contact },
    });
  });

  it('asks before a coupon leaves nothing to pay of a checkout, which applies it with the payer alone', async () => {
    const refuse = () => {
      throw failedPrecondition('needs its payer', 'PAYER_REQUIRED');
    };
    answering({ 'checkouts.applyCheckoutCoupons': refuse });
    const asked = await send('/pay/bill_1/coupons', { coupon: 'natal' });
    expect([asked.statusCode, asked.headers.location]).toEqual([303, `/pay/bill_1?${natal}`]);
    expect(sent('checkouts.applyCheckoutCoupons')).toMatchObject({ coupons: ['natal'], needsPayer: true });
    answering({ 'checkouts.applyCheckoutCoupons': { checkout: { ...checkout, status: 'CHECKOUT_STATUS_PAID' } } });
    const { payload } = await look(`/pay/bill_1?${natal}`);
    expect([has(payload, 'name'), has(payload, 'email'), has(payload, 'cellphone')]).toEqual([true, true, true]);
    expect(payload).toMatch(/class="total">R\$\s0,00/);
    expect((await send(`/pay/bill_1/free?${natal}`, { form: formId, ...payer })).headers.location).toContain('notice=');
    expect(sent('checkouts.applyCheckoutCoupons')).toBeUndefined();
    const done = await send(`/pay/bill_1/free?${natal}`, { form: formId, ...payer, ...contact });
    expect(done.headers.location).toBe('/pay/bill_1?done=1');
    expect(sent('checkouts.applyCheckoutCoupons')).toMatchObject({
      coupons: ['natal'],
      payer: { ...payer, ...contact },
    });
  });

  it('gives both to a boleto', async () => {
    answering({ 'checkouts.openCheckoutBoleto': { charge: aBoleto } });
    await send('/pay/bill_1/boleto', { ...payer, ...contact });
    expect(sent('checkouts.openCheckoutBoleto')).toMatchObject({ payer: { ...payer, ...contact } });
  });

  it('gives both to a subscription', async () => {
    answering({
      'checkouts.resolveCheckout': aSubscribePage,
      'checkouts.subscribeByPix': { subscriptionId: 'subs_1' },
    });
    await send('/pay/bill_1/subscribe', { form: formId, ...payer, ...contact });
    expect(sent('checkouts.subscribeByPix')).toMatchObject({ payer: { ...payer, ...contact } });
  });

  it.each([
    ['a checkout with a customer', '/pay/bill_1', { ...resolved, checkout: { ...checkout, customerId: 'cust_1' } }],
    ['a page that skips payer data', '/pay/bill_1?skip_customer=true', resolved],
  ])('asks nothing on %s', async (_what, address, page) => {
    answering({ 'checkouts.resolveCheckout': page, 'checkouts.payCheckoutByCard': { charge: aCharge } });
    const pix = (await look(address)).payload;
    expect([pix.includes('data-send'), has(pix, 'email'), has(pix, 'cellphone')]).toEqual([true, false, false]);
    const [path, query = ''] = address.split('?');
    await send(`${String(path)}/card?${query}`, { ...card, ...contact });
    const given = sent('checkouts.payCheckoutByCard') as { readonly email?: string; readonly cellphone?: string };
    expect([given.email, given.cellphone]).toEqual([undefined, undefined]);
  });
});

describe('a store that asks for a phone without requiring it', () => {
  const api = startBeforeAll(() => wholeApi({ payerFields: { cellphone: 'OPTIONAL' } }));
  const { answering, send, sent, look } = payPageCalls(() => api);

  it('takes a card without it and with it, and refuses one that is none', async () => {
    answering({ 'checkouts.payCheckoutByCard': { charge: aCharge } });
    const { payload } = await look('/pay/bill_1?method=CARD');
    expect([has(payload, 'email'), has(payload, 'cellphone'), payload.includes('Celular com DDD (opcional)')]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await send('/pay/bill_1/card', { ...card, cellphone: '1' })).headers.location).toContain('notice=');
    expect((await send('/pay/bill_1/card', { ...card, email: contact.email })).statusCode).toBe(303);
    const given = sent('checkouts.payCheckoutByCard') as { readonly email?: string; readonly cellphone?: string };
    expect([given.email, given.cellphone]).toEqual([undefined, undefined]);
  });

  it('shows the Pix code at once', async () => {
    answering({});
    const { payload } = await look('/pay/bill_1?method=PIX');
    expect([payload.includes('data-send'), has(payload, 'cellphone')]).toEqual([true, false]);
  });
});

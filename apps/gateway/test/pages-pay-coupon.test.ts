import { failedPrecondition, notFound } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCharge } from './messages';
import { wholeApi } from './whole-api';
import {
  aLink,
  card,
  checkout,
  declined,
  formId,
  link,
  natal,
  paid,
  payPageCalls,
  tenant,
  tudo,
  visitor,
} from './pay-page';

describe('the payment page: coupons and links', () => {
  const api = startBeforeAll(wholeApi);

  const { answering, send, look, sent, submit } = payPageCalls(() => api);

  describe('the coupon form', () => {
    it('takes a coupon off a checkout and comes back', async () => {
      answering({ 'checkouts.applyCheckoutCoupons': { checkout } });
      const response = await send('/pay/bill_1/coupons?method=CARD', { coupon: ' natal ' });
      expect([response.statusCode, response.headers.location]).toEqual([303, '/pay/bill_1?method=CARD']);
      expect(sent('checkouts.applyCheckoutCoupons')).toMatchObject({ checkoutId: 'bill_1', coupons: ['natal'] });
    });

    it('says why a coupon cannot be used, with the field open', async () => {
      answering({
        'checkouts.applyCheckoutCoupons': () => {
          throw notFound('Cupom não encontrado.', 'COUPON_NOT_FOUND');
        },
      });
      const page = await submit('/pay/bill_1/coupons', { coupon: 'nope' });
      expect([page.led, page.payload.includes('Cupom não encontrado.')]).toEqual([303, true]);
      expect(page.payload).toContain('<details open>');
    });

    it('of a link only shows the price: the coupon is used by the payment', async () => {
      const quote = { ...link, amountCents: 1_500, discountCents: 500, couponsUsed: ['NATAL'] };
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: quote },
        'checkouts.payCheckoutByCard': { charge: paid },
      });
      const cookie = `visitor=${visitor}`;
      const applied = await send('/pay/bill_1/coupons?method=CARD', { coupon: 'natal' }, cookie);
      expect(applied.headers.location).toBe(`/pay/bill_1?method=CARD&${natal}`);
      const page = await look(`/pay/bill_1?method=CARD&${natal}`, cookie);
      expect(page.payload).toContain('Pagar R$ 15,00');
      expect((await look(`/pay/bill_1?method=PIX&${natal}`, cookie)).payload).toContain(
        'Gerar código Pix com desconto',
      );
      await send(`/pay/bill_1/card?${natal}`, card, cookie);
      expect(sent('checkouts.payCheckoutByCard')).toMatchObject({ coupons: ['natal'], visitor });
      expect(sent('checkouts.applyCheckoutCoupons')).toBeUndefined();
    });

    it('leaves payer data out of a Pix code where its address says so, with a coupon too', async () => {
      answering({ 'checkouts.resolveCheckout': aLink });
      await send('/pay/bill_1/pix?skip_customer=true');
      expect(sent('checkouts.openCheckoutPix')).toMatchObject({ skipCustomer: true });
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ skipCustomer: true });
      answering({ 'checkouts.resolveCheckout': aLink });
      await send('/pay/bill_1/pix');
      expect(sent('checkouts.openCheckoutPix')).toMatchObject({ skipCustomer: false });
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 1_500 } },
        'checkouts.openDiscountedPix': { charge: aCharge },
      });
      await send(`/pay/bill_1/pix?method=PIX&${natal}&skip_customer=true`, {}, `visitor=${visitor}`);
      expect(sent('checkouts.openDiscountedPix')).toMatchObject({ skipCustomer: true });
    });

    it('of a link makes a visitor’s Pix code only when it is asked for', async () => {
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 1_500 } },
        'checkouts.openDiscountedPix': { charge: aCharge },
      });
      const cookie = `visitor=${visitor}`;
      const response = await send(`/pay/bill_1/pix?method=PIX&${natal}`, {}, cookie);
      expect(response.headers.location).toBe('/pay/bill_1?method=PIX&pix=1');
      expect(sent('checkouts.openDiscountedPix')).toEqual({
        tenant,
        checkoutId: 'bill_1',
        visitor,
        coupons: ['natal'],
        skipCustomer: false,
      });
      expect((await send(`/pay/bill_1/pix?method=PIX&${natal}`)).headers.location).toContain('notice=');
    });

    it('of a link that leaves nothing to pay asks once and says that it is done', async () => {
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': { checkout: { ...link, amountCents: 0 } },
        'checkouts.applyCheckoutCoupons': { checkout: link },
        'files.listFreeFiles': { files: [{ name: 'Curso', token: 'abc' }] },
      });
      const page = await api.get(`/pay/bill_1?${tudo}`);
      expect(page.text).toContain(`action="/pay/bill_1/free?${tudo.replace('&', '&amp;')}"`);
      const done = await send(`/pay/bill_1/free?${tudo}`, { form: formId });
      expect([done.statusCode, done.payload.includes('Pago')]).toEqual([200, true]);
      expect(done.payload).toContain('href="https://shop.example/thanks"');
      expect(done.payload).toContain('href="/files/downloads/abc"');
      expect(page.text).not.toContain('/files/downloads/');
    });

    it('that stopped working in a link’s address is said, and nothing is paid without it', async () => {
      answering({
        'checkouts.resolveCheckout': aLink,
        'checkouts.getLinkQuote': () => {
          throw failedPrecondition('This coupon is inactive or used up', 'COUPON_USED_UP');
        },
      });
      const page = await api.get(`/pay/bill_1?method=CARD&${natal}`);
      expect([page.statusCode, page.text.includes('inativo ou esgotado')]).toEqual([200, true]);
      expect((await send(`/pay/bill_1/card?${natal}`, card)).headers.location).toContain('notice=');
      expect(sent('checkouts.payCheckoutByCard')).toBeUndefined();
    });
  });

  describe('of a payment link', () => {
    it('names each visitor once, for this page alone, and out of reach of scripts and other sites', async () => {
      answering({ 'checkouts.resolveCheckout': aLink });
      const first = await look('/pay/bill_1');
      const cookie = String(first.headers['set-cookie']);
      expect(cookie).toMatch(
        /^visitor=[0-9A-Za-z]{32}; Path=\/pay\/bill_1; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
      );
      const named = cookie.slice(8, 40);
      expect(api.calls.map(({ name }) => name)).toEqual(['checkouts.resolveCheckout']);
      answering({ 'checkouts.resolveCheckout': aLink });
      const again = await look('/pay/bill_1', `other=1; visitor=${named}`);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ id: 'bill_1', visitor: named });
      await send('/pay/bill_1/pix', {}, `visitor=${named}`);
      expect(sent('checkouts.openCheckoutPix')).toMatchObject({ tenant, checkoutId: 'bill_1', visitor: named });
      answering({ 'checkouts.resolveCheckout': aLink });
      await look('/pay/bill_1', 'visitor=short');
      expect(sent('checkouts.resolveCheckout')).toMatchObject({ id: 'bill_1', visitor: undefined });
    });

    it('a checkout sets no visitor cookie', async () => {
      answering({});
      expect((await look('/pay/bill_1')).headers['set-cookie']).toBeUndefined();
    });

    it('shows a payment to the visitor who made it, who may pay again as somebody else', async () => {
      answering({ 'checkouts.resolveCheckout': { ...aLink, payment: { ...paid, receiptUrl: 'https://p.example/r' } } });
      const page = await look('/pay/bill_1', `visitor=${visitor}`);
      for (const text of [
        'Pago',
        'R$ 123,45',
        'https://p.example/r',
        'shop.example/thanks',
        'action="/pay/bill_1/again"',
      ]) {
        expect(page.payload).toContain(text);
      }
      const again = await send('/pay/bill_1/again', {}, `visitor=${visitor}`);
      expect([again.statusCode, again.headers.location]).toEqual([303, '/pay/bill_1']);
      expect(again.headers['set-cookie']).not.toContain(visitor);
    });

    it('shows a browser that keeps no cookie its payment at once, and the way to the shop', async () => {
      const receiptUrl = 'https://p.example/receipts/card_1';
      const charge = { ...paid, receiptUrl };
      answering({ 'checkouts.resolveCheckout': aLink, 'checkouts.payCheckoutByCard': { charge } });
      const done = await send('/pay/bill_1/card', card);
      expect(done.statusCode).toBe(200);
      for (const text of ['Ir para shop.example', 'R$ 123,45', `href="${receiptUrl}?key=`]) {
        expect(done.payload).toContain(text);
      }
      expect((await send('/pay/bill_1/card', card, `visitor=${visitor}`)).headers.location).toBe(
        '/pay/bill_1?method=CARD&done=1',
      );
    });

    it('sends a browser that keeps no cookie to the receipt of a payment without an outcome', async () => {
      const charge = { ...paid, status: 'CHARGE_STATUS_PENDING' };
      answering({ 'checkouts.resolveCheckout': aLink, 'checkouts.payCheckoutByCard': { charge } });
      expect((await send('/pay/bill_1/card', card)).headers.location).toMatch(/^\/receipts\/card_1\?key=/);
    });

    it('is one visitor throughout a request, also where the page is shown again', async () => {
      answering({ 'checkouts.resolveCheckout': aLink, 'checkouts.payCheckoutByCard': { charge: declined } });
      const page = await send('/pay/bill_1/card', card);
      const { visitor: charged } = sent('checkouts.payCheckoutByCard') as { visitor: string };
      expect(String(page.headers['set-cookie'])).toContain(`visitor=${charged};`);
      await look(String(page.headers.location), `visitor=${charged}`);
      expect(api.calls.at(-1)).toMatchObject({
        name: 'checkouts.resolveCheckout',
        request: { id: 'bill_1', visitor: charged },
      });
    });
  });
});

import { CheckoutItem } from '@pitanga/contracts';
import { startBeforeAll } from '@pitanga/testing';
import { pageModuleAsset } from '../src/http/pages/assets/assets';
import {
  aBoleto,
  aCardCharge,
  aCharge,
  aCheckout,
  aPaidCheckout,
  aPaymentLink,
  aSubscriptionCheckout,
} from './messages';
import { typedCoupon, wholeApi, type Answers } from './whole-api';

const tenant = { storeId: 'store_1', devMode: false };
const methods = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'];
const resolved = {
  tenant,
  checkout: { ...aCheckout, devMode: false, methods },
  merchantName: 'Loja',
  knowsPayer: false,
};
const link = { ...resolved, checkout: { ...aPaymentLink, devMode: false, methods, allowCoupons: true } };
const item = CheckoutItem.fromPartial({
  name: 'Clube',
  unitPriceCents: 5_000,
  quantity: 1,
  cycle: 'BILLING_CYCLE_MONTHLY',
});
const plan = { ...aSubscriptionCheckout, devMode: false, amountCents: 5_000, items: [item], trialDays: undefined };
const paid = { ...resolved, checkout: { ...aPaidCheckout, devMode: false } };
const visitor = 'V'.repeat(32);
const form = 'F'.repeat(32);
const card = {
  form,
  number: '4242 4242 4242 4242',
  name: 'ANA SOUZA',
  expiry: '12/30',
  cvv: '739',
  taxId: '52998224725',
};
const shop = 'https://shop.example/thanks';
const refresh = `<meta http-equiv="refresh" content="3; url=${shop}" />`;

describe('the payment page', () => {
  const api = startBeforeAll(() => wholeApi({ trustedHosts: ['shop.example'] }));

  const look = async (url: string, answers: Answers, cookie?: string) => {
    api.answering(answers);
    return api.app.inject({ method: 'GET', url, headers: cookie === undefined ? {} : { cookie } });
  };
  const send = async (
    url: string,
    answers: Answers,
    fields: Readonly<Record<string, string>> = {},
    cookie?: string,
  ) => {
    api.answering(answers);
    return api.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie !== undefined && { cookie }) },
      payload: new URLSearchParams(fields).toString(),
    });
  };
  const called = () => api.calls.map(({ name }) => name);

  describe('makes a Pix code', () => {
    it('never by a GET of any page', async () => {
      for (const page of [resolved, link]) {
        for (const query of ['', '?method=PIX', '?method=CARD', '?method=BOLETO', '?skip_customer=true', '?done=1']) {
          for (const cookie of [undefined, `visitor=${visitor}`]) {
            await look(`/pay/bill_1${query}`, { 'checkouts.resolveCheckout': page }, cookie);
            expect(called()).toEqual(['checkouts.resolveCheckout']);
          }
        }
        await look('/pay/bill_1/state', { 'checkouts.resolveCheckout': page });
        expect(called()).toEqual(['checkouts.resolveCheckout']);
      }
    });

    it('by a form that sends itself, with a button for who has no scripts', async () => {
      const { payload, headers } = await look('/pay/bill_1', { 'checkouts.resolveCheckout': resolved });
      expect(payload.replaceAll(/\s+/g, ' ')).toMatch(/<form method="post" action="\/pay\/bill_1\/pix" data-send ?>/);
      expect(payload).toContain('Gerar código Pix');
      expect(payload).toContain(`<script type="module" src="${pageModuleAsset.path}"></script>`);
      expect(headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
    });

    it('and shows it after a redirect, that asks no second time by itself', async () => {
      const made = { 'checkouts.resolveCheckout': resolved, 'checkouts.openCheckoutPix': { charge: aCharge } };
      const done = await send('/pay/bill_1/pix?skip_review=true', made);
      expect([done.statusCode, done.headers.location]).toEqual([303, '/pay/bill_1?method=PIX&pix=1&skip_review=true']);
      const shown = await look('/pay/bill_1?pix=1', { 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } });
      expect(shown.payload).toContain('<code class="code">00020126PIX</code>');
      const missing = await look('/pay/bill_1?pix=1', { 'checkouts.resolveCheckout': resolved });
      expect([missing.payload.includes('data-send'), missing.payload.includes('Gerar código Pix')]).toEqual([
        false,
        true,
      ]);
    });

    it('and shows it at once to a visitor of a link who keeps no cookie', async () => {
      const made = { 'checkouts.resolveCheckout': link, 'checkouts.openCheckoutPix': { charge: aCharge } };
      const page = await send('/pay/bill_1/pix', made);
      expect([page.statusCode, page.payload.includes('<code class="code">00020126PIX</code>')]).toEqual([200, true]);
      expect((await send('/pay/bill_1/pix', made, {}, `visitor=${visitor}`)).statusCode).toBe(303);
    });
  });

  describe('of a store without providers', () => {
    it('shows no form that cannot pay', async () => {
      const unavailableMethods = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO'];
      const page = await look('/pay/bill_1?method=PIX', {
        'checkouts.resolveCheckout': { ...resolved, unavailableMethods },
      });
      expect(page.payload).toContain('action="/pay/bill_1/card');
      for (const text of ['data-send', 'Gerar código', 'Gerar boleto', 'method=BOLETO']) {
        expect(page.payload).not.toContain(text);
      }
      const subscription = { ...resolved, checkout: { ...plan, methods: ['PAYMENT_METHOD_CARD'] } };
      for (const none of [
        { ...resolved, unavailableMethods: methods },
        { ...subscription, unavailableMethods: ['PAYMENT_METHOD_CARD'] },
      ]) {
        const { payload } = await look('/pay/bill_1', { 'checkouts.resolveCheckout': none });
        expect(payload).toContain('Nenhuma forma de pagamento está disponível agora.');
        expect([payload.includes('name="number"'), payload.includes('data-send')]).toEqual([false, false]);
      }
    });
  });

  describe('takes the buyer back to the shop', () => {
    it.each<[string, string, Answers, Readonly<Record<string, string>>]>([
      [
        'a card',
        'card?method=CARD',
        { 'checkouts.payCheckoutByCard': { charge: { ...aCardCharge, checkoutId: 'bill_1' } } },
        card,
      ],
      [
        'a test payment',
        'simulate',
        { 'checkouts.simulateCheckoutPayment': { checkout: aPaidCheckout, payments: [] } },
        {},
      ],
      [
        'a coupon of 100 %',
        'coupons',
        { 'checkouts.applyCheckoutCoupons': { checkout: aPaidCheckout } },
        { coupon: 'tudo' },
      ],
    ])('after %s', async (_what, path, answers, fields) => {
      const open = { ...resolved, checkout: { ...resolved.checkout, allowCoupons: true } };
      const done = await send(`/pay/bill_1/${path}`, { 'checkouts.resolveCheckout': open, ...answers }, fields);
      expect(done.statusCode).toBe(303);
      const page = await look(String(done.headers.location), { 'checkouts.resolveCheckout': paid });
      expect([page.statusCode, page.payload.includes(refresh)]).toEqual([200, true]);
      expect(page.payload).toContain('Você volta para a loja em instantes.');
    });

    it('after a payment of a link, by card, by Pix and where a coupon leaves nothing to pay', async () => {
      const cookie = `visitor=${visitor}`;
      const byCard = { 'checkouts.resolveCheckout': link, 'checkouts.payCheckoutByCard': { charge: aCardCharge } };
      const done = await send('/pay/bill_1/card', byCard, card, cookie);
      const payment = { ...aCardCharge, status: 'CHARGE_STATUS_PAID' };
      const page = await look(
        String(done.headers.location),
        { 'checkouts.resolveCheckout': { ...link, payment } },
        cookie,
      );
      expect(page.payload).toContain(refresh);
      const free = await send(
        `/pay/bill_1/free?${typedCoupon('tudo')}`,
        {
          'checkouts.resolveCheckout': link,
          'checkouts.getLinkQuote': { checkout: { ...link.checkout, amountCents: 0 } },
          'checkouts.applyCheckoutCoupons': { checkout: link.checkout },
          'files.listFreeFiles': { files: [] },
        },
        { form },
      );
      expect(free.payload).toContain(refresh);
    });

    it('after subscribing', async () => {
      const subscription = { ...resolved, checkout: { ...plan, completionUrl: shop } };
      const byCard = { 'checkouts.payCheckoutByCard': { charge: aCardCharge, subscriptionId: 'subs_1' } };
      const answers = { 'checkouts.resolveCheckout': subscription, ...byCard };
      const done = await send('/pay/bill_1/card', answers, { ...card, email: 'ana@example.com' });
      const start = {
        subscriptionId: 'subs_1',
        status: 'SUBSCRIPTION_START_STATUS_ACTIVE',
        amountCents: 5_000,
        prices: [],
      };
      const started = { ...start, method: 'PAYMENT_METHOD_CARD', coupons: [], charge: undefined };
      const page = await look(String(done.headers.location), {
        'checkouts.resolveCheckout': { ...subscription, subscription: started },
      });
      expect([page.statusCode, page.payload.includes(refresh)]).toEqual([200, true]);
    });

    it.each<[string, Answers]>([
      ['?method=PIX', { 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } }],
      [
        '?method=BOLETO&boleto=char_1',
        {
          'checkouts.resolveCheckout': resolved,
          'charges.resolveCharge': {
            tenant,
            charge: { ...aBoleto, checkoutId: 'bill_1' },
            merchantName: 'Loja',
            files: [],
          },
        },
      ],
      [
        '?method=CARD',
        { 'checkouts.resolveCheckout': { ...resolved, payment: { ...aCardCharge, status: 'CHARGE_STATUS_PENDING' } } },
      ],
    ])('when what the page shows is paid: %s', async (query, answers) => {
      const { payload } = await look(`/pay/bill_1${query}`, answers);
      const attribute = (name: string) =>
        new RegExp(`data-${name}="([^"]*)"`).exec(payload)?.[1]?.replaceAll('&amp;', '&');
      const [address = '', state, then = ''] = ['look', 'state', 'then'].map(attribute);
      expect(payload).toContain(
        `<noscript><meta http-equiv="refresh" content="20; url=${then.replaceAll('&', '&amp;')}"`,
      );
      const before = await look(address, answers);
      expect([before.statusCode, before.json(), before.headers['cache-control']]).toEqual([200, { state }, 'no-store']);
      const after = await look(address, { 'checkouts.resolveCheckout': paid, 'files.listFreeFiles': { files: [] } });
      expect(after.json().state).not.toBe(state);
      expect((await look(then, { 'checkouts.resolveCheckout': paid })).payload).toContain(refresh);
    });

    it('says what it looked at and when, to who says to have paid before the money is there', async () => {
      const open = { 'checkouts.resolveCheckout': { ...resolved, openPix: aCharge } };
      expect((await look('/pay/bill_1?pix=1', open)).payload).not.toContain('Ainda não recebemos');
      const said = /Ainda não recebemos este pagamento\. Última consulta às \d\d:\d\d:\d\d\./;
      expect((await look('/pay/bill_1?method=PIX&pix=1&done=1', open)).payload).toMatch(said);
      const inEnglish = (await look('/pay/bill_1?method=PIX&pix=1&done=1&lang=en', open)).payload;
      expect(inEnglish).toMatch(/This payment has not arrived yet\. Last looked at \d\d?:\d\d:\d\d [AP]M\./);
    });

    it('by a button that names the host in dev mode, and where the store has not confirmed the host', async () => {
      const completionUrl = 'https://phishing.example/conta?x=1';
      for (const checkout of [aPaidCheckout, { ...paid.checkout, completionUrl }]) {
        const { payload } = await look('/pay/bill_1?done=1', { 'checkouts.resolveCheckout': { ...paid, checkout } });
        expect(payload).not.toContain('http-equiv');
        const { host } = new URL(checkout.completionUrl ?? '');
        expect(payload).toContain(`Ir para ${host}`);
      }
      const spoofed = { ...paid.checkout, completionUrl: 'https://shop.example@phishing.example/' };
      const { payload } = await look('/pay/bill_1?done=1', {
        'checkouts.resolveCheckout': { ...paid, checkout: spoofed },
      });
      expect(payload).not.toContain('http-equiv');
    });

    it('not when the page is looked at again, and not without an address', async () => {
      expect((await look('/pay/bill_1', { 'checkouts.resolveCheckout': paid })).payload).not.toContain(
        'http-equiv="refresh"',
      );
      expect((await look('/pay/bill_1?done=1', { 'checkouts.resolveCheckout': resolved })).payload).not.toContain(shop);
      const plain = { ...paid, checkout: { ...aPaidCheckout, completionUrl: undefined } };
      expect((await look('/pay/bill_1?done=1', { 'checkouts.resolveCheckout': plain })).payload).not.toContain(
        'refresh',
      );
    });
  });
});

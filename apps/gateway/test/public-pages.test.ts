import { inflateSync } from 'node:zlib';
import { AppError } from '@pitanga/core';
import { pdfText, startBeforeAll } from '@pitanga/testing';
import { aBoleto, aCardCharge, aCheckout, aPaidCharge, aPayout } from './messages';
import { pageCalls } from './page-calls';
import { active, plan, tenant } from './subscribe-page';
import { buyerCookie, wholeApi } from './whole-api';

const name = 'Beatriz Quaresma Oliveira';
const slip = Buffer.from(`%PDF-1.7 ${name} 529.982.247-25`);
const payer = { name, maskedTaxId: '529.***.***-**', isSameAsCustomer: true };
const paid = { ...aPaidCharge, payer, customerId: 'cust_1' };
const boleto = { ...aBoleto, payer, checkoutId: 'bill_1', customerId: 'cust_1' };
const files = [{ name: 'Curso', token: 'sold-file' }];
const found = { tenant, charge: paid, merchantName: 'Loja', files };
const checkout = { tenant, checkout: aCheckout, merchantName: 'Loja', knowsPayer: true, payment: undefined };

/** What says whose purchase it is, or lets its holder have it. */
const secrets = [name, 'Quaresma', '529.982', '529982', 'beatriz@', '98765', 'Rua das Flores', '/files/downloads/'];

/** They lead to the page. */
const payForms = [
  'again',
  'boleto',
  'card',
  'coupons',
  'free',
  'pix',
  'revoke',
  'simulate',
  'subscribe',
  'upsell',
  'wallet',
];

/** Requests whose addresses have ids and no secret, by route: every public one has a row here. */
const byIds: Readonly<Record<string, readonly string[]>> = {
  '/pay/:id/qr.svg': ['/pay/bill_1/qr.svg'],
  '/pay/:id/address.svg': ['/pay/bill_1/address.svg'],
  '/pay/:id': ['/pay/bill_1', '/pay/bill_1?method=BOLETO&boleto=char_1', '/pay/bill_1?subscription=subs_1'],
  '/pay/:id/state': ['/pay/bill_1/state'],
  ...Object.fromEntries(payForms.map((name) => [`/pay/:id/${name}`, [`/pay/bill_1/${name}`]])),
  '/pay/:id/code': ['/pay/bill_1/code?subscription=subs_1'],
  '/pay/:id/events': ['/pay/bill_1/events'],
  '/receipts/:id': ['/receipts/pix_char_1'],
  '/receipts/:id.pdf': ['/receipts/pix_char_1.pdf'],
  '/receipts/payouts/:id': ['/receipts/payouts/tran_1'],
  '/receipts/payouts/:id.pdf': ['/receipts/payouts/tran_1.pdf'],
  '/receipts/:id/code': ['/receipts/pix_char_1/code'],
  '/boletos/:id': ['/boletos/char_1', '/boletos/char_1?key='],
  '/boletos/:id/code': ['/boletos/char_1/code'],
  '/card-actions/:id': ['/card-actions/card_1', '/card-actions/card_1?back=1'],
  '/card-actions/:id/code': ['/card-actions/card_1/code'],
};
/** Their address has a secret, or no parameter of a record. */
const bySecrets = /^\/(subscriptions|portal|mail|files\/downloads)\/|^\/(files\/images|assets|js)\//;

const answers = {
  'checkouts.resolveCheckout': checkout,
  'charges.resolveCharge': found,
  'charges.resolveBoletoPdf': { pdf: slip },
  'charges.resumeCardPayment': { tenant, charge: aCardCharge, isDeclined: false },
  'payouts.resolvePayout': { tenant, payout: { ...aPayout, status: 'PAYOUT_STATUS_COMPLETE' } },
  'customers.getCustomer': { customer: { id: 'cust_1', name, email: 'beatriz@example.com' } },
  'files.listFreeFiles': { files },
  'subscriptions.getSubscription': { subscription: { id: 'subs_1', customerId: 'cust_1' } },
};

describe('pages for whoever has ids alone', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, look } = pageCalls(() => api, answers);

  it('are all of the public ones without a secret in their address', () => {
    const served = api.routes
      .filter(({ method, url, config }) => isPublic(config) && method === 'GET' && /[:*]/.test(url))
      .map(({ url }) => url);
    expect(served.filter((url) => !bySecrets.test(url)).toSorted()).toEqual(Object.keys(byIds).toSorted());
  });

  it.each(Object.values(byIds).flat())('show and give nothing that is the buyer’s: %s', async (url) => {
    for (const more of shown(url)) {
      answering(more);
      const { statusCode, headers, rawPayload } = await look(url);
      expect(statusCode).toBeLessThan(500);
      const text = `${JSON.stringify(headers)}\n${readText(rawPayload)}`;
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  it('are read as a person reads them', async () => {
    answering();
    for (const url of ['/receipts/pix_char_1', '/receipts/pix_char_1.pdf']) {
      expect(readText((await look(url)).rawPayload)).toContain('Beatriz Q. O.');
    }
  });
});

describe('the PDF of a boleto', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, look, send, sent } = pageCalls(() => api, answers);
  const key = 'k'.repeat(22);

  it('is for the address with its key, which billing judges', async () => {
    answering();
    const page = await look(`/boletos/char_1?key=${key}`);
    expect([page.headers['content-type'], page.payload]).toEqual(['application/pdf', slip.toString()]);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(sent('charges.resolveBoletoPdf')).toEqual({ id: 'char_1', key });
    const wrong = () => {
      throw new AppError({ kind: 'NOT_FOUND', reason: 'CHARGE_NOT_FOUND', message: 'x' });
    };
    answering({ 'charges.resolveBoletoPdf': wrong });
    expect((await look('/boletos/char_1?key=other')).statusCode).toBe(404);
  });

  it('is for the browser that typed its payer’s data, at once, and of nobody else', async () => {
    answering({
      'checkouts.resolveCheckout': { ...checkout, knowsPayer: false },
      'checkouts.openCheckoutBoleto': { charge: boleto },
    });
    const typed = { name, taxId: '529.982.247-25', email: 'beatriz@example.com', cellphone: '11987654321' };
    const made = await send('/pay/bill_1/boleto', typed);
    const cookies = [made.headers['set-cookie']].flat().map((one) => String(one));
    const own = cookies.find((one) => one.includes('Path=/boletos/char_1;'))?.split(';', 1)[0];
    answering();
    expect((await look('/boletos/char_1', own)).payload).toBe(slip.toString());
    expect(sent('charges.resolveBoletoPdf')).toEqual({ id: 'char_1', key: undefined });
    answering();
    expect((await look('/boletos/char_1', buyerCookie('char_2'))).headers.location).toBe('/boletos/char_1/code');
    expect(sent('charges.resolveBoletoPdf')).toBeUndefined();
  });

  it('is for who types the code of a mail, and there is none of a charge that is no boleto', async () => {
    answering({ 'charges.resolveCharge': { ...found, charge: boleto } });
    const page = await look('/boletos/char_1');
    expect([page.statusCode, page.headers.location]).toEqual([303, '/boletos/char_1/code']);
    expect((await look('/boletos/char_1/code')).payload).toContain('Enviar código por e-mail');
    answering();
    expect((await look('/boletos/pix_char_1/code')).statusCode).toBe(404);
  });

  it('of a provider is where it shows it, for the buyer alone', async () => {
    answering({ 'charges.resolveBoletoPdf': { pdf: Buffer.alloc(0), url: 'https://pay.stripe.example/1.pdf' } });
    const page = await look(`/boletos/char_1?key=${key}`);
    expect([page.statusCode, page.headers.location]).toEqual([302, 'https://pay.stripe.example/1.pdf']);
  });
});

const isPublic = (config: unknown): boolean => (config as { permission?: string } | undefined)?.permission === 'public';

/** The states in which a page has most to show. */
function shown(url: string): readonly Parameters<ReturnType<typeof pageCalls>['answering']>[0][] {
  if (url.includes('boleto')) return [{ 'charges.resolveCharge': { ...found, charge: boleto } }];
  if (url.includes('subs_1'))
    return [{ 'checkouts.resolveCheckout': { ...checkout, checkout: plan, subscription: active } }];
  if (!url.startsWith('/pay/')) return [{}];
  const free = { ...aCheckout, status: 'CHECKOUT_STATUS_PAID', receiptUrl: undefined, customerId: 'cust_1' };
  const states = [{}, { settled: paid, payment: paid }, { checkout: free }];
  return states.map((state) => ({ 'checkouts.resolveCheckout': { ...checkout, ...state } }));
}

/** A page, or what a PDF draws. */
function readText(payload: Buffer): string {
  if (!payload.subarray(0, 5).equals(Buffer.from('%PDF-'))) return payload.toString();
  const streams = payload.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs);
  const text = pdfText(Array.from(streams, ([, stream = '']) => drawn(Buffer.from(stream, 'latin1'))).join(''));
  return `${payload.toString('latin1')}\n${text}`;
}

/** Fonts are no text. */
function drawn(stream: Buffer): string {
  const content = stream[0] === 0x78 ? inflateSync(stream).toString('latin1') : '';
  return content.includes('BT') ? content : '';
}

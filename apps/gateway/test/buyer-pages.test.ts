import { setImmediate } from 'node:timers/promises';
import { StoreCharge } from '@pitanga/contracts';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCardCharge, aCheckout, aPaidCharge, aPaidCheckout } from './messages';
import { pageCalls } from './page-calls';
import { active, authorizing, plan, resolved, tenant } from './subscribe-page';
import { buyerCookie, buyerProofs, wholeApi } from './whole-api';

const subscribed = { ...resolved, checkout: plan, subscription: active };
const page = '/pay/bill_1?subscription=subs_1';
const download = '/files/downloads/abc';
const receipt = {
  'charges.resolveCharge': {
    tenant,
    charge: { ...aPaidCharge, customerId: 'cust_1' },
    merchantName: 'Loja',
    files: [{ name: 'Curso', token: 'abc' }],
  },
};
const waiting = {
  ...aCardCharge,
  status: 'CHARGE_STATUS_PENDING',
  paidAt: undefined,
  customerId: 'cust_1',
  actionUrl: 'https://pitanga.example/card-actions/card_1',
};
const oneTime = { tenant, checkout: aCheckout, merchantName: 'Loja', knowsPayer: false };

describe('whoever has ids alone', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, send, look, sent } = pageCalls(() => api, { 'checkouts.resolveCheckout': subscribed });

  it('gets no link that cancels a subscription or swaps its card; the browser that subscribed does', async () => {
    answering();
    const stranger = await look(page);
    expect(stranger.statusCode).toBe(200);
    expect(stranger.payload).toContain('Assinatura ativa');
    for (const secret of ['/subscriptions/', '/receipts/', '4242']) expect(stranger.payload).not.toContain(secret);
    expect((await look(page, buyerCookie('subs_2'))).payload).not.toContain('/subscriptions/');
    expect((await look(page, buyerCookie('subs_1'))).payload).toContain('/subscriptions/subs_1.');
  });

  it('gets none either where the subscription is that of the checkout’s own customer', async () => {
    answering();
    expect((await look('/pay/bill_1')).payload).not.toContain('/subscriptions/');
  });

  it('ends no simulated authorisation, which the browser that subscribed does', async () => {
    const automatic = { ...active, method: 'PAYMENT_METHOD_PIX' };
    const answers = { 'checkouts.resolveCheckout': { ...subscribed, subscription: automatic } };
    answering({ ...answers, 'agreements.simulateAuthorizationCancelled': {} });
    const revoke = '/pay/bill_1/revoke?subscription=subs_1';
    await send(revoke);
    expect(sent('agreements.simulateAuthorizationCancelled')).toBeUndefined();
    await send(revoke, {}, buyerCookie('subs_1'));
    expect(sent('agreements.simulateAuthorizationCancelled')).toBeDefined();
  });

  it('gets a receipt without the files that were bought, and a forged proof changes nothing', async () => {
    answering(receipt);
    for (const url of ['/receipts/pix_char_1', '/receipts/pix_char_1?key=1zzzzzzz-aaaaaaaaaaaaaaaaaaaaaa']) {
      const { statusCode, payload } = await look(url);
      expect([statusCode, payload.includes(download)]).toEqual([200, false]);
      expect(payload).toContain('href="/receipts/pix_char_1/code"');
    }
  });

  it('gets no files of an order that coupons paid', async () => {
    const free = { ...aPaidCheckout, receiptUrl: undefined };
    answering({
      'checkouts.resolveCheckout': { ...oneTime, checkout: free },
      'files.listFreeFiles': { files: [{ name: 'Curso', token: 'abc' }] },
    });
    expect((await look('/pay/bill_1')).payload).not.toContain(download);
    expect((await look('/pay/bill_1', buyerCookie('bill_1'))).payload).toContain(download);
  });

  it('cannot give up the card payment of another', async () => {
    answering({
      'checkouts.resolveCheckout': { ...oneTime, payment: waiting },
      'charges.resumeCardPayment': {
        tenant,
        charge: waiting,
        actionUrl: 'https://bank.example/3ds',
        isDeclined: false,
      },
    });
    expect((await look('/pay/bill_1')).payload).not.toContain('name="abandon"');
    const { payload } = await send('/card-actions/card_1?back=1', { abandon: '1' });
    expect(sent('charges.resumeCardPayment')).toMatchObject({ id: 'card_1', abandon: false });
    expect(payload).not.toContain('name="abandon"');
    expect(payload).toContain('href="/card-actions/card_1/code"');
  });
});

describe('a buyer', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, send, look, sent } = pageCalls(() => api, { 'checkouts.resolveCheckout': resolved });
  const cookieOf = (response: Awaited<ReturnType<typeof look>>) =>
    String(response.headers['set-cookie']).split(';', 1)[0] ?? '';

  it('is known by the browser that sent the form of a subscription, on that page alone', async () => {
    answering({ 'checkouts.subscribeByPix': { subscriptionId: 'subs_1' } });
    const fields = { form: 'F'.repeat(32), name: 'ANA SOUZA', taxId: '529.982.247-25', email: 'ana@example.com' };
    const done = await send('/pay/bill_1/subscribe?method=PIX', fields);
    expect(done.headers['set-cookie']).toMatch(/^buyer=.+; Path=\/pay\/bill_1; .*HttpOnly; SameSite=Lax; Secure$/);
    answering({ 'checkouts.resolveCheckout': subscribed });
    expect((await look(page, cookieOf(done))).payload).toContain('/subscriptions/subs_1.');
  });

  it('keeps the proof through the confirmation of a card at the bank', async () => {
    const { actionUrl } = waiting;
    answering({
      'checkouts.resolveCheckout': oneTime,
      'checkouts.payCheckoutByCard': { charge: waiting, actionUrl },
    });
    const card = { number: '4242 4242 4242 4242', name: 'ANA', expiry: '12/30', cvv: '123', taxId: '529.982.247-25' };
    const asked = await send('/pay/bill_1/card', { ...card, form: 'F'.repeat(32) });
    const cookies = asked.headers['set-cookie'] as string[];
    expect(cookies.map((one) => /Path=([^;]+)/.exec(one)?.[1])).toEqual([
      '/pay/bill_1',
      '/pay/bill_1',
      '/card-actions/card_1',
    ]);
    const own = cookies[2]?.split(';', 1)[0];
    const open = { tenant, charge: waiting, actionUrl: 'https://bank.example/3ds', isDeclined: false };
    answering({ 'charges.resumeCardPayment': open });
    await send('/card-actions/card_1?back=1', { abandon: '1' }, own);
    expect(sent('charges.resumeCardPayment')).toMatchObject({ abandon: true });
    const begun = {
      tenant,
      charge: { ...aCardCharge },
      checkoutId: 'bill_1',
      subscriptionId: 'subs_1',
      isDeclined: false,
    };
    answering({ 'charges.resumeCardPayment': begun });
    const back = await send('/card-actions/card_1?back=1', {}, own);
    answering({ 'checkouts.resolveCheckout': subscribed });
    expect((await look(page, cookieOf(back))).payload).toContain('/subscriptions/subs_1.');
    answering({ 'charges.resumeCardPayment': begun });
    expect((await send('/card-actions/card_1?back=1')).headers['set-cookie']).toBeUndefined();
  });

  it('of a Pix code is whose form made it, not who asks for an open one', async () => {
    const charge = { ...aPaidCharge, status: 'CHARGE_STATUS_PENDING', paidAt: undefined };
    const answers = { 'checkouts.openCheckoutPix': { charge } };
    answering({ ...answers, 'checkouts.resolveCheckout': oneTime });
    expect((await send('/pay/bill_1/pix')).headers['set-cookie']).toMatch(/^buyer=/);
    answering({ ...answers, 'checkouts.resolveCheckout': { ...oneTime, openPix: charge } });
    expect((await send('/pay/bill_1/pix')).headers['set-cookie']).toBeUndefined();
  });

  it('opens the files by the link of the page or of the mail, whose proof leaves the address', async () => {
    const proof = buyerProofs.of('pix_char_1', testClock().real());
    const mail = 'M'.repeat(43);
    answering({ ...receipt, 'mails.getMailLink': { chargeId: 'pix_char_1' } });
    for (const query of [`key=${proof}`, `mail=${mail}`]) {
      const opened = await look(`/receipts/pix_char_1?${query}`);
      expect([opened.statusCode, opened.headers.location]).toEqual([303, '/receipts/pix_char_1']);
      expect((await look('/receipts/pix_char_1', cookieOf(opened))).payload).toContain(download);
    }
    answering({ ...receipt, 'mails.getMailLink': { chargeId: 'pix_char_2' } });
    expect((await look(`/receipts/pix_char_1?mail=${mail}`)).statusCode).toBe(200);
    expect(buyerProofs.holds('pix_char_1', proof, new Date(testClock().real().getTime() + 30 * 86_400_000))).toBe(
      false,
    );
  });
});

describe('the link to the files, for a buyer whom no mail reaches', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, look } = pageCalls(() => api, receipt);
  const filesUrl = async (key: string, charge: object = {}) => {
    answering({
      'charges.getStoreCharge': { charge: StoreCharge.fromPartial({ charge: aPaidCharge, hasFiles: true, ...charge }) },
    });
    const { json } = await api.get('/v2/charges/get?id=pix_char_1', key);
    return (json as { data: { filesUrl: string | null } }).data.filesUrl;
  };

  it('is of the charge that bought some, for keys that may charge, and opens them in one browser', async () => {
    const url = String(await filesUrl('full'));
    expect(url).toMatch(/^https:\/\/pitanga\.example\/receipts\/pix_char_1\?key=[^&]+$/);
    expect(await filesUrl('full', { hasFiles: false })).toBeNull();
    expect(await filesUrl('read-key')).toBeNull();
    expect(await filesUrl('without-CHECKOUT-CREATE')).toBeNull();
    answering();
    const opened = await look(url.slice('https://pitanga.example'.length));
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/receipts/pix_char_1']);
    const cookie = String(opened.headers['set-cookie']).split(';', 1)[0];
    expect((await look('/receipts/pix_char_1', cookie)).payload).toContain(download);
    expect((await look('/receipts/pix_char_1')).payload).not.toContain(download);
  });
});

describe('the code in a mail to the buyer', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, send, look, sent, submit } = pageCalls(() => api, {
    'checkouts.resolveCheckout': subscribed,
    'subscriptions.getSubscription': { subscription: { id: 'subs_1', customerId: 'cust_1' } },
    'customers.getCustomer': { customer: { email: 'ana@example.com' } },
    'mails.sendAccountMail': { queued: true },
  });
  const code = '/pay/bill_1/code?subscription=subs_1';
  const ask = async () => {
    const { statusCode, payload } = await submit(code);
    await setImmediate();
    return { statusCode, payload, ask: /name="ask" value="([^"]+)"/.exec(payload)?.[1] ?? '' };
  };
  const mailed = () => (sent('mails.sendAccountMail') as { code: string } | undefined)?.code ?? '';

  it('opens the page of the subscription, and goes to the customer’s mail alone', async () => {
    answering();
    expect((await look(page)).payload).toContain('href="/pay/bill_1/code?subscription=subs_1"');
    expect((await look(code)).payload).toContain('Enviar código por e-mail');
    const asked = await ask();
    expect(sent('customers.getCustomer')).toEqual({ tenant, id: 'cust_1' });
    expect(sent('mails.sendAccountMail')).toMatchObject({
      kind: 'ACCOUNT_MAIL_KIND_BUYER_CODE',
      email: 'ana@example.com',
      storeName: 'Loja',
      isTest: true,
    });
    expect(asked.payload).not.toContain(mailed());
    const done = await send(code, { ask: asked.ask, code: `${mailed().slice(0, 3)} ${mailed().slice(3)}` });
    expect([done.statusCode, done.headers.location]).toEqual([303, page]);
    const cookie = String(done.headers['set-cookie']).split(';', 1)[0];
    expect((await look(page, cookie)).payload).toContain('/subscriptions/subs_1.');
  });

  it('is refused when it is wrong, was asked for another record, or is made up', async () => {
    answering();
    const asked = await ask();
    const right = mailed();
    const wrong = right === '000000' ? '000001' : '000000';
    const refused = async (url: string, fields: Record<string, string>) => {
      const { headers } = await send(url, fields);
      const { payload } = await look(String(headers.location));
      return [headers['set-cookie'], /role="alert"[^>]*>([^<]+)/.exec(payload)?.[1]];
    };
    expect(await refused(code, { ask: asked.ask, code: wrong })).toEqual([
      undefined,
      expect.stringContaining('não confere'),
    ]);
    expect((await send(code, { ask: asked.ask, code: '' })).headers.location).toContain('problem=wrong');
    answering({
      'checkouts.resolveCheckout': { ...subscribed, subscription: { ...active, subscriptionId: 'subs_2' } },
    });
    expect(await refused('/pay/bill_1/code?subscription=subs_2', { ask: asked.ask, code: right })).toEqual([
      undefined,
      expect.stringContaining('não vale mais'),
    ]);
    expect((await send(code, { ask: 'x', code: right })).headers.location).toContain('problem=ended');
  });

  it('is answered alike whether or not there is a mail', async () => {
    const answers = [
      {},
      { 'customers.getCustomer': { customer: { email: '' } } },
      { 'subscriptions.getSubscription': { subscription: { id: 'subs_1', customerId: '' } } },
    ];
    const seen = [];
    for (const answer of answers) {
      answering(answer);
      const { statusCode, payload, ask: token } = await ask();
      seen.push([statusCode, payload.replaceAll(token, '')]);
    }
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('is offered on receipts and confirmations too, and not where nothing was bought', async () => {
    answering(receipt);
    expect((await submit('/receipts/pix_char_1/code')).payload).toContain('name="ask"');
    await setImmediate();
    expect(sent('customers.getCustomer')).toEqual({ tenant, id: 'cust_1' });
    expect((await look('/card-actions/card_1/code')).statusCode).toBe(200);
    answering({ 'checkouts.resolveCheckout': oneTime });
    expect((await look('/pay/bill_1/code')).statusCode).toBe(404);
    answering({ 'checkouts.resolveCheckout': { ...subscribed, subscription: authorizing } });
    expect((await look(code)).statusCode).toBe(200);
  });
});

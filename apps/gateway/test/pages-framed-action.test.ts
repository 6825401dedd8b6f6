import { startBeforeAll } from '@pitanga/testing';
import { aCardCharge } from './messages';
import { wholeApi } from './whole-api';

const actionUrl = 'https://hooks.stripe.com/3ds/1';
const pending = { ...aCardCharge, status: 'CHARGE_STATUS_PENDING', paidAt: undefined };

describe('the confirmation of a card payment inside a shop’s page', () => {
  const api = startBeforeAll(wholeApi);

  const ask = async (method: 'GET' | 'POST', url: string, payload = '', dest = 'iframe') => {
    const headers = { 'sec-fetch-dest': dest, 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, headers: got, payload: text } = await api.app.inject({ method, url, headers, payload });
    return { statusCode, text, policy: String(got['content-security-policy']) };
  };

  it('may be framed where a browser asks for a frame, and nowhere else', async () => {
    api.answering({});
    const framed = await ask('GET', '/card-actions/card_1?lang=en');
    expect([framed.statusCode, framed.policy]).toEqual([200, expect.stringMatching(/frame-ancestors \*$/) as string]);
    expect(framed.text).toContain('action="/card-actions/card_1?lang=en" data-send');
    for (const dest of ['document', 'empty', '']) {
      const { policy } = await ask('GET', '/card-actions/card_1', '', dest);
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });

  it('leads to the bank, and has no way to give the payment up, whatever is sent', async () => {
    api.answering({ 'charges.resumeCardPayment': { charge: pending, actionUrl, isDeclined: false } });
    const first = await ask('POST', '/card-actions/card_1', 'abandon=1');
    expect(first.text).toContain(`content="0; url=${actionUrl}"`);
    const back = await ask('POST', '/card-actions/card_1?back=1');
    expect(back.text).not.toContain('http-equiv="refresh"');
    for (const { text } of [first, back]) {
      expect(text).toContain(`href="${actionUrl}"`);
      expect(text).not.toContain('abandon');
    }
    expect(api.calls.map(({ request }) => request)).toEqual([1, 2].map(() => ({ id: 'card_1', abandon: false })));
  });

  it.each([
    ['PAID', { charge: aCardCharge, isDeclined: false, returnUrl: 'https://loja.example/back' }],
    ['PAID', { subscriptionId: 'subs_1', isDeclined: false }],
    ['DECLINED', { charge: { ...pending, status: 'CHARGE_STATUS_FAILED' }, isDeclined: true }],
    ['ENDED', { charge: { ...pending, status: 'CHARGE_STATUS_EXPIRED' }, isDeclined: false }],
    ['PROCESSING', { charge: pending, isDeclined: false }],
    ['ENDED', { replacement: 'CARD_REPLACEMENT_STATUS_DONE', isDeclined: false }],
    ['DECLINED', { replacement: 'CARD_REPLACEMENT_STATUS_REFUSED', isDeclined: false }],
  ])('ends as %s with that word alone: it goes nowhere and shows nothing of the payment', async (status, state) => {
    api.answering({ 'charges.resumeCardPayment': state });
    const { statusCode, text, policy } = await ask('POST', '/card-actions/card_1?back=1');
    expect([statusCode, policy.endsWith('frame-ancestors *')]).toEqual([200, true]);
    expect(text).toContain(`<body data-end="${status}">`);
    expect(text).not.toMatch(/http-equiv="refresh"|loja\.example|R\$|href=/);
  });
});

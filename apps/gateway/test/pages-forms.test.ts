import { failedPrecondition, unavailable } from '@pitanga/core';
import { createSealer } from '@pitanga/runtime';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aPaidCheckout } from './messages';
import { aLink, card, cvv, declined, formId, paid, payPageCalls, resolved } from './pay-page';
import { wholeApi } from './whole-api';

describe('a form of a page', () => {
  const api = startBeforeAll(wholeApi);
  const { answering, look, send, sent, submit } = payPageCalls(() => api);
  const throwing = (error: Error) => () => {
    throw error;
  };
  const setOf = (headers: Record<string, unknown>): string =>
    [headers['set-cookie']]
      .flat()
      .map(String)
      .find((one) => one.startsWith('notice=')) ?? '';
  const cookieOf = (headers: Record<string, unknown>): string => setOf(headers).split(';', 1)[0] ?? '';
  const declinedFor = (reason: string) => ({
    'checkouts.payCheckoutByCard': {
      charge: { ...declined, failure: { ...declined.failure, reason: `PAYMENT_FAILURE_REASON_${reason}` } },
    },
  });

  it('has no address that only takes a POST', () => {
    const pages = api.routes.filter(({ url }) => !/^\/(v1|v2|dashboard)\//.test(url));
    const taking = (method: string) => new Set(pages.filter((route) => route.method === method).map(({ url }) => url));
    const gets = taking('GET');
    expect(taking('POST').size).toBeGreaterThan(15);
    expect([...taking('POST')].filter((url) => !gets.has(url))).toEqual([]);
  });

  it.each([
    ['/pay/bill_1/card?coupon=natal&utm_source=x', '/pay/bill_1?method=CARD&coupon=natal&utm_source=x'],
    ['/pay/bill_1/coupons?method=PIX', '/pay/bill_1?method=PIX'],
    ['/pay/bill_1/boleto', '/pay/bill_1?method=BOLETO'],
  ])('opened as an address leads to its page and asks no service: %s', async (url, location) => {
    answering();
    const page = await look(url);
    expect([page.statusCode, page.headers.location, api.calls]).toEqual([303, location, []]);
  });

  it('that failed is there again after a reload, for its own browser alone', async () => {
    answering(declinedFor('INSUFFICIENT_FUNDS'));
    const { statusCode, headers } = await send('/pay/bill_1/card?method=CARD', card);
    const address = '/pay/bill_1?method=CARD&notice=CARD_DECLINED';
    expect([statusCode, headers.location]).toEqual([303, address]);
    expect(setOf(headers)).toMatch(/^notice=[\w-]+; Path=\/pay\/bill_1; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
    for (const time of ['first', 'reloaded']) {
      const { payload } = await look(address, cookieOf(headers));
      expect([time, payload.includes('falta saldo ou limite'), payload.includes('value="ANA SOUZA"')]).toEqual([
        time,
        true,
        true,
      ]);
      // Beside them the page names a card of the test environment.
      expect(payload).not.toMatch(new RegExp(`value="4242|${cvv}`));
    }
    const { payload: others } = await look(address);
    expect(others).toContain('Não foi possível processar o pagamento com este cartão.');
    expect(others).not.toMatch(/ANA SOUZA|saldo/);
    // On the page, but not after it was left for another method.
    expect((await look('/pay/bill_1?method=PIX', cookieOf(headers))).payload).not.toContain('role="alert"');
  });

  it('leaves nothing of what was typed in an address, and of the card nothing at all', async () => {
    answering(declinedFor('DECLINED'));
    const { headers } = await send('/pay/bill_1/card', { ...card, email: 'ana@example.com' });
    const sealer = createSealer(Buffer.alloc(32, 1).toString('base64'));
    const kept = sealer.open(Buffer.from(cookieOf(headers).slice('notice='.length), 'base64url'), [] as never);
    expect(JSON.parse(kept)).toMatchObject({ content: { kept: { name: 'ANA SOUZA', taxId: card.taxId } } });
    expect(kept).not.toMatch(new RegExp(`4242|${cvv}`));
    expect(decodeURIComponent(String(headers.location))).not.toMatch(/ANA|529|example|DECLINED_/);
  });

  it.each([
    ['of another page', '/pay/bill_2', 0],
    ['of eleven minutes ago', '/pay/bill_1', 660_000],
  ])('%s is not shown', async (_what, path, ageMs) => {
    const content = { problem: { name: 'taxId' }, kept: { name: 'Outra Pessoa' } };
    const bound = { content, path, until: testClock().real().getTime() + 600_000 - ageMs };
    const sealed = createSealer(Buffer.alloc(32, 1).toString('base64')).seal(JSON.stringify(bound), [] as never);
    answering();
    const { payload } = await look('/pay/bill_1?method=BOLETO&notice=taxId', `notice=${sealed.toString('base64url')}`);
    expect(payload).toContain('role="alert"');
    expect(payload).not.toContain('Outra Pessoa');
  });

  it.each(['toString', 'constructor', '__proto__', 'NOTHING_OF_OURS'])(
    'takes %s for no problem that it knows',
    async (name) => {
      answering();
      const { statusCode, payload } = await look(`/pay/bill_1?notice=${name}`);
      expect([statusCode, payload.includes('Não foi possível continuar. Tente de novo.')]).toEqual([200, true]);
    },
  );

  it('has nothing wrong once it is paid', async () => {
    answering({ 'checkouts.resolveCheckout': { ...resolved, checkout: aPaidCheckout, settled: paid } });
    expect((await look('/pay/bill_1?notice=CARD_DECLINED')).payload).not.toContain('role="alert"');
  });

  it('that may have worked resumes when it is sent again, also from a browser without cookies', async () => {
    const failing = { 'checkouts.payCheckoutByCard': throwing(unavailable('billing did not answer')) };
    answering(failing);
    expect((await submit('/pay/bill_1/card', card)).payload).toContain(`value="${formId}"`);
    answering({ ...failing, 'checkouts.resolveCheckout': aLink });
    const { payload } = await send('/pay/bill_1/card', card);
    expect(payload).toContain(`value="${formId}"`);
  });

  it('that was refused says so at its field, with what was typed', async () => {
    answering({ 'checkouts.applyCheckoutCoupons': throwing(failedPrecondition('x', 'COUPON_USED_UP')) });
    const { location, payload } = await submit('/pay/bill_1/coupons?method=PIX', { coupon: 'NATAL' });
    expect(location).toBe('/pay/bill_1?method=PIX&notice=COUPON_USED_UP');
    expect(payload).toMatch(/<details open>[^]*value="NATAL"[^]*inativo ou esgotado/);
    expect(sent('checkouts.openCheckoutPix')).toBeUndefined();
  });
});

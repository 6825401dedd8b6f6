import { setImmediate } from 'node:timers/promises';
import { AppError, toTenant } from '@pitanga/core';
import { startBeforeAll, testClock } from '@pitanga/testing';
import { aCardCharge, aPaidCharge } from './messages';
import { pageCalls } from './page-calls';
import { aSubscription } from './subscription-messages';
import { tenant as wireTenant } from './subscribe-page';
import { buyerKeys } from './buyer-keys';
import { wholeApi } from './whole-api';

const tenant = toTenant(wireTenant.storeId, wireTenant.devMode);
const subject = { customerId: 'cust_1', checkoutId: 'bill_1' };
const token = buyerKeys.portalTokens.of(tenant, subject);
const address = `/portal/${token}`;
const portal = { id: 'cpl_1', ...subject, createdAt: new Date('2026-11-20T15:00:00.000Z') };
const answers = {
  'portals.resolvePortal': { tenant, portal, merchantName: 'Loja' },
  'portals.listPortalCharges': { charges: [], refundRequests: [], refundableIds: [] },
  'subscriptions.listSubscriptions': { subscriptions: [] },
  'mails.getMailState': { isOff: false },
  'customers.getCustomer': { customer: { id: 'cust_1', email: 'ana@example.com' } },
  'mails.sendAccountMail': { queued: true },
};
const session = (id = 'cpl_1'): string => `portal=${buyerKeys.portalSessions.of(id, testClock().real())}`;

describe('the page of a customer portal', () => {
  const limits = { counted: 0 };
  const api = startBeforeAll(() =>
    wholeApi({
      limits: {
        accessCode: () => {
          limits.counted += 1;
          return Promise.resolve();
        },
      },
    }),
  );
  const { answering, send, look, sent, submit } = pageCalls(() => api, answers);
  const askOf = (payload: string): string => /name="ask" value="([^"]+)"/.exec(payload)?.[1] ?? '';
  const mailed = async (): Promise<{ readonly code?: string; readonly email?: string } | undefined> => {
    await setImmediate();
    await setImmediate();
    return sent('mails.sendAccountMail') as { readonly code?: string; readonly email?: string } | undefined;
  };

  it('asks whoever comes for the e-mail of the purchase, in both languages, and shows nothing', async () => {
    answering();
    const { statusCode, payload, headers } = await look(address);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(payload).toContain('E-mail da compra');
    expect(payload).not.toContain('ana@example.com');
    expect(sent('portals.listPortalCharges')).toBeUndefined();
    expect((await look(`${address}?lang=en`)).payload).toContain('E-mail of the purchase');
  });

  it('mails a code to who types that e-mail, in any case, and answers others the same', async () => {
    answering();
    const others = await submit(`${address}/code`, { email: 'eva@example.com' });
    expect(await mailed()).toBeUndefined();
    answering();
    const right = await submit(`${address}/code`, { email: ' Ana@Example.com ' });
    expect(await mailed()).toMatchObject({ email: 'ana@example.com', kind: 'ACCOUNT_MAIL_KIND_BUYER_CODE' });
    const same = (payload: string, email: string) => payload.replaceAll(askOf(payload), '').replaceAll(email, '');
    expect([others.statusCode, same(others.payload, 'eva@example.com')]).toEqual([
      right.statusCode,
      same(right.payload, ' Ana@Example.com '),
    ]);
  });

  it('opens with the code for an hour, for this portal and path alone, and counts every try', async () => {
    answering();
    const asked = await submit(`${address}/code`, { email: 'ana@example.com' });
    expect(asked.location).not.toMatch(/ana|example/);
    const { code = '' } = (await mailed()) ?? {};
    const ask = askOf(asked.payload);
    const wrong = code === '111111' ? '222222' : '111111';
    const refused = await send(`${address}/code`, { ask, email: 'ana@example.com', code: wrong });
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([303, undefined]);
    expect((await look(String(refused.headers.location))).payload).toContain('Este código não confere');
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const guessed = await send(`${address}/code`, { ask, email: 'eva@example.com', code: typed });
    expect([guessed.headers.location, guessed.headers['set-cookie']]).toEqual([refused.headers.location, undefined]);
    const opened = await send(`${address}/code`, { ask, email: 'ana@example.com', code: typed });
    expect(limits.counted).toBe(3);
    expect([opened.statusCode, opened.headers.location]).toEqual([303, address]);
    expect(opened.headers['set-cookie']).toMatch(
      new RegExp(`^portal=[\\w-]+; Path=${address}; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$`),
    );
    const cookie = String(opened.headers['set-cookie']).split(';', 1)[0];
    expect((await look(address, cookie)).payload).toContain('Nenhum pagamento até agora.');
    expect((await look(address, session('cpl_2'))).payload).toContain('E-mail da compra');
    const late = new Date(testClock().real().getTime() + 3_600_000);
    expect(buyerKeys.portalSessions.holds('cpl_1', String(cookie).slice('portal='.length), late)).toBe(false);
  });

  it('takes no code that was asked for at another portal', async () => {
    answering();
    const asked = await submit(`${address}/code`, { email: 'ana@example.com' });
    const { code = '' } = (await mailed()) ?? {};
    answering({ 'portals.resolvePortal': { tenant, portal: { ...portal, id: 'cpl_2' }, merchantName: 'Loja' } });
    const again = { ask: askOf(asked.payload), email: 'ana@example.com', code };
    const { headers } = await send(`${address}/code`, again);
    expect([headers.location, headers['set-cookie']]).toEqual([`${address}?problem=ended`, undefined]);
  });

  it('says plainly that no mail leaves where none does', async () => {
    answering({ 'mails.getMailState': { isOff: true } });
    const { payload } = await look(address);
    expect(payload).toContain('daqui não saem e-mails agora');
    expect(payload).not.toContain('<input');
  });

  it('shows what was paid with its receipts, and the way to each subscription for an hour', async () => {
    const refunded = { ...aCardCharge, id: 'card_2', status: 'CHARGE_STATUS_REFUNDED', refundedAmountCents: 5_000 };
    answering({
      'portals.listPortalCharges': { charges: [aPaidCharge, refunded], refundRequests: [], refundableIds: [] },
      'subscriptions.listSubscriptions': { subscriptions: [aSubscription] },
    });
    const { statusCode, payload } = await look(address, session());
    expect(statusCode).toBe(200);
    for (const shown of [`/receipts/${aPaidCharge.id}?key=`, '/receipts/card_2?key=', 'Reembolsado', 'Cartão']) {
      expect(payload).toContain(shown);
    }
    expect(payload).toContain(`/subscriptions/${aSubscription.id}.`);
    expect(sent('portals.listPortalCharges')).toMatchObject({ tenant, id: 'cpl_1' });
    expect(sent('subscriptions.listSubscriptions')).toMatchObject({ tenant, ...subject });
  });

  it('asks for money back of what the service offers, once more before it is sent, and shows what became of it', async () => {
    const { id } = aPaidCharge;
    const offered = { charges: [aPaidCharge], refundRequests: [], refundableIds: [id] };
    answering({ 'portals.listPortalCharges': offered, 'refundRequests.askForRefund': {} });
    expect((await look(address, session())).payload).toContain(`${address}/refund?charge=${id}`);
    expect((await look(`${address}/refund?charge=${id}`, session())).payload).toContain('name="reason"');
    for (const [url, cookie] of [
      [`${address}/refund?charge=${id}`, undefined],
      [`${address}/refund?charge=pix_char_9`, session()],
    ] as const) {
      expect((await look(url, cookie)).headers.location).toBe(address);
    }
    await send(`${address}/refund`, { charge: id, reason: 'x' });
    expect(sent('refundRequests.askForRefund')).toBeUndefined();
    const { statusCode } = await send(`${address}/refund`, { charge: id, reason: 'Não serviu' }, session());
    expect([statusCode, sent('refundRequests.askForRefund')]).toMatchObject([
      303,
      { tenant, portalId: 'cpl_1', chargeId: id, reason: 'Não serviu' },
    ]);
    const request = { id: 'rreq_1', chargeId: id, status: 'REFUND_REQUEST_STATUS_REFUSED' };
    answering({ 'portals.listPortalCharges': { ...offered, refundRequests: [request] } });
    expect((await look(address, session())).payload).toContain('Reembolso recusado pela loja');
  });

  it('says so where nothing can be asked back, and hides no failure', async () => {
    const refuse = (kind: 'FAILED_PRECONDITION' | 'UNAVAILABLE') => () => {
      throw new AppError({ kind, reason: 'X', message: 'x' });
    };
    answering({ 'refundRequests.askForRefund': refuse('FAILED_PRECONDITION') });
    const refused = await submit(`${address}/refund`, { charge: 'pix_char_1' }, session());
    expect([refused.led, refused.payload.includes('não pode ser reembolsado')]).toEqual([303, true]);
    answering({ 'refundRequests.askForRefund': refuse('UNAVAILABLE') });
    expect((await send(`${address}/refund`, { charge: 'pix_char_1' }, session())).statusCode).toBe(503);
  });

  it('is not found at another address', async () => {
    answering();
    expect((await look(`/portal/${token.slice(1)}`)).statusCode).toBe(404);
    expect((await look('/portal/cpl_1')).statusCode).toBe(404);
  });
});

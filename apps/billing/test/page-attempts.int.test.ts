import type { PayCheckoutByCardRequest } from '@pitanga/contracts';
import { everyTenant, isAppError, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { purgeAttempts } from '../src/attempts/attempt-repository';
import { measureVelocities } from '../src/charging/limit-attempts';
import { call, readEvents, startBilling, type Billing } from './billing-harness';
import { aCardCharge, aCardToken, aCoupon, declinedCard, openCheckout, pay, poorCard } from './payment-requests';

const billing = startBeforeAll(startBilling);
const unlimited = {
  CARD_DECLINES_PER_CHECKOUT: 0,
  COUPON_ERRORS_PER_CHECKOUT: 0,
  CARD_DECLINES_PER_CARD: 0,
  CARD_DECLINES_PER_STORE: 0,
};

const link = { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const };
const minuteMs = 60_000;

const form = (tenant: Tenant, checkoutId: string, over: Partial<PayCheckoutByCardRequest> = {}) => ({
  tenant,
  checkoutId,
  number: declinedCard,
  cvv: '739',
  expMonth: 12,
  expYear: 2036,
  holderName: 'ANA SOUZA',
  installmentCount: 1,
  coupons: [],
  client: 'ana',
  ...over,
});

type Outcome = string;

/** What a form came to: the charge's status or the reason of a refusal. */
async function send(
  tenant: Tenant,
  id: string,
  over: Partial<PayCheckoutByCardRequest> = {},
  at: Billing = billing,
  key = testIds.token(20),
): Promise<Outcome> {
  try {
    const { requestId, idempotency } = call(key);
    // As the page names it: another page's form is another operation.
    const context = {
      requestId,
      ...(idempotency && { idempotency: { ...idempotency, operation: `POST /pay/${id}/card` } }),
    };
    const { charge } = await at.checkouts.payCheckoutByCard(form(tenant, id, over), context);
    return charge?.status.replace('CHARGE_STATUS_', '') ?? 'none';
  } catch (error) {
    if (!isAppError(error)) throw error;
    const wait = error.metadata['retryAfterSeconds'];
    return wait === undefined ? error.reason : `${error.reason} ${wait}`;
  }
}

async function often(times: number, work: () => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let time = 0; time < times; time += 1) outcomes.push(await work());
  return outcomes;
}

const declined = (times: number) => Array<string>(times).fill('FAILED');
const chargesOf = (tenant: Tenant) => billing.db('charges').where({ store_id: tenant.storeId });

describe('card attempts on a page', () => {
  test('are let through five times, then pauses of 1, 2, 4, … minutes follow: of 60 declined cards 5 are charged', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    const outcomes = await often(60, () => send(tenant, id));
    expect(outcomes.slice(0, 6)).toEqual([...declined(5), 'CARD_ATTEMPTS_PAUSED 60']);
    expect(outcomes.slice(5).every((outcome) => outcome.startsWith('CARD_ATTEMPTS_PAUSED'))).toBe(true);
    expect(await chargesOf(tenant)).toHaveLength(5);
    expect(await billing.db('cards').where({ store_id: tenant.storeId })).toHaveLength(5);

    billing.clock.advance(minuteMs);
    expect(await often(2, () => send(tenant, id))).toEqual(['FAILED', 'CARD_ATTEMPTS_PAUSED 120']);
    billing.clock.advance(2 * minuteMs);
    expect(await often(2, () => send(tenant, id))).toEqual(['FAILED', 'CARD_ATTEMPTS_PAUSED 240']);
    billing.clock.advance(4 * minuteMs);
    expect(await send(tenant, id, { number: '4242424242424242' })).toBe('PAID');
  });

  test('are let through five times however many are sent at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, link);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => send(tenant, id, { visitor: testIds.token(32) })),
    );
    expect(outcomes.filter((outcome) => outcome === 'FAILED')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome.startsWith('CARD_ATTEMPTS_PAUSED'))).toHaveLength(25);
    expect(await chargesOf(tenant)).toHaveLength(5);
  });

  test('of a link are paused for their address only', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, link);
    expect((await often(6, () => send(tenant, id))).at(-1)).toBe('CARD_ATTEMPTS_PAUSED 60');
    expect(await send(tenant, id, { client: 'bia', number: '4242424242424242' })).toBe('PAID');
  });

  test('count once where a form is sent again, and not at all where nothing was sent to the provider', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    const key = testIds.token(20);
    expect(await often(10, () => send(tenant, id, {}, billing, key))).toEqual(declined(10));
    expect(await often(10, () => send(tenant, id, { number: '4000000000000003' }))).not.toContain('FAILED');
    expect(await often(4, () => send(tenant, id))).toEqual(declined(4));
    expect(await send(tenant, id)).toBe('CARD_ATTEMPTS_PAUSED 60');
  });

  test('count on each page, though the form of another page is sent there', async () => {
    const tenant = await billing.configuredStore();
    const key = testIds.token(20);
    const pages = await Promise.all(
      Array.from({ length: 12 }, async () => (await openCheckout(billing, tenant, 10_000)).id),
    );
    const outcomes: Outcome[] = [];
    for (const page of pages) outcomes.push(await send(tenant, page, {}, billing, key));
    expect(outcomes.slice(0, 10)).toEqual(declined(10));
    expect(outcomes[10]).toMatch(/^CARD_ATTEMPTS_PAUSED/);
    expect(await chargesOf(tenant)).toHaveLength(10);
  });

  test('are paused by their number on all pages of a store after ten declines', async () => {
    const tenant = await billing.configuredStore();
    const pages = await Promise.all(
      Array.from({ length: 4 }, async () => (await openCheckout(billing, tenant, 10_000)).id),
    );
    for (const page of pages.slice(0, 3)) await often(4, () => send(tenant, page));
    expect(await chargesOf(tenant)).toHaveLength(10);
    const [, , , last = ''] = pages;
    expect(await send(tenant, last)).toMatch(/^CARD_ATTEMPTS_PAUSED/);
    expect(await send(tenant, last, { number: poorCard })).toBe('FAILED');
  });

  test('are stopped on all pages of a store where most of very many are declined, after an alert', async () => {
    const small = await startBilling({ settings: { ...unlimited, CARD_DECLINES_PER_STORE: 25 } });
    const tenant = await small.configuredStore();
    const { id } = await openCheckout(small, tenant, 10_000, link);
    expect(await often(20, () => send(tenant, id, {}, small))).toEqual(declined(20));
    await measureVelocities(small.deps, everyTenant);
    const shown = await small.metrics();
    expect(shown).toContain('pitanga_card_testing_stores{environment="dev"} 1');
    expect(shown).toContain('pitanga_page_attempts_total{kind="card",outcome="failed",environment="dev"} 20');
    await often(5, () => send(tenant, id, {}, small));
    expect(await send(tenant, id, { number: '4242424242424242' }, small)).toBe('CARD_ATTEMPTS_PAUSED 60');
    const other = await small.configuredStore();
    const { id: theirs } = await openCheckout(small, other, 10_000);
    expect(await send(other, theirs, {}, small)).toBe('FAILED');
    small.clock.advance(10 * minuteMs);
    expect(await send(tenant, id, { number: '4242424242424242' }, small)).toBe('PAID');
    await small.stop();
  });

  test('by a merchant’s server and simulated ones are never refused; new cards of a server count for its store', async () => {
    const tenant = await billing.configuredStore();
    for (let time = 0; time < 8; time += 1) {
      const token = await aCardToken(billing, tenant, declinedCard);
      const { charge } = await billing.charges.createCardCharge(aCardCharge(tenant, token), call());
      expect(charge?.status).toBe('CHARGE_STATUS_FAILED');
    }
    const { id } = await openCheckout(billing, tenant, 10_000, link);
    const method = 'PAYMENT_METHOD_CARD' as const;
    for (let time = 0; time < 8; time += 1) {
      const paid = await pay(billing, tenant, id, { method, cardNumber: declinedCard });
      expect(paid.failure).toBeDefined();
    }
    const rows = await billing.db('page_attempts').where({ store_id: tenant.storeId, status: 'FAILED' });
    expect(rows).toHaveLength(8);
    expect(await send(tenant, id)).toBe('FAILED');
  });

  test('leave no number behind, and are forgotten after a day', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000);
    await send(tenant, id);
    const rows = await billing.db('page_attempts').where({ store_id: tenant.storeId });
    expect(JSON.stringify(rows)).not.toContain(declinedCard.slice(0, 12));
    billing.clock.advance(24 * 60 * minuteMs);
    await purgeAttempts(billing.db, everyTenant, billing.clock.real());
    expect(await billing.db('page_attempts').where({ store_id: tenant.storeId })).toEqual([]);
  });
});

describe('coupons typed into a page', () => {
  const guess = async (tenant: Tenant, checkoutId: string, code: string, client?: string): Promise<Outcome> => {
    try {
      await billing.checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons: [code], client }, call());
      return 'applied';
    } catch (error) {
      if (!isAppError(error)) throw error;
      return error.reason;
    }
  };

  test('are judged until five could not be used: of 200 guessed ones 5', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, { allowCoupons: true });
    const code = await aCoupon(billing, tenant);
    const outcomes = await often(200, () => guess(tenant, id, testIds.token(8), 'ana'));
    expect(outcomes.filter((outcome) => outcome === 'COUPON_NOT_FOUND')).toHaveLength(5);
    expect(await guess(tenant, id, code, 'bia')).toBe('COUPON_ATTEMPTS_PAUSED');
    billing.clock.advance(minuteMs);
    expect(await guess(tenant, id, code, 'ana')).toBe('applied');
  });

  test('of a link are counted by address, whether quoted or used, and right ones do not count', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await openCheckout(billing, tenant, 10_000, { ...link, allowCoupons: true });
    const code = await aCoupon(billing, tenant);
    const quote = async (typed: string, client?: string): Promise<Outcome> => {
      try {
        await billing.checkouts.getLinkQuote({ tenant, checkoutId: id, coupons: [typed], client }, call());
        return 'quoted';
      } catch (error) {
        return isAppError(error) ? error.reason : 'bug';
      }
    };
    expect(await often(10, () => quote(code, 'ana'))).toEqual(Array<string>(10).fill('quoted'));
    await Promise.all(Array.from({ length: 20 }, () => quote(testIds.token(8), 'ana')));
    const tried = await billing.db('page_attempts').where({ store_id: tenant.storeId, status: 'FAILED' });
    expect(tried).toHaveLength(5);
    expect([await quote(code, 'ana'), await quote(code, 'bia')]).toEqual(['COUPON_ATTEMPTS_PAUSED', 'quoted']);
    // What a page quotes again was typed before.
    expect(await quote(code)).toBe('quoted');
  });
});

describe('looking at a page', () => {
  test('writes nothing, however often it is called, and returns the existing code', async () => {
    const tenant = await billing.configuredStore();
    const pages = [await openCheckout(billing, tenant, 10_000), await openCheckout(billing, tenant, 10_000, link)];
    const before = await readEvents(billing, tenant);
    const look = (id: string, visitor?: string, skipCustomer?: boolean) =>
      billing.checkouts.resolveCheckout({ id, visitor, skipCustomer }, call());
    for (const { id } of pages) {
      for (const visitor of [undefined, testIds.token(32)]) {
        expect((await look(id, visitor)).openPix).toBeUndefined();
        expect((await look(id, visitor, true)).openPix).toBeUndefined();
      }
    }
    expect(await readEvents(billing, tenant)).toEqual(before);
    expect(await chargesOf(tenant)).toEqual([]);

    const visitor = testIds.token(32);
    for (const { id, frequency } of pages) {
      const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id, visitor }, call());
      expect((await look(id, visitor)).openPix?.id).toBe(charge?.id);
      // A link's code is its visitor's own.
      const theirs = (await look(id, testIds.token(32))).openPix?.id;
      expect(theirs).toBe(frequency === link.frequency ? undefined : charge?.id);
      // This one would make its payer the customer.
      expect((await look(id, visitor, true)).openPix).toBeUndefined();
    }
  });
});

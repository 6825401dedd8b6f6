import type { Tenant } from '@pitanga/core';
import { testIds } from '@pitanga/testing';
import { syncStripePayment } from '../src/charging/sync-stripe-payment';
import { finishCardActions } from '../src/jobs/finish-card-actions';
import { finishCardCharges } from '../src/jobs/finish-card-charges';
import type { CardProvider } from '../src/provider/card-provider';
import { call, countRows, eventTypes, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aCardCharge, getCharge } from './payment-requests';
import { aStripeStore, intentOfCard, resumeCard, stripeToken } from './stripe-account';

const challenged = '4000002760003184';

let billing: Billing;
let stripe: FakeStripe;
let tenant: Tenant;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});
beforeEach(async () => {
  tenant = await aStripeStore(billing, stripe);
});

const aToken = (number?: string) => stripeToken(billing, stripe, tenant, number);

async function charge(token: string, key?: string, over = {}) {
  const { charge: made, appended } = await billing.charges.createCardCharge(
    { ...aCardCharge(tenant, token), ...over },
    call(key),
  );
  if (!made) throw new Error('no charge');
  // The caller waits for nothing in production.
  expect(appended).toEqual([]);
  return made;
}

const paidAtStripe = () =>
  stripe.books.all('payment_intent').filter((intent) => intent['status'] === 'succeeded' && isOurs(intent));
const isOurs = (intent: object): boolean =>
  ours.has((intent as { metadata: { pitanga_charge: string } }).metadata.pitanga_charge);
let ours = new Set<string>();
async function readOurs(): Promise<void> {
  ours = new Set(await billing.db('charges').where({ store_id: tenant.storeId }).pluck('id'));
}
async function amountsPaid(): Promise<unknown[]> {
  await readOurs();
  return paidAtStripe().map((intent) => intent['amount']);
}
const intentOf = (id: string) => intentOfCard(billing, id);
const resume = (id: string, isAbandoned?: boolean) => resumeCard(billing, id, isAbandoned);

describe('a card of production', () => {
  it('is what Stripe’s fields made of it: brand, last four, a token for one charge, and no number anywhere', async () => {
    const token = await aToken();
    const paid = await charge(token);
    expect(paid).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      paidAmountCents: 10_000,
      card: { brand: 'VISA', lastFour: '4242' },
      payer: { name: 'ANA SOUZA' },
      actionUrl: undefined,
    });
    await expect(charge(token)).rejects.toMatchObject({ reason: 'CARD_TOKEN_USED' });
    expect(await charge(paid.card?.cardToken ?? '')).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
    expect(await amountsPaid()).toEqual([10_000, 10_000]);
  });

  it.each([
    ['a number', { number: '4242424242424242' }, 'CARD_NUMBER_NOT_TAKEN'],
    ['a payment method of nobody', { paymentMethod: 'pm_of_nobody' }, 'PAYMENT_METHOD_INVALID'],
    ['a path', { paymentMethod: '../customers' }, 'PAYMENT_METHOD_INVALID'],
  ])('is refused as %s, and nothing is kept', async (_what, over, reason) => {
    const card = { number: '', expMonth: 12, expYear: 2030, cvv: '123', holderName: 'ANA SOUZA' };
    const refused = billing.cards.createCardToken({ tenant, ...card, ...over }, call());
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason });
    expect(await countRows(billing, 'cards', tenant)).toBe(0);
  });

  it('has no token where the store takes no cards by Stripe', async () => {
    tenant = await aStripeStore(billing, stripe, { methods: ['BOLETO'] });
    await expect(aToken()).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for CARD is not configured for this store',
    });
  });

  it('is not split into installments, which is said before anything is written', async () => {
    const token = await aToken();
    await expect(charge(token, undefined, { installmentCount: 2 })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'INSTALLMENTS_UNSUPPORTED',
      message: "Property 'installmentCount' should be at most 1 with the card provider of this store",
    });
    expect(await countRows(billing, 'charges', tenant)).toBe(0);
    expect(await charge(token)).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
  });

  it('that is declined is told with Stripe’s own code', async () => {
    expect(await charge(await aToken('4000000000009987'))).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: {
        code: 'lost_card',
        declineClass: 'DECLINE_CLASS_IRREVERSIBLE',
        reason: 'PAYMENT_FAILURE_REASON_LOST_OR_STOLEN_CARD',
      },
    });
  });
});

describe('a payment that the bank wants confirmed', () => {
  it('stays PENDING with the address for its buyer, and is PAID once the buyer is back', async () => {
    const open = await charge(await aToken(challenged));
    expect(open).toMatchObject({
      status: 'CHARGE_STATUS_PENDING',
      actionUrl: `http://pitanga.test/card-actions/${open.id}`,
    });
    expect(await resume(open.id)).toMatchObject({ actionUrl: `${stripe.origin}/3ds/${await intentOf(open.id)}` });
    expect(stripe.intents.authenticate(await intentOf(open.id), true)).toContain(`/card-actions/${open.id}?back=1`);
    const state = await resume(open.id);
    expect(state).toMatchObject({ actionUrl: undefined, isDeclined: false, charge: { status: 'PAID' } });
    await resume(open.id);
    expect(await getCharge(billing, tenant, open.id)).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      actionUrl: undefined,
    });
    expect(await amountsPaid()).toEqual([10_000]);
    expect((await eventTypes(billing, tenant)).slice(1)).toEqual(['charge.created', 'charge.paid']);
  });

  it('FAILS when the bank does not confirm it, and its buyer goes back to the shop', async () => {
    const returnUrl = 'https://shop.example/done?order=1';
    const { id } = await charge(await aToken(challenged), undefined, { returnUrl });
    stripe.intents.authenticate(await intentOf(id), false);
    expect(await resume(id)).toMatchObject({ isDeclined: true, returnUrl });
    expect(await getCharge(billing, tenant, id)).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: { reason: 'PAYMENT_FAILURE_REASON_AUTHENTICATION_FAILED' },
    });
  });

  it('that its buyer gives up FAILS, and cannot be confirmed later', async () => {
    const { id } = await charge(await aToken(challenged));
    expect(await resume(id, true)).toMatchObject({ isDeclined: true });
    expect(() => stripe.intents.authenticate('', true)).toThrow();
    const intent = await intentOf(id);
    expect(() => stripe.intents.authenticate(intent, true)).toThrow();
    expect(await amountsPaid()).toEqual([]);
  });

  it('is read by the job when its buyer does not come back, once, by whichever replica', async () => {
    const { id } = await charge(await aToken(challenged));
    stripe.intents.authenticate(await intentOf(id), true);
    await finishCardActions(billing.deps);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(30_000);
    await Promise.all([finishCardActions(billing.deps), finishCardActions(billing.deps)]);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PAID');
    expect(await billing.db('charges').where({ id }).pluck('action_due_at')).toEqual([null]);
  });

  it('is read at once when Stripe tells of it', async () => {
    const { id } = await charge(await aToken(challenged));
    const intentId = await intentOf(id);
    stripe.intents.authenticate(intentId, true);
    const adapter = await billing.deps.stripeAccounts.of(tenant);
    if (!adapter) throw new Error('no adapter');
    await syncStripePayment(billing.deps, tenant, adapter, { intentId, isLast: false });
    await finishCardActions(billing.deps);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PAID');
  });

  it('FAILS after half an hour, and cannot be confirmed later', async () => {
    const { id } = await charge(await aToken(challenged));
    billing.clock.advance(29 * 60_000);
    await finishCardActions(billing.deps);
    await finishCardCharges(billing.deps);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(60_000);
    await finishCardActions(billing.deps);
    expect(await getCharge(billing, tenant, id)).toMatchObject({
      status: 'CHARGE_STATUS_FAILED',
      failure: { code: 'AUTHENTICATION_EXPIRED' },
    });
    const intent = await intentOf(id);
    expect(() => stripe.intents.authenticate(intent, true)).toThrow();
  });

  it.each([
    ['before its buyer confirms it, cannot be confirmed any more', false],
    ['and confirmed all the same goes back to its buyer', true],
  ])('and is cancelled here %s', async (_what, isConfirmed) => {
    const { id } = await charge(await aToken(challenged));
    await billing.db('charges').where({ id }).update({ status: 'CANCELLED' });
    const intent = await intentOf(id);
    if (isConfirmed) stripe.intents.authenticate(intent, true);
    billing.clock.advance(30_000);
    await finishCardActions(billing.deps);
    expect(stripe.books.find(intent)?.['status']).toBe(isConfirmed ? 'succeeded' : 'canceled');
    expect(await countRows(billing, 'refunds', tenant)).toBe(isConfirmed ? 1 : 0);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_CANCELLED');
  });
});

describe('a crash', () => {
  /** A process that dies at a line: nothing after it happens, and nobody is answered. */
  const dying = async (die: Partial<CardProvider>): Promise<void> => {
    const { card, ...others } = await billing.deps.findProviders(tenant);
    billing.production.providers = { ...others, card: card && { ...card, ...die } };
  };
  const dead = () => Promise.reject(new Error('the process died'));

  it.each([
    ['before Stripe has heard of the payment', (): Partial<CardProvider> => ({ prepareCharge: dead }), false],
    [
      'after Stripe has heard of the payment, before its id is stored',
      (card: CardProvider): Partial<CardProvider> => ({
        prepareCharge: async (order) => {
          await card.prepareCharge(order);
          return dead();
        },
      }),
      false,
    ],
    ['after the id is stored, before the card is charged', (): Partial<CardProvider> => ({ chargeCard: dead }), false],
    [
      'after the card is charged, before the result is stored',
      (card: CardProvider): Partial<CardProvider> => ({
        chargeCard: async (order) => {
          await card.chargeCard(order);
          return dead();
        },
      }),
      true,
    ],
  ])('%s leaves a charge that the job ends as it is at Stripe, charged at most once', async (_where, die, isPaid) => {
    const token = await aToken();
    const { card } = await billing.deps.findProviders(tenant);
    if (!card) throw new Error('no cards');
    await dying(die(card));
    await expect(charge(token)).rejects.toBeDefined();
    billing.production.providers = undefined;
    billing.clock.advance(60_001);
    stripe.forgetKeys();
    await Promise.all([finishCardCharges(billing.deps), finishCardCharges(billing.deps)]);
    await finishCardCharges(billing.deps);
    expect(await amountsPaid()).toEqual(isPaid ? [10_000] : []);
    const [id = ''] = (await billing.db('charges').where({ store_id: tenant.storeId }).pluck('id')) as string[];
    expect((await getCharge(billing, tenant, id)).status).toBe(`CHARGE_STATUS_${isPaid ? 'PAID' : 'FAILED'}`);
    const reference = await intentOf(id);
    if (!isPaid && reference) expect(stripe.books.find(reference)?.['status']).toBe('canceled');
  });

  it('is resumed by a repeat with its key, which charges once', async () => {
    const token = await aToken();
    const key = testIds.token(10);
    const { card } = await billing.deps.findProviders(tenant);
    await dying({
      chargeCard: async (order) => {
        await card?.chargeCard(order);
        return dead();
      },
    });
    await expect(charge(token, key)).rejects.toBeDefined();
    billing.production.providers = undefined;
    stripe.forgetKeys();
    expect(await charge(token, key)).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
    expect(await amountsPaid()).toEqual([10_000]);
    expect(await countRows(billing, 'charges', tenant)).toBe(1);
  });
});

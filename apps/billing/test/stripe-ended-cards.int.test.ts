import type { Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { finishCardActions } from '../src/jobs/finish-card-actions';
import { createProductionProviders } from '../src/production-providers';
import { call, countRows, eventTypes, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aCardCharge, getCharge } from './payment-requests';
import { aStripeStore } from './stripe-account';
import { segmentOf } from './stripe-boleto-requests';

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
  const { pixAccounts: pix, stripeAccounts } = billing.deps;
  billing.production.providers = await createProductionProviders({ pix, stripe: stripeAccounts })(tenant);
});

const declinedNumber = '4000000000000002';

async function aToken(number?: string): Promise<string> {
  const card = { number: '', expMonth: 0, expYear: 0, cvv: '', holderName: '' };
  const paymentMethod = stripe.paymentMethod(number);
  return (await billing.cards.createCardToken({ tenant, ...card, paymentMethod }, call())).id;
}
async function aCharge(number?: string, onToken?: () => void) {
  const token = await aToken(number);
  onToken?.();
  const { charge } = await billing.charges.createCardCharge(aCardCharge(tenant, token), call());
  if (!charge) throw new Error('no charge');
  return charge;
}
const intentOf = async (id: string): Promise<string> => {
  const row = await billing.db('charges').where({ id }).first<{ provider_reference: string }>('provider_reference');
  return row.provider_reference;
};
const overpaid = async () => (await eventTypes(billing, tenant)).filter((type) => type === 'charge.overpaid');

describe('a card payment that was declined', () => {
  /** As a browser could with the client secret of the intent and another card. */
  async function payLater(id: string) {
    const paid = stripe.books.change(await intentOf(id), { status: 'succeeded', amount_received: 10_000 });
    return stripe.books.tell('payment_intent.succeeded', paid);
  }

  it('is cancelled at Stripe once, so that no other card pays it', async () => {
    const { id, status } = await aCharge(declinedNumber);
    expect(status).toBe('CHARGE_STATUS_FAILED');
    await finishCardActions(billing.deps);
    expect(stripe.books.find(await intentOf(id))?.['status']).toBe('canceled');
    const seen = stripe.seen.length;
    billing.clock.advance(61_000);
    await finishCardActions(billing.deps);
    expect(stripe.seen).toHaveLength(seen);
  });

  it('and then paid all the same is seen by Stripe’s event, and its money goes back once', async () => {
    const { id } = await aCharge(declinedNumber);
    const event = await payLater(id);
    const { body, signature } = stripe.signed(event, billing.clock.real());
    const segment = await segmentOf(billing, tenant);
    await billing.stripe.receiveStripeEvent({ segment, signature, body: Buffer.from(body) }, call());
    await Promise.all([createStripeSyncDrain(billing.deps)(), createStripeSyncDrain(billing.deps)()]);
    await finishCardActions(billing.deps);
    expect(await overpaid()).toHaveLength(1);
    expect(await countRows(billing, 'refunds', tenant)).toBe(1);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_FAILED');
  });

  it('and then paid all the same is found without an event', async () => {
    const { id } = await aCharge(declinedNumber);
    await payLater(id);
    await finishCardActions(billing.deps);
    billing.clock.advance(61_000);
    await finishCardActions(billing.deps);
    expect(await overpaid()).toHaveLength(1);
  });
});

describe('a card payment that Stripe refuses, without a decline', () => {
  it('to prepare has FAILED, and nothing was charged', async () => {
    const charge = await aCharge(undefined, () => stripe.failNext(1, 400));
    expect(charge).toMatchObject({ status: 'CHARGE_STATUS_FAILED', failure: { code: 'REFUSED' } });
    expect(await billing.db('charges').where({ id: charge.id }).pluck('provider_reference')).toEqual([null]);
  });

  it('to confirm has FAILED, and was cancelled there before', async () => {
    stripe.beforeAnswer = (request) => {
      if (/ \/v1\/payment_intents\/\w+$/.test(request)) stripe.failNext(1, 400);
      return Promise.resolve();
    };
    const refused = aCharge();
    const charge = await refused.finally(() => (stripe.beforeAnswer = undefined));
    expect(charge).toMatchObject({ status: 'CHARGE_STATUS_FAILED', failure: { code: 'REFUSED' } });
    expect(stripe.books.find(await intentOf(charge.id))?.['status']).toBe('canceled');
  });
});

describe('a charge that is closed while Stripe prepares it', () => {
  it('is not charged, and a repeat answers its end', async () => {
    const token = await aToken();
    const { card, ...others } = billing.production.providers;
    if (!card) throw new Error('no cards');
    const closing: typeof card.prepareCharge = async (order) => {
      const reference = await card.prepareCharge(order);
      await billing.db('charges').where({ id: order.attemptId }).update({ status: 'CANCELLED' });
      return reference;
    };
    billing.production.providers = { ...others, card: { ...card, prepareCharge: closing } };
    const send = () => billing.charges.createCardCharge(aCardCharge(tenant, token), call('closed-meanwhile'));
    await expect(send()).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'CHARGE_CLOSED' });
    expect((await send()).charge?.status).toBe('CHARGE_STATUS_CANCELLED');
    const [intent] = stripe.books.all('payment_intent');
    expect(intent?.['status']).toBe('requires_confirmation');
  });
});

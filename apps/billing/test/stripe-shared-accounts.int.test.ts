import type { Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { call, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { configureStripe } from './stripe-account';
import { aStoreWithBoletos, createStripeBoleto, intentOfBoleto, segmentOf } from './stripe-boleto-requests';

let billing: Billing;
let stripe: FakeStripe;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});

async function receiveLast(tenant: Tenant) {
  const event = stripe.books.events.at(-1);
  if (!event) throw new Error('no event');
  const { body, signature } = stripe.signed(event, billing.clock.real());
  const segment = await segmentOf(billing, tenant);
  await billing.stripe.receiveStripeEvent({ segment, signature, body: Buffer.from(body) }, call());
}

async function drainFor(hours: number) {
  const drain = createStripeSyncDrain(billing.deps);
  for (let hour = 0; hour < hours; hour += 1) {
    billing.clock.advance(3_600_000);
    await drain();
  }
}

describe('a boleto at a Stripe account that two stores have', () => {
  it('is not cancelled by the other store, which has no charge for it', async () => {
    const first = await aStoreWithBoletos(billing, stripe);
    const second = await billing.configuredStore(false);
    await configureStripe(billing, stripe, second.storeId);
    const charge = await createStripeBoleto(billing, first);
    await receiveLast(second);
    await drainFor(8);
    const left = await billing.db('stripe_syncs').where({ store_id: second.storeId, kind: 'INTENT' });
    expect(left).toEqual([]);
    expect(stripe.books.find(await intentOfBoleto(billing, charge))).toMatchObject({ status: 'requires_action' });
  });
});

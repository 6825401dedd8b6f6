import type { Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { noProviders } from '../src/provider/providers';
import { finishCardActions } from '../src/jobs/finish-card-actions';
import { call, countRows, eventTypes, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aCardCharge, getCharge } from './payment-requests';
import { aStripeStore, intentOfCard, sendEvent, stripeToken } from './stripe-account';

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
  billing.production.providers = undefined;
});

const declinedNumber = '4000000000000002';

const aToken = (number?: string) => stripeToken(billing, stripe, tenant, number);
async function aCharge(number?: string, onToken?: () => void) {
  const token = await aToken(number);
  onToken?.();
  const { charge } = await billing.charges.createCardCharge(aCardCharge(tenant, token), call());
  if (!charge) throw new Error('no charge');
  return charge;
}
const intentOf = (id: string) => intentOfCard(billing, id);
const overpaid = async () => (await eventTypes(billing, tenant)).filter((type) => type === 'charge.overpaid');

const countDue = async () => {
  const due = await billing
    .db('charges')
    .where({ store_id: tenant.storeId })
    .where('action_due_at', '<=', billing.clock.real())
    .count();
  return Number((due[0] as { readonly count: string }).count);
};

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
    await sendEvent(billing, stripe, tenant, await payLater(id));
    await Promise.all([createStripeSyncDrain(billing.deps)(), createStripeSyncDrain(billing.deps)()]);
    await finishCardActions(billing.deps);
    expect(await overpaid()).toHaveLength(1);
    expect(await countRows(billing, 'refunds', tenant)).toBe(1);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_FAILED');
  });

  it('whose account was removed is read ever more rarely and not for ever, and keeps no other from being read', async () => {
    const ids: string[] = [];
    for (let time = 0; time < 25; time += 1) ids.push((await aCharge(declinedNumber)).id);
    billing.production.providers = noProviders;
    const dueOf = async () => {
      const [due] = (await billing.db('charges').where({ id: ids[0] }).pluck('action_due_at')) as (Date | null)[];
      return due && due.getTime() - billing.clock.real().getTime();
    };
    await finishCardActions(billing.deps);
    expect(await countDue()).toBe(0);
    billing.clock.advance(10 * 3_600_000);
    await finishCardActions(billing.deps);
    expect(await dueOf()).toBe(6 * 3_600_000);
    billing.clock.advance(181 * 86_400_000);
    await finishCardActions(billing.deps);
    expect(await dueOf()).toBeNull();
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
    const { card, ...others } = await billing.deps.findProviders(tenant);
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

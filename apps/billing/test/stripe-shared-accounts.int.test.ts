import { createHash } from 'node:crypto';
import type { Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { call, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { openCheckout } from './payment-requests';
import { configureStripe, sendEvent } from './stripe-account';
import { aStoreWithBoletos, createStripeBoleto, intentOfBoleto } from './stripe-boleto-requests';

let billing: Billing;
let stripe: FakeStripe;
let other: FakeStripe;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => billing.clock.real());
  other = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
  await other.stop();
});

async function drainFor(hours: number) {
  const drain = createStripeSyncDrain(billing.deps);
  for (let hour = 0; hour < hours; hour += 1) {
    billing.clock.advance(3_600_000);
    await drain();
  }
}

const statusOf = async (tenant: Tenant, { id }: { readonly id: string }) =>
  (await billing.charges.getCharge({ tenant, id }, call())).charge?.status;

describe('a boleto at a Stripe account that two stores have', () => {
  it('is not cancelled by the other store, which has no charge for it', async () => {
    const first = await aStoreWithBoletos(billing, stripe);
    const second = await billing.configuredStore(false);
    await configureStripe(billing, stripe, second.storeId);
    const charge = await createStripeBoleto(billing, first);
    await sendEvent(billing, stripe, second);
    await drainFor(8);
    const left = await billing.db('stripe_syncs').where({ store_id: second.storeId, kind: 'INTENT' });
    expect(left).toEqual([]);
    expect(stripe.books.find(await intentOfBoleto(billing, charge))).toMatchObject({ status: 'requires_action' });
  });
});

describe('keys of another Stripe account', () => {
  it('are refused while a payment is open at the present one, and taken once none is', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const { accountId } = await configureStripe(billing, stripe, tenant.storeId);
    const charge = await createStripeBoleto(billing, tenant);
    await expect(configureStripe(billing, other, tenant.storeId)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'STRIPE_ACCOUNT_IN_USE',
    });
    const { account } = await billing.stripe.getStripeAccount({ storeId: tenant.storeId }, call());
    expect(account?.accountId).toBe(accountId);
    stripe.boletos.pay(await intentOfBoleto(billing, charge));
    await drainFor(12);
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PAID');
    expect((await configureStripe(billing, other, tenant.storeId)).accountId).toBe(other.books.accountId);
  });

  it('are refused while a subscriber pays by a card that is saved at the present one', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const { id: checkoutId } = await openCheckout(billing, tenant, 10_000, { methods: ['PAYMENT_METHOD_BOLETO'] });
    const { id: chargeId } = await createStripeBoleto(billing, tenant);
    await billing.db('charges').where({ id: chargeId }).update({ status: 'CANCELLED' });
    const { customer_id } = (await billing.db('charges').where({ id: chargeId }).first('customer_id')) as {
      customer_id: string;
    };
    const at = billing.clock.real();
    const keys = { store_id: tenant.storeId, dev_mode: false, created_at: at };
    const card = { ...keys, id: `card_${tenant.storeId}`, provider: 'stripe' };
    await billing.db('cards').insert({
      ...card,
      token_hash: createHash('sha256').update(tenant.storeId).digest(),
      ...{ exp_month: 12, exp_year: 2099 },
      vault_reference: 'cus_1/pm_1',
      brand: 'VISA',
      last_four: '4242',
      holder_name: 'Ana',
    });
    await billing.db('agreements').insert({
      ...keys,
      ...{ subscription_id: `subs_${tenant.storeId}`, checkout_id: checkoutId, customer_id },
      ...{ method: 'CARD', card_id: card.id, status: 'ACTIVE', coupons: '[]', updated_at: at },
    });
    const set = () => configureStripe(billing, other, tenant.storeId);
    await expect(set()).rejects.toMatchObject({ reason: 'STRIPE_ACCOUNT_IN_USE' });
    await billing.db('agreements').where({ store_id: tenant.storeId }).update({ status: 'ENDED' });
    expect((await set()).accountId).toBe(other.books.accountId);
  });

  it('lose no open boleto when they are set all the same: it is confirmed once the former account is back', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const charge = await createStripeBoleto(billing, tenant);
    await configureStripe(billing, other, tenant.storeId, { replaceAccount: true });
    await drainFor(12);
    await configureStripe(billing, stripe, tenant.storeId, { replaceAccount: true });
    stripe.boletos.pay(await intentOfBoleto(billing, charge));
    await drainFor(24);
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PAID');
  });
});

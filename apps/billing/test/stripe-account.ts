import { everyTenant, type Tenant } from '@pitanga/core';
import { resumeCardAction } from '../src/subscribing/card-actions';
import { call, type Billing } from './billing-harness';
import type { FakeStripe } from './fake-stripe';

/** What an owner would give for an account at this Stripe. */
export function stripeSettings(stripe: FakeStripe, over: object = {}): string {
  const { secretKey, publishableKey, webhookSecret, origin: apiBaseUrl } = stripe;
  return JSON.stringify({ secretKey, publishableKey, webhookSecret, apiBaseUrl, ...over });
}

export async function configureStripe(billing: Billing, stripe: FakeStripe, storeId: string, over: object = {}) {
  const settingsJson = stripeSettings(stripe, over);
  const { account } = await billing.stripe.configureStripeAccount({ storeId, settingsJson }, call());
  if (!account) throw new Error('no account');
  return account;
}

/** A production store whose cards and boletos go to this Stripe. */
export async function aStripeStore(billing: Billing, stripe: FakeStripe, over: object = {}): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  await configureStripe(billing, stripe, tenant.storeId, over);
  return tenant;
}

/** The last part of a store's callback address. */
export async function segmentOf(billing: Billing, { storeId }: Tenant): Promise<string> {
  const { account } = await billing.stripe.getStripeAccount({ storeId }, call());
  return account?.callbackUrl.split('/').at(-1) ?? '';
}

type StripeEvent = FakeStripe['books']['events'][number];

export function lastEventOf({ books }: FakeStripe): StripeEvent {
  const event = books.events.at(-1);
  if (!event) throw new Error('no event');
  return event;
}

/** Sends an event to the callback address of a store, signed by Stripe unless `over` says otherwise. */
export async function sendEvent(
  billing: Billing,
  stripe: FakeStripe,
  tenant: Tenant,
  event = lastEventOf(stripe),
  over: object = {},
): Promise<void> {
  const { body, signature } = stripe.signed(event, billing.clock.real());
  const segment = await segmentOf(billing, tenant);
  await billing.stripe.receiveStripeEvent({ segment, signature, body: Buffer.from(body), ...over }, call());
}

/** The card of a form that Stripe's fields took. */
export const stripeCard = (stripe: FakeStripe, number?: string) => ({
  number: '',
  expMonth: 0,
  expYear: 0,
  cvv: '',
  paymentMethod: stripe.paymentMethod(number),
});

/** A token of ours for a card that Stripe's fields took. */
export async function stripeToken(
  billing: Billing,
  stripe: FakeStripe,
  tenant: Tenant,
  number?: string,
): Promise<string> {
  const card = { ...stripeCard(stripe, number), holderName: '' };
  return (await billing.cards.createCardToken({ tenant, ...card }, call())).id;
}

/** The id of a card payment at Stripe. */
export async function intentOfCard({ db }: Billing, id: string): Promise<string> {
  const row = await db('charges').where({ id }).first<{ provider_reference: string }>('provider_reference');
  return row.provider_reference;
}

/** The page that waits for the buyer's confirmation asks how it is. */
export const resumeCard = ({ deps }: Billing, id: string, isAbandoned = false) =>
  resumeCardAction(deps, everyTenant, id, isAbandoned);

import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import { orMissing } from './stripe-errors';

/** The events that make us read something; other events of the account are not sent. */
const events: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.requires_action',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'setup_intent.canceled',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'payout.paid',
  'payout.failed',
];

/** Our endpoint at Stripe. */
export interface StripeEndpoint {
  /** we_… */
  readonly id: string;
  /** Stripe tells it only when it creates the endpoint. */
  readonly secret: string;
}

/**
 * Makes Stripe call `url`: updates the endpoint that we know, or replaces what has our address, because the secret of an
 * endpoint is shown only once.
 */
export async function registerEndpoint(
  client: StripeClient,
  url: string,
  known: StripeEndpoint | undefined,
  idempotencyKey: string,
): Promise<StripeEndpoint> {
  const others = (await listEndpoints(client)).filter((endpoint) => endpoint.url === url);
  if (known && others.some(({ id }) => id === known.id)) {
    await updateEndpoint(client, known.id, `${idempotencyKey}-update`);
    return known;
  }
  for (const { id } of others) await deleteEndpoint(client, id);
  const { id, secret } = await client.request({
    operation: 'create_endpoint',
    idempotencyKey,
    run: (stripe, options) =>
      stripe.webhookEndpoints.create({ url, enabled_events: events, description: 'Pitanga' }, options),
  });
  if (secret === undefined) throw new Error(`Stripe created the endpoint ${id} without a secret`);
  return { id, secret };
}

/** Has the endpoint send the events of today, also after Stripe disabled it. */
export async function updateEndpoint(client: StripeClient, id: string, idempotencyKey: string): Promise<void> {
  await client.request({
    operation: 'update_endpoint',
    idempotencyKey,
    run: (stripe, options) => stripe.webhookEndpoints.update(id, { enabled_events: events, disabled: false }, options),
  });
}

/** A repeat changes nothing. */
export async function deleteEndpoint(client: StripeClient, id: string): Promise<void> {
  await orMissing(
    client.request({
      operation: 'delete_endpoint',
      run: (stripe, options) => stripe.webhookEndpoints.del(id, {}, options),
    }),
  );
}

/** An account has 16 endpoints at most. */
async function listEndpoints(client: StripeClient): Promise<readonly Stripe.WebhookEndpoint[]> {
  const { data } = await client.request({
    operation: 'list_endpoints',
    run: (stripe, options) => stripe.webhookEndpoints.list({ limit: 100 }, options),
  });
  return data;
}

import { webhookReceiver, type ReceiverPlan, type WebhookReceiver } from '@pitanga/testing';
import type { Asking } from './asking';

const types = [
  ...['completed', 'refunded', 'expired'].map((what) => `transparent.${what}`),
  ...['completed', 'failed'].flatMap((what) => [`payout.${what}`, `transfer.${what}`]),
  ...['completed', 'renewed', 'payment_failed', 'cancelled'].map((what) => `subscription.${what}`),
  'checkout.completed',
  'refund.failed',
];

/** How endpoints behave: each takes every event in the end. */
const plans: Readonly<Record<string, () => ReceiverPlan>> = {
  willing: () => [200],
  /** The first call of every third event fails. */
  failing: () => atFirst(3, 500),
  slow: () => (_, index) => ({ status: 200, delayMs: index % 4 === 0 ? 1_500 : 0 }),
  /** The first call of some is answered when nobody waits any more. */
  late: () => atFirst(25, { status: 200, delayMs: 35_000 }),
};

function atFirst(every: number, behaviour: 500 | { readonly status: 200; readonly delayMs: number }): ReceiverPlan {
  const known = new Set<unknown>();
  return ({ headers }) => {
    const id = headers['webhook-id'];
    const isFirst = !known.has(id);
    known.add(id);
    return isFirst && known.size % every === 0 ? behaviour : 200;
  };
}

/** An endpoint of a store, which gets all of its events. */
export interface Endpoint {
  readonly name: string;
  readonly receiver: WebhookReceiver;
}

export const eventTypes: readonly string[] = types;

export async function openEndpoints(store: Asking, shop: string, names: readonly string[]): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (const name of names) {
    const receiver = await webhookReceiver(plans[name]?.() ?? [200]);
    const body = { name, endpoint: receiver.url, events: types };
    await store.untilAnswered({ operation: 'webhook', path: '/v2/webhooks/create', body, key: `${shop}-${name}` });
    endpoints.push({ name: `${shop}, ${name}`, receiver });
  }
  return endpoints;
}

import { waitFor, type WebhookReceiver } from '@pitanga/testing';
import type { Demo } from '../platform/state';

/** What the journey reads of any record. */
interface Data {
  readonly id: string;
  readonly now: string;
  readonly balance: { readonly available: number };
}

const cycleMs = 33 * 86_400_000;
const events = ['checkout.completed', 'payout.completed', 'subscription.completed', 'subscription.renewed'];

/** Asks the API and throws unless it succeeds. */
async function call(demo: Demo, path: string, body?: object): Promise<Data> {
  const response = await fetch(demo.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${demo.devKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}: ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}

export async function listen(demo: Demo, receiver: WebhookReceiver): Promise<void> {
  await call(demo, '/v2/webhooks/create', { name: 'compat', endpoint: receiver.url, events });
}

/** A product is sold once and by subscription, the money is booked and paid out, and the merchant gets the webhooks of it. */
export async function smokeJourney(demo: Demo, receiver: WebhookReceiver, name: string): Promise<void> {
  const told = (event: string, id: string): Promise<unknown> =>
    waitFor(
      `${event} of ${id}`,
      () => Promise.resolve(receiver.seen.some(({ body }) => body.includes(`"${event}"`) && body.includes(id))),
      30_000,
    );
  const available = async (): Promise<number> => (await call(demo, '/v2/store/get')).balance.available;
  const product = (externalId: string, more: object = {}): Promise<Data> =>
    call(demo, '/v2/products/create', { externalId, name, price: 5_000, ...more });

  let before: number | undefined;
  // The gateway calls a service that it has just lost again after a pause.
  const reads = async () => (before = await available().catch(() => undefined)) !== undefined;
  await waitFor('the balance', reads, 10_000);
  const once = await product(`${name}-once`);
  const checkout = await call(demo, '/v2/checkouts/create', { items: [{ id: once.id }], methods: ['PIX'] });
  await call(demo, `/v2/checkouts/simulate-payment?id=${checkout.id}`, {});
  await waitFor('the money', async () => (await available()) === (before ?? 0) + 5_000 - 80, 30_000);
  await told('checkout.completed', checkout.id);

  const payout = await call(demo, '/v2/payouts/create', { externalId: `${name}-out`, amount: 1_000 });
  await told('payout.completed', payout.id);

  const plan = await product(`${name}-plan`, { cycle: 'MONTHLY' });
  const form = await call(demo, '/v2/subscriptions/create', { items: [{ id: plan.id }] });
  await call(demo, '/v2/subscriptions/checkouts/simulate-payment', { id: form.id });
  const listed = await call(demo, `/v2/subscriptions/list?checkoutId=${form.id}`);
  const [subscription] = listed as unknown as readonly [Data];
  await told('subscription.completed', subscription.id);
  const { now } = await call(demo, '/v2/test-clock/get');
  const to = new Date(new Date(now).getTime() + cycleMs).toISOString();
  await call(demo, '/v2/test-clock/advance', { to });
  await told('subscription.renewed', subscription.id);
  await call(demo, '/v2/subscriptions/cancel', { id: subscription.id });
}

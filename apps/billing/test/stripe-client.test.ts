import { systemClock } from '@pitanga/core';
import { createLog, createMetrics } from '@pitanga/runtime';
import { createStripeClient, type StripeCall, type StripeClient } from '../src/stripe/stripe-client';
import { stripeLimits, type StripeLimits } from '../src/stripe/stripe-limits';
import { createStripeMetrics } from '../src/stripe/stripe-metrics';
import { startFakeStripe, type FakeStripe } from './fake-stripe';

let stripe: FakeStripe;
let open: StripeClient[] = [];
const lines: string[] = [];
beforeEach(async () => {
  stripe = await startFakeStripe(() => systemClock.real());
  lines.splice(0);
});
afterEach(async () => {
  for (const client of open) client.close();
  open = [];
  await stripe.stop();
});

/** Longer than a busy machine stands still; a test of time gives its own. */
const patient: StripeLimits = { ...stripeLimits, attemptMs: 20_000, operationMs: 60_000 };

function clientOf(limits: Partial<StripeLimits> = {}, secretKey = stripe.secretKey) {
  const registry = createMetrics();
  const log = createLog({ service: 'test', level: 'debug', destination: { write: (line) => lines.push(line) } });
  const client = createStripeClient({
    config: { secretKey, apiBaseUrl: stripe.origin },
    storeId: 'store_000000000000000000000001',
    log,
    metrics: createStripeMetrics(registry),
    providerRanges: ['127.0.0.0/8'],
    limits: { ...patient, ...limits },
  });
  open.push(client);
  return { client, metrics: () => registry.metrics() };
}

const createCustomer = (idempotencyKey: string, name = 'x'): StripeCall<{ readonly id: string }> => ({
  operation: 'create_customer',
  idempotencyKey,
  run: (library, options) => library.customers.create({ name }, options),
});
const customers = () => stripe.books.all('customer').length;

describe('a call to Stripe', () => {
  it.each(['cut', 'no answer'] as const)('whose answer is lost (%s) is repeated and done once', async (how) => {
    const { client, metrics } = clientOf({ attemptMs: 1_000 });
    stripe.loseAnswer(/customers/, how);
    const { id } = await client.request(createCustomer('c1'));
    expect(stripe.books.find(id)).toBeDefined();
    expect(customers()).toBe(1);
    expect(await metrics()).toContain('pitanga_stripe_seconds_count{operation="create_customer",outcome="2xx"} 1');
  });

  it.each([429, 500, 503])('that gets %s is repeated', async (status) => {
    stripe.failNext(2, status);
    await clientOf().client.request(createCustomer('c1'));
    expect(customers()).toBe(1);
  });

  it('has an unknown outcome when no repeat is answered, and ends in time', async () => {
    const { client } = clientOf({ attemptMs: 300, operationMs: 600 });
    stripe.beforeAnswer = () => new Promise(() => undefined);
    await expect(client.request(createCustomer('c1'))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      reason: 'STRIPE_UNAVAILABLE',
    });
    expect(customers()).toBe(1);
  });

  it('that is refused is not repeated, and neither error nor log shows the key or what Stripe wrote', async () => {
    const secretKey = 'sk_live_wrongwrongwrong';
    const refused = async (client: StripeClient, call: StripeCall<unknown>) =>
      client.request(call).catch((error: unknown) => error);
    const denied = await refused(clientOf({}, secretKey).client, createCustomer('c1'));
    expect(denied).toMatchObject({ kind: 'UNAVAILABLE', reason: 'STRIPE_DENIED' });
    const missing = await refused(clientOf().client, {
      operation: 'read_charge',
      run: (library, options) => library.charges.retrieve('ch_12345678909', {}, options),
    });
    expect(missing).toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'STRIPE_REFUSED',
      message: 'Stripe refused the operation (resource_missing)',
    });
    expect(stripe.seen).toHaveLength(2);
    const shown = lines.join('') + JSON.stringify([denied, missing]);
    expect(lines).toHaveLength(2);
    expect(shown).not.toContain(secretKey);
    expect(shown).not.toContain('ch_12345678909');
  });

  it('waits for a place, and is refused when too many wait', async () => {
    const { client } = clientOf({ concurrentMax: 1, waitingMax: 1 });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    stripe.beforeAnswer = () => held;
    const first = client.request(createCustomer('c1'));
    const second = client.request(createCustomer('c2'));
    await expect(client.request(createCustomer('c3'))).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      reason: 'STRIPE_BUSY',
    });
    release();
    await Promise.all([first, second]);
    expect(customers()).toBe(2);
  });
});

describe('the fake Stripe', () => {
  it('refuses a known idempotency key with other parameters, which is an unknown outcome', async () => {
    const { client } = clientOf();
    await client.request(createCustomer('c1'));
    await expect(client.request(createCustomer('c1', 'other'))).rejects.toMatchObject({ reason: 'STRIPE_UNAVAILABLE' });
  });

  it('signs what the library verifies', async () => {
    const { default: Stripe } = await import('stripe');
    const { body, signature } = stripe.signed(
      stripe.books.tell('account.updated', { id: 'acct_1', object: 'account' }),
    );
    const verify = (text: string) => new Stripe('sk_x').webhooks.constructEvent(text, signature, stripe.webhookSecret);
    expect(verify(body).type).toBe('account.updated');
    expect(() => verify(`${body} `)).toThrow();
  });
});

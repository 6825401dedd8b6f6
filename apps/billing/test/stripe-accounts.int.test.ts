import { systemClock } from '@pitanga/core';
import { call, countRows, readEvents, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aStripeStore, configureStripe, stripeSettings } from './stripe-account';

let billing: Billing;
let stripe: FakeStripe;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => systemClock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});
beforeEach(() => {
  stripe.forbidden.clear();
  Object.assign(stripe.books.account, { country: 'BR', charges_enabled: true });
});

const problemsOf = async (storeId: string) => (await billing.stripe.testStripeAccount({ storeId }, call())).problems;

describe('the Stripe account of a store', () => {
  it('is read at Stripe, sealed, and shown with the ends of its keys only', async () => {
    const tenant = await aStripeStore(billing, stripe);
    const { account } = await billing.stripe.getStripeAccount({ storeId: tenant.storeId }, call());
    expect(account).toMatchObject({
      accountId: stripe.books.accountId,
      liveMode: true,
      secretKeyEnds: stripe.secretKey.slice(-4),
      publishableKeyEnds: stripe.publishableKey.slice(-4),
      webhookSecretEnds: stripe.webhookSecret.slice(-4),
      methods: ['CARD', 'BOLETO'],
    });
    const [row] = (await billing.db('stripe_accounts').where({ store_id: tenant.storeId })) as Record<
      string,
      unknown
    >[];
    const events = await readEvents(billing, tenant);
    expect(events.map(({ type }) => type)).toEqual(['stripe_account.configured']);
    const kept = JSON.stringify([row, events, account]) + Buffer.from(row?.['settings_sealed'] as Buffer).toString();
    for (const secret of [stripe.secretKey, stripe.webhookSecret]) expect(kept).not.toContain(secret);
  });

  it('keeps its callback address when its keys are replaced, and the new keys are used at once', async () => {
    const tenant = await aStripeStore(billing, stripe);
    const { account: before } = await billing.stripe.getStripeAccount({ storeId: tenant.storeId }, call());
    const old = stripe.secretKey;
    try {
      stripe.secretKey = `${old}new`;
      expect(await problemsOf(tenant.storeId)).toEqual([expect.stringMatching(/^Stripe refused 'secretKey'/)]);
      const after = await configureStripe(billing, stripe, tenant.storeId);
      expect(after.callbackUrl).toBe(before?.callbackUrl);
      expect(await problemsOf(tenant.storeId)).toEqual([]);
    } finally {
      stripe.secretKey = old;
    }
  });

  it.each([
    ['a wrong secret key', { secretKey: 'sk_live_0123456789' }, /^Stripe refused 'secretKey'/],
    ['a key that is none', { secretKey: 'hush' }, /^Property 'secretKey' /],
    ['keys of two modes', { publishableKey: 'pk_test_0123456789' }, /should both be live or both be test$/],
    ['a method that is none', { methods: ['PIX'] }, /^Property 'methods' /],
    ['an address with a path', { apiBaseUrl: 'https://api.stripe.com/v1' }, /^Property 'apiBaseUrl' /],
    ['an address of the network inside', { apiBaseUrl: 'http://10.0.0.1' }, /^Property 'apiBaseUrl' /],
    ['a field that is not known', { secret: 'x' }, /^Property 'secret' is not known$/],
  ])('is refused with %s, in a sentence that shows no value, and nothing is saved', async (_what, over, message) => {
    const tenant = await billing.configuredStore(false);
    const refused = configureStripe(billing, stripe, tenant.storeId, over);
    await expect(refused).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'INVALID_STRIPE_ACCOUNT',
      message: expect.stringMatching(message) as string,
    });
    expect(await refused.catch(String)).not.toContain(String(Object.values(over)[0]));
    expect(await countRows(billing, 'stripe_accounts', tenant)).toBe(0);
  });

  it('is refused with test keys or an API on this machine, unless the operator allows the test mode', async () => {
    const { checkedStripeSettings } = await import('../src/stripe-accounts/stripe-account');
    const check = (over: object) => checkedStripeSettings(stripeSettings(stripe, over), { canUseTestMode: false });
    const keys = { secretKey: 'sk_test_0123456789', publishableKey: 'pk_test_0123456789' };
    expect(() => check({})).toThrow("Property 'apiBaseUrl' should be https://api.stripe.com");
    expect(() => check({ ...keys, apiBaseUrl: undefined })).toThrow('test keys move no money');
    expect(check({ apiBaseUrl: undefined }).apiBaseUrl).toBe('https://api.stripe.com');
  });

  it('is not saved while Stripe does not answer', async () => {
    const tenant = await billing.configuredStore(false);
    stripe.failNext(9);
    try {
      await expect(configureStripe(billing, stripe, tenant.storeId)).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        reason: 'STRIPE_UNAVAILABLE',
      });
    } finally {
      stripe.failNext(0);
    }
    expect(await countRows(billing, 'stripe_accounts', tenant)).toBe(0);
  });

  it('says what is wrong in a sentence each', async () => {
    const tenant = await aStripeStore(billing, stripe, { webhookSecret: undefined });
    Object.assign(stripe.books.account, { country: 'US', charges_enabled: false });
    expect(await problemsOf(tenant.storeId)).toEqual([
      'The Stripe account is not one of Brazil',
      'Stripe does not let this account take payments yet',
      'No webhook secret is set: Stripe’s notices are not read',
    ]);
    stripe.forbidden.add('GET /v1/account');
    expect(await problemsOf(tenant.storeId)).toEqual([expect.stringMatching(/may not read the account$/)]);
  });

  it('is gone once it is removed, and is no other store’s', async () => {
    const tenant = await aStripeStore(billing, stripe);
    const { storeId } = await billing.configuredStore(false);
    const absent = { kind: 'NOT_FOUND', reason: 'STRIPE_ACCOUNT_NOT_FOUND' };
    await expect(billing.stripe.getStripeAccount({ storeId }, call())).rejects.toMatchObject(absent);
    await expect(billing.stripe.removeStripeAccount({ storeId }, call())).rejects.toMatchObject(absent);
    await billing.stripe.removeStripeAccount({ storeId: tenant.storeId }, call());
    await expect(billing.stripe.getStripeAccount({ storeId: tenant.storeId }, call())).rejects.toMatchObject(absent);
    expect(await billing.deps.stripeAccounts.of(tenant)).toBeUndefined();
    const types = (await readEvents(billing, tenant)).map(({ type }) => type);
    expect(types).toEqual(['stripe_account.configured', 'stripe_account.removed']);
  });
});

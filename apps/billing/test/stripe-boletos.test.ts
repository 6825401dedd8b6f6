import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { createStripeAdapter, type StripeAdapter } from '../src/stripe/stripe-adapter';
import { stripeLimits } from '../src/stripe/stripe-limits';
import { createStripeMetrics } from '../src/stripe/stripe-metrics';
import { boletoProviderConformance, orderFor } from './boleto-provider.conformance';
import { startFakeStripe, type FakeStripe } from './fake-stripe';

/** The day that the conformance suite registers on, which both sides must agree on. */
let now = new Date('2026-11-23T12:00:00-03:00');
let stripe: FakeStripe;
let adapter: StripeAdapter;
beforeEach(async () => {
  now = new Date('2026-11-23T12:00:00-03:00');
  stripe = await startFakeStripe(() => now);
  const { secretKey, publishableKey, origin: apiBaseUrl } = stripe;
  adapter = createStripeAdapter({
    storeId: 'store_000000000000000000000001',
    config: { secretKey, publishableKey, apiBaseUrl, methods: ['BOLETO'] },
    account: stripe.books.accountId,
    log: silentLog,
    metrics: createStripeMetrics(createMetrics()),
    providerRanges: ['127.0.0.0/8'],
    limits: { ...stripeLimits, attemptMs: 20_000, operationMs: 60_000 },
  });
});
afterEach(async () => {
  adapter.close();
  await stripe.stop();
});

const boletos = () => adapter.boleto;

boletoProviderConformance('Stripe', boletos);

async function register(word: string) {
  const order = orderFor(word, boletos());
  const { reference, ...shown } = await boletos().registerBoleto(order);
  return { handle: { chargeId: order.chargeId, reference }, reference: reference ?? '', shown };
}

describe('a boleto at Stripe', () => {
  it('has their number and their PDF', async () => {
    const { shown, reference } = await register('voucher');
    expect(shown.pdfUrl).toBe(`https://payments.stripe.example/boleto/voucher/${reference}/pdf`);
    expect(shown.digitableLine).toMatch(/^\d{47}$/);
  });

  it.each(['cut', 'no answer'] as const)('is made once when the answer is lost (%s)', async (how) => {
    adapter.close();
    const { secretKey, publishableKey, origin: apiBaseUrl } = stripe;
    adapter = createStripeAdapter({
      storeId: 'store_000000000000000000000001',
      config: { secretKey, publishableKey, apiBaseUrl, methods: ['BOLETO'] },
      account: stripe.books.accountId,
      log: silentLog,
      metrics: createStripeMetrics(createMetrics()),
      providerRanges: ['127.0.0.0/8'],
      limits: { ...stripeLimits, attemptMs: 1_000, operationMs: 60_000 },
    });
    stripe.loseAnswer(/payment_intents/, how);
    const { reference } = await register('lost');
    expect(stripe.books.all('payment_intent').map(({ id }) => id)).toEqual([reference]);
  });

  it('is read as paid with the amount and the instant at which the money came', async () => {
    const { handle, reference } = await register('paid');
    now = new Date('2026-11-27T08:00:00-03:00');
    stripe.boletos.pay(reference);
    expect(await boletos().readBoleto(handle)).toEqual({
      status: 'PAID',
      reference,
      payment: { reference, amountCents: 12_345, paidAt: now },
    });
    await boletos().cancelBoleto(handle);
    expect(await boletos().readBoleto(handle)).toMatchObject({ status: 'PAID' });
  });

  it('is read as cancelled once it expired or was cancelled, and as absent without an intent', async () => {
    const expired = await register('expired');
    stripe.boletos.expire(expired.reference);
    expect(await boletos().readBoleto(expired.handle)).toMatchObject({ status: 'CANCELLED', payment: undefined });
    const cancelled = await register('cancelled');
    await boletos().cancelBoleto(cancelled.handle);
    expect(await boletos().readBoleto(cancelled.handle)).toMatchObject({ status: 'CANCELLED', payment: undefined });
    expect(await boletos().readBoleto({ chargeId: 'char_x', reference: 'pi_unknown' })).toBeUndefined();
  });

  it('whose payer Stripe refuses is refused without what was sent', async () => {
    const order = orderFor('refused', boletos());
    const refused = boletos().registerBoleto({ ...order, payer: { ...order.payer, taxId: '1' } });
    await expect(refused).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'STRIPE_REFUSED',
      message: 'Stripe refused the operation (tax_id_invalid)',
    });
    expect(stripe.books.all('payment_intent')).toEqual([]);
  });
});

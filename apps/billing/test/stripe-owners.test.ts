import { cents } from '@pitanga/core';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import { createStripeAdapter, type StripeAdapter } from '../src/stripe/stripe-adapter';
import { readStripePayment } from '../src/stripe/stripe-boleto-provider';
import { createStripeMetrics } from '../src/stripe/stripe-metrics';
import { listStripeEntries } from '../src/stripe/stripe-money';
import { readStripeRefund } from '../src/stripe/stripe-refund-reading';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { patient } from './stripe-under-test';

const storeOne = 'store_000000000000000000000001';
const storeTwo = 'store_000000000000000000000002';
const attemptId = 'card_000000000000000000000001';
const refundId = 'ref_000000000000000000000001';
const now = new Date('2026-11-23T12:00:00Z');
let stripe: FakeStripe;
let open: StripeAdapter[] = [];
beforeEach(async () => {
  stripe = await startFakeStripe(() => now);
});
afterEach(async () => {
  for (const adapter of open) adapter.close();
  open = [];
  await stripe.stop();
});

function adapterOf(storeId: string) {
  const { secretKey, publishableKey, origin: apiBaseUrl } = stripe;
  const adapter = createStripeAdapter({
    storeId,
    config: { secretKey, publishableKey, apiBaseUrl, methods: ['CARD', 'BOLETO'] },
    account: stripe.books.accountId,
    log: silentLog,
    metrics: createStripeMetrics(createMetrics()),
    providerRanges: ['127.0.0.0/8'],
    limits: patient,
  });
  open.push(adapter);
  return adapter;
}

async function anOrder({ card }: ReturnType<typeof adapterOf>) {
  const { vaultReference } = await card.vaultCard({ paymentMethod: stripe.paymentMethod(), holderName: undefined });
  const terms = { attemptId, vaultReference, amountCents: cents(10_000), installments: 1, isOffSession: false };
  return { ...terms, reference: undefined, returnUrl: 'https://pitanga.example/back' };
}

const aRefund = (target: string) => ({ refundId, target, amountCents: cents(100), requestedAt: now, now });

/** A card payment and its refund, made by this adapter. */
async function aRefundedPayment(adapter: ReturnType<typeof adapterOf>) {
  const order = await anOrder(adapter);
  const intent = (await adapter.card.prepareCharge(order)) as string;
  await adapter.card.chargeCard({ ...order, reference: intent });
  const { reference } = await adapter.card.refundCard(aRefund(intent));
  return { intent, stripeId: reference ?? '' };
}

async function seenBy({ client }: StripeAdapter, made: { readonly intent: string; readonly stripeId: string }) {
  const { entries } = await listStripeEntries(client, { since: new Date(0), after: undefined });
  return {
    charge: (await readStripePayment(client, made.intent))?.chargeId,
    order: (await readStripeRefund(client, made.stripeId))?.orderId,
    references: entries.flatMap(({ reference }) => reference ?? []).toSorted(),
  };
}

const ours = { charge: attemptId, order: refundId, references: [attemptId, refundId] };
const foreign = { charge: undefined, order: undefined, references: [] };

/** As the version before made them. */
function withoutStore(): void {
  for (const kind of ['payment_intent', 'charge', 'refund']) {
    for (const { id, metadata } of stripe.books.all(kind)) {
      const { pitanga_store: store, ...ids } = metadata as Record<string, string>;
      expect(store).toBe(storeOne);
      stripe.books.change(id, { metadata: ids });
    }
  }
}

describe('a card payment and its refund at Stripe', () => {
  it('are of the store that made them, and of no other at the same account', async () => {
    const made = await aRefundedPayment(adapterOf(storeOne));
    expect(await seenBy(adapterOf(storeOne), made)).toEqual(ours);
    expect(await seenBy(adapterOf(storeTwo), made)).toEqual(foreign);
  });

  it('that name no store, because they are older than that, are ours by our ids', async () => {
    const made = await aRefundedPayment(adapterOf(storeOne));
    withoutStore();
    expect(await seenBy(adapterOf(storeOne), made)).toEqual(ours);
  });

  it('that the version before had begun are finished by this one, once', async () => {
    const { client, card } = adapterOf(storeOne);
    const order = await anOrder(adapterOf(storeOne));
    const [customer, method] = order.vaultReference.split('/');
    const begun = await client.request({
      operation: 'create_payment',
      idempotencyKey: `payment-${attemptId}`,
      run: (library, options) =>
        library.paymentIntents.create(
          {
            ...{ customer: customer ?? '', payment_method: method ?? '', amount: 10_000, currency: 'brl' },
            ...{ allowed_payment_method_types: ['card'], capture_method: 'automatic' },
            metadata: { pitanga_charge: attemptId },
          },
          options,
        ),
    });
    expect(await card.prepareCharge(order)).toBe(begun.id);
    expect((await card.chargeCard({ ...order, reference: begun.id })).status).toBe('APPROVED');
    expect(stripe.books.all('payment_intent')).toHaveLength(1);
  });

  it('of which Stripe has the key with other facts have an unknown outcome, and are not declined', async () => {
    const { card } = adapterOf(storeOne);
    const order = await anOrder(adapterOf(storeOne));
    await card.prepareCharge(order);
    const other = { ...order, amountCents: cents(20_000) };
    await expect(card.prepareCharge(other)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  });
});

import { cents, invalidArgument, type AppError } from '@pitanga/core';
import type Stripe from 'stripe';
import { walletNames } from '../money/wallets';
import { cardNumberNotTaken } from '../provider/card-data';
import type {
  CardAttempt,
  CardDecline,
  CardFields,
  CardOrder,
  CardOutcome,
  CardProvider,
  ProviderCard,
  VaultedCard,
} from '../provider/card-provider';
import {
  cardGone,
  confirmed,
  isCardGone,
  readOutcome,
  requireOutcome,
  unknownAfter,
  type Ended,
} from './stripe-card-outcomes';
import type { StripeClient } from './stripe-client';
import { orMissing, refusalIn, stripeUnavailable } from './stripe-errors';
import { chargeKey, stripeName } from './stripe-metadata';
import { askNaming } from './stripe-naming';
import { createStripeRefunds } from './stripe-refunds';
import { vaulted } from './stripe-vault';
import { cancelVerification, readVerification, verifyCard } from './stripe-verifications';

export interface StripeCardDeps {
  readonly client: StripeClient;
  /** acct_… */
  readonly account: string;
  readonly publishableKey: string;
}

/**
 * Cards by Stripe. A card is a payment method that Stripe's own fields made in the browser, with a customer of its own at
 * Stripe; the first payment or verification attaches the two. A charge is a payment intent, made without money first, so
 * that its id is stored before anything is charged; Stripe has no installments in Brazil.
 */
export function createStripeCardProvider({ client, account, publishableKey }: StripeCardDeps): CardProvider {
  const fields: CardFields = { kind: 'STRIPE', publishableKey };
  return {
    name: stripeName,
    account,
    owner: client.owner,
    installmentsMax: 1,
    // In reais (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
    amountCentsMin: cents(50),
    fields,
    wallets: walletNames,
    canRenew: true,
    canVerify: true,
    canConfirm: true,
    isOnePartADay: false,
    showsDisputes: true,
    isReconciled: true,
    vaultCard: async (card) => {
      if (!('paymentMethod' in card)) throw cardNumberNotTaken();
      return vaultCard(client, card);
    },
    verifyCard: (verification) => verifyCard(client, verification),
    readVerification: (reference) => readVerification(client, reference),
    cancelVerification: (reference) => cancelVerification(client, reference),
    prepareCharge: (order) => prepareCharge(client, order),
    chargeCard: async (order) => attested(client, await chargeCard(client, order)),
    readCardCharge: async (attempt) => attested(client, await readCharge(client, attempt)),
    cancelCardCharge: async (attempt) => attested(client, await cancelCharge(client, attempt)),
    ...createStripeRefunds(client),
  };
}

/** An approval says whose account the money comes in by. */
function attested<Outcome extends CardOutcome | undefined>({ owner }: StripeClient, outcome: Outcome): Outcome {
  return outcome?.status === 'APPROVED' ? { ...outcome, owner } : outcome;
}

async function vaultCard(client: StripeClient, { paymentMethod, holderName }: ProviderCard): Promise<VaultedCard> {
  const { card, customer, billing_details: billing } = await readPaymentMethod(client, paymentMethod);
  if (!card) throw paymentMethodInvalid();
  return {
    vaultReference: `${readCustomerId(customer) ?? (await createCustomer(client, paymentMethod))}/${paymentMethod}`,
    brand: brands[card.brand] ?? (card.brand === 'unknown' ? 'UNKNOWN' : card.brand.toUpperCase()),
    lastFour: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    holderName: billing.name ?? holderName ?? '',
    fingerprint: card.fingerprint ?? undefined,
    // Others, as Link, are cards as any.
    wallet: walletNames.find((name) => name === card.wallet?.type.toUpperCase()),
  };
}

/** Where Stripe's names differ from ours. */
const brands: Readonly<Record<string, string>> = { diners: 'DINERS', eftpos_au: 'EFTPOS' };

async function readPaymentMethod(client: StripeClient, id: string): Promise<Stripe.PaymentMethod> {
  if (!/^pm_[A-Za-z0-9_]{1,200}$/.test(id)) throw paymentMethodInvalid();
  const run = (stripe: Stripe, options: Stripe.RequestOptions) => stripe.paymentMethods.retrieve(id, {}, options);
  const method = await orMissing(client.request({ operation: 'read_payment_method', run }));
  if (!method) throw paymentMethodInvalid();
  return method;
}

/** Also for one of another Stripe account. */
function paymentMethodInvalid(): AppError {
  return invalidArgument(
    "Property 'paymentMethod' should be a card that the provider's fields made with this store's publishable key",
    'PAYMENT_METHOD_INVALID',
  );
}

/** Without personal data: it only lets the card be charged again. */
async function createCustomer(client: StripeClient, paymentMethod: string): Promise<string> {
  const { id } = await client.request({
    operation: 'create_customer',
    idempotencyKey: `customer-${paymentMethod}`,
    run: (stripe, options) => stripe.customers.create({ description: 'Pitanga card' }, options),
  });
  return id;
}

async function prepareCharge(client: StripeClient, order: CardOrder): Promise<string | CardDecline> {
  const { attemptId, amountCents } = order;
  // Only what never changes: Stripe refuses an idempotency key that comes with other parameters.
  const params: Stripe.PaymentIntentCreateParams = {
    ...vaulted(order.vaultReference),
    amount: amountCents,
    currency: 'brl',
    allowed_payment_method_types: ['card'],
    capture_method: 'automatic',
  };
  try {
    const { id } = await askNaming(client, {
      operation: 'create_payment',
      idempotencyKey: `payment-${attemptId}`,
      ids: { [chargeKey]: attemptId },
      run: (stripe, metadata, options) => stripe.paymentIntents.create({ ...params, metadata }, options),
    });
    return id;
  } catch (error) {
    if (isCardGone(error)) return cardGone;
    throw error;
  }
}

async function chargeCard(client: StripeClient, order: CardOrder): Promise<CardOutcome> {
  const id = order.reference;
  if (id === undefined) throw new Error(`attempt ${order.attemptId} was not prepared`);
  return readOutcome(await readIntent(client, id)) ?? confirmPayment(client, order, id);
}

/** Charges a prepared intent that has no outcome. */
export async function confirmPayment(client: StripeClient, order: CardOrder, id: string): Promise<CardOutcome> {
  const { isOffSession, returnUrl } = order;
  const params: Stripe.PaymentIntentConfirmParams = isOffSession
    ? { off_session: true }
    : { setup_future_usage: 'off_session', return_url: returnUrl };
  try {
    const intent = await confirmed('payment_intent', () =>
      client.request({
        operation: 'confirm_payment',
        idempotencyKey: `confirm-${order.attemptId}`,
        run: (stripe, options) => stripe.paymentIntents.confirm(id, params, options),
      }),
    );
    return 'id' in intent ? requireOutcome(intent) : intent;
  } catch (error) {
    // Another process has confirmed or cancelled it since.
    if (refusalIn(error)?.code !== 'payment_intent_unexpected_state') throw error;
    return requireOutcome(await readIntent(client, id));
  }
}

async function readCharge(client: StripeClient, { reference }: CardAttempt): Promise<CardOutcome | undefined> {
  return reference === undefined ? undefined : readOutcome(await readIntent(client, reference));
}

/** A cancelled intent cannot be confirmed, neither by a late request nor by a buyer who comes back from the bank. */
async function cancelCharge(client: StripeClient, { reference, attemptId }: CardAttempt): Promise<Ended | undefined> {
  if (reference === undefined) return undefined;
  try {
    await client.request({
      operation: 'cancel_payment',
      idempotencyKey: `cancel-${attemptId}`,
      run: (stripe, options) => stripe.paymentIntents.cancel(reference, { cancellation_reason: 'abandoned' }, options),
    });
    return undefined;
  } catch (error) {
    if (refusalIn(error)?.code !== 'payment_intent_unexpected_state') throw unknownAfter(error);
    const intent = await readIntent(client, reference);
    if (intent.status === 'canceled') return undefined;
    const outcome = requireOutcome(intent);
    if (outcome.status === 'REQUIRES_ACTION') throw stripeUnavailable();
    return outcome;
  }
}

async function readIntent(client: StripeClient, id: string): Promise<Stripe.PaymentIntent> {
  const run = (stripe: Stripe, options: Stripe.RequestOptions) => stripe.paymentIntents.retrieve(id, {}, options);
  try {
    return await client.request({ operation: 'read_payment', run });
  } catch (error) {
    throw unknownAfter(error);
  }
}

function readCustomerId(customer: Stripe.PaymentMethod['customer']): string | undefined {
  return typeof customer === 'string' ? customer : customer?.id;
}

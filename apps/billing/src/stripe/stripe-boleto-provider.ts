import { cents, daysBetween, isAppError, parseDigitableLine, unavailable, type AccountOwner } from '@pitanga/core';
import type Stripe from 'stripe';
import type {
  BoletoHandle,
  BoletoOrder,
  BoletoProvider,
  BoletoReading,
  BoletoRegistration,
  BoletoRules,
} from '../provider/boleto-provider';
import type { StripeClient } from './stripe-client';
import { isStripeError, orMissing, refusalIn, toStripeRefusal, stripeRefused } from './stripe-errors';
import { chargeIdIn, chargeKey, isNamed, buildMetadata, stripeName } from './stripe-metadata';

/** Stripe's published limits of a boleto; a payment is confirmed one business day later, and holidays differ by bank. */
const stripeBoletoRules: BoletoRules = {
  canChargeLateFees: false,
  needsAddress: true,
  amountCentsMin: cents(500),
  amountCentsMax: cents(4_999_999),
  daysAheadMax: 60,
  confirmationDays: 3,
};

/** The parts of an intent that tell whether it was paid. */
const paidParts = ['latest_charge.balance_transaction'];

/** Boletos of a store at its Stripe account: one confirmed PaymentIntent each. */
export function createStripeBoletoProvider(client: StripeClient): BoletoProvider {
  return {
    name: stripeName,
    showsDisputes: true,
    isReconciled: true,
    rules: stripeBoletoRules,
    registerBoleto: async (order) => toRegistration(await createIntent(client, order)),
    readBoleto: async (boleto) => {
      const intent = boleto.reference === undefined ? undefined : await readIntent(client, boleto.reference);
      return intent && toReading(intent, client.owner);
    },
    cancelBoleto: (boleto) => cancelIntent(client, boleto),
  };
}

async function createIntent(client: StripeClient, order: BoletoOrder): Promise<Stripe.PaymentIntent> {
  const params = boletoParams(client.storeId, order);
  try {
    return await client.request({
      operation: 'create_boleto',
      idempotencyKey: `boleto-${order.chargeId}`,
      run: (stripe, options) => stripe.paymentIntents.create(params, options),
    });
  } catch (error) {
    // Of a boleto there is no decline: what Stripe calls one is a refusal of the payer's data.
    throw isStripeError(error) ? stripeRefused(toStripeRefusal(error)) : error;
  }
}

function boletoParams(storeId: string, order: BoletoOrder): Stripe.PaymentIntentCreateParams {
  const { payer } = order;
  return {
    amount: order.amountCents,
    currency: 'brl',
    confirm: true,
    allowed_payment_method_types: ['boleto'],
    payment_method_data: {
      type: 'boleto',
      boleto: { tax_id: payer.taxId },
      billing_details: {
        name: payer.name,
        email: payer.email ?? '',
        address: {
          line1: payer.address ?? '',
          city: payer.city ?? '',
          state: payer.state ?? '',
          postal_code: payer.zipCode ?? '',
          country: 'BR',
        },
      },
    },
    payment_method_options: { boleto: { expires_after_days: daysBetween(order.today, order.dueDate) } },
    metadata: buildMetadata(storeId, { [chargeKey]: order.chargeId }),
  };
}

/** The numbers are shown to the payer, so they are checked as if the payer had typed them. */
function toRegistration(intent: Stripe.PaymentIntent): BoletoRegistration {
  const shown = intent.next_action?.boleto_display_details;
  const line = (shown?.number ?? '').replace(/\D/g, '');
  const pdfUrl = shown?.pdf ?? shown?.hosted_voucher_url ?? undefined;
  return {
    barCode: parseBarCode(line),
    digitableLine: line,
    brCode: undefined,
    reference: intent.id,
    ...(pdfUrl?.startsWith('https://') && { pdfUrl }),
  };
}

function parseBarCode(line: string): string {
  try {
    return parseDigitableLine(line).barCode;
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw unavailable('Stripe answered a boleto without a valid number', 'STRIPE_UNAVAILABLE', error);
  }
}

async function readIntent(client: StripeClient, id: string): Promise<Stripe.PaymentIntent | undefined> {
  return orMissing(
    client.request({
      operation: 'read_boleto',
      run: (stripe, options) => stripe.paymentIntents.retrieve(id, { expand: paidParts }, options),
    }),
  );
}

/** A payment at Stripe and whose it is. */
export interface StripePayment {
  /** Our id; undefined for a payment that another store or others made in the account. */
  readonly chargeId: string | undefined;
  /** Whether it names this store; an older card payment names none. */
  readonly isNamed: boolean;
  /** Undefined for another method. */
  readonly boleto: BoletoReading | undefined;
  /** Whether it has the money. */
  readonly isPaid: boolean;
  /** Of the account. */
  readonly owner: AccountOwner | undefined;
}

/** Undefined when the account has no such intent. */
export async function readStripePayment(client: StripeClient, id: string): Promise<StripePayment | undefined> {
  const intent = await readIntent(client, id);
  if (!intent) return undefined;
  const isBoleto = intent.payment_method_types.includes('boleto');
  const boleto = isBoleto ? toReading(intent, client.owner) : undefined;
  const { metadata, status } = intent;
  const { storeId, owner } = client;
  return {
    chargeId: chargeIdIn(storeId, metadata),
    isNamed: isNamed(storeId, metadata),
    boleto,
    isPaid: status === 'succeeded',
    owner,
  };
}

/** The states of an intent of a boleto; an expired one needs another payment method, which it never gets. */
function toReading(intent: Stripe.PaymentIntent, owner: AccountOwner | undefined): BoletoReading {
  const { id: reference, status } = intent;
  if (status === 'succeeded') return { status: 'PAID', reference, payment: { ...readPayment(intent), owner } };
  const isOver = status === 'canceled' || status === 'requires_payment_method';
  return { status: isOver ? 'CANCELLED' : 'OPEN', reference, payment: undefined };
}

function readPayment(intent: Stripe.PaymentIntent): NonNullable<BoletoReading['payment']> {
  const charge = intent.latest_charge;
  if (charge === null || typeof charge === 'string') throw new Error(`the charge of ${intent.id} was not expanded`);
  const entry = charge.balance_transaction;
  // The charge is as old as the boleto; the entry of the balance is the money.
  const received = entry === null || typeof entry === 'string' ? charge.created : entry.created;
  return {
    reference: intent.id,
    amountCents: cents(intent.amount_received),
    paidAt: new Date(received * 1_000),
  };
}

async function cancelIntent(client: StripeClient, { chargeId, reference }: BoletoHandle): Promise<void> {
  if (reference === undefined) return;
  try {
    await client.request({
      operation: 'cancel_boleto',
      idempotencyKey: `boleto-cancel-${chargeId}`,
      run: (stripe, options) => stripe.paymentIntents.cancel(reference, {}, options),
    });
  } catch (error) {
    // Paid, expired or cancelled already.
    if (refusalIn(error)?.code !== 'payment_intent_unexpected_state') throw error;
  }
}

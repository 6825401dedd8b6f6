import { digitableLine, encodeBarCode, cents, formatDigitableLine } from '@pitanga/core';
import { amountOf } from './fake-stripe-cards';
import { group, onlyParams, refuse, required, text, type Params, type StripeBooks } from './fake-stripe-books';
import type { StripeObject } from './fake-stripe-books';
import type { StripeMoney } from './fake-stripe-money';

/** The boletos of one account. */
export interface StripeBoletos {
  /** A PaymentIntent of the one method boleto, created and confirmed in one request. */
  createIntent(params: Params): StripeObject;
  /** The bank confirms the payment, one business day after it. */
  pay(intent: string): StripeObject;
  /** Nobody paid by the last day. */
  expire(intent: string): StripeObject;
}

/** Stripe's published price of a boleto in Brazil, and its limits. */
const feeCents = 345;
const limits = { min: 500, max: 4_999_999, days: 60 };
const saoPauloOffset = 3 * 3_600;
const day = 86_400;

export function stripeBoletos(books: StripeBooks, money: StripeMoney): StripeBoletos {
  return {
    createIntent: (params) => {
      onlyParams(params, [
        ...[
          'amount',
          'currency',
          'confirm',
          'allowed_payment_method_types',
          'payment_method_data',
          'payment_method_options',
        ],
        ...['metadata', 'description', 'customer'],
      ]);
      if (required(params, 'currency') !== 'brl') refuse('Unsupported currency', { param: 'currency' });
      if (text(params, 'confirm') !== 'true') refuse('Only a confirmed boleto is supported here');
      const amount = amountOf(params);
      if (amount < limits.min) refuse('Amount too small', { code: 'amount_too_small', param: 'amount' });
      if (amount > limits.max) refuse('Amount too large', { code: 'amount_too_large', param: 'amount' });
      checkPayer(group(params, 'payment_method_data'));
      const days = Number(text(group(group(params, 'payment_method_options'), 'boleto'), 'expires_after_days') ?? '3');
      if (!(days >= 0 && days <= limits.days)) refuse('Invalid expires_after_days', { param: 'expires_after_days' });
      const today = Math.floor((books.now() - saoPauloOffset) / day);
      const dueDate = new Date((today + days) * day * 1_000).toISOString().slice(0, 10);
      const freeField = String(books.all('payment_intent').length + 1).padStart(25, '0');
      const barCode = encodeBarCode({ bank: '999', dueDate, amountCents: cents(amount), freeField });
      const id = books.newId('pi');
      const voucher = `https://payments.stripe.example/boleto/voucher/${id}`;
      const intent = books.put({
        id,
        object: 'payment_intent',
        amount,
        amount_received: 0,
        currency: 'brl',
        customer: null,
        payment_method: books.newId('pm'),
        allowed_payment_method_types: ['boleto'],
        payment_method_types: ['boleto'],
        created: books.now(),
        last_payment_error: null,
        latest_charge: null,
        livemode: books.livemode,
        metadata: group(params, 'metadata'),
        next_action: {
          type: 'boleto_display_details',
          boleto_display_details: {
            expires_at: (today + days + 1) * day + saoPauloOffset - 1,
            hosted_voucher_url: voucher,
            number: formatDigitableLine(digitableLine(barCode)),
            pdf: `${voucher}/pdf`,
          },
        },
        status: 'requires_action',
      });
      books.tell('payment_intent.created', intent);
      books.tell('payment_intent.requires_action', intent);
      return intent;
    },
    pay: (id) => {
      const intent = books.get('payment_intent', id);
      if (intent['status'] !== 'requires_action') throw new Error(`${id} is ${String(intent['status'])}`);
      const charge = money.createCharge(intent, undefined, feeCents);
      // Stripe makes the charge with the boleto and completes it when the money comes.
      books.change(charge.id, { created: intent['created'] });
      const changes = { status: 'succeeded', amount_received: intent['amount'], next_action: null };
      const paid = books.change(id, { ...changes, latest_charge: charge.id });
      books.tell('payment_intent.succeeded', paid);
      return paid;
    },
    expire: (id) => {
      const error = { type: 'invalid_request_error', code: 'payment_intent_payment_attempt_expired' };
      const changes = { status: 'requires_payment_method', next_action: null, last_payment_error: error };
      const expired = books.change(id, { ...changes, payment_method: null });
      books.tell('payment_intent.payment_failed', expired);
      return expired;
    },
  };
}

function checkPayer(data: Params): void {
  if (required(data, 'type') !== 'boleto') refuse('Unsupported here', { param: 'payment_method_data[type]' });
  const taxId = required(group(data, 'boleto'), 'tax_id');
  if (!/^[0-9A-Z]{11,14}$/.test(taxId)) refuse('Invalid tax id', { code: 'tax_id_invalid', param: 'tax_id' });
  const details = group(data, 'billing_details');
  for (const name of ['name', 'email']) required(details, name);
  const address = group(details, 'address');
  for (const name of ['line1', 'city', 'state', 'postal_code']) required(address, name);
  if (!/^[A-Z]{2}$/.test(required(address, 'state'))) refuse('Invalid state', { param: 'state' });
}

import { createHash } from 'node:crypto';
import {
  centavos,
  group,
  onlyParams,
  refuse,
  required,
  text,
  type Params,
  type StripeBooks,
  type StripeObject,
} from './fake-stripe-books';

/** What a test card does, by Stripe's published numbers. */
interface CardBehaviour {
  readonly brand: string;
  /** Of every charge and set-up. */
  readonly decline?: Decline;
  /** Of charges alone: the card can be saved. */
  readonly chargeDecline?: Decline;
  /** 3-D Secure: `always`, or only until the card was set up. */
  readonly challenge?: 'always' | 'until set up';
  readonly disputed?: boolean;
}

export interface Decline {
  readonly code: string;
  readonly decline_code?: string;
  /** Of the network, e.g. 51. */
  readonly network_decline_code?: string;
  /** Stripe's advice, e.g. do_not_try_again. */
  readonly advice_code?: string;
}

const declined = (decline_code: string, network_decline_code: string, advice_code?: string): Decline => ({
  code: 'card_declined',
  decline_code,
  network_decline_code,
  ...(advice_code !== undefined && { advice_code }),
});

const cards: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': { brand: 'visa' },
  '4000000760000002': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': { brand: 'visa', decline: declined('generic_decline', '05') },
  '4000000000009995': { brand: 'visa', decline: declined('insufficient_funds', '51', 'try_again_later') },
  '4000000000009987': { brand: 'visa', decline: declined('lost_card', '41', 'do_not_try_again') },
  '4000000000009979': { brand: 'visa', decline: declined('stolen_card', '43', 'do_not_try_again') },
  '4000000000000069': { brand: 'visa', decline: { code: 'expired_card', decline_code: 'expired_card' } },
  '4000000000000127': { brand: 'visa', decline: { code: 'incorrect_cvc', decline_code: 'incorrect_cvc' } },
  '4000000000000119': { brand: 'visa', decline: { code: 'processing_error', decline_code: 'processing_error' } },
  '4000000000000341': { brand: 'visa', chargeDecline: declined('generic_decline', '05') },
  '4000002500003155': { brand: 'visa', challenge: 'until set up' },
  '4000002760003184': { brand: 'visa', challenge: 'always' },
  '4000008260003178': { brand: 'visa', challenge: 'always', chargeDecline: declined('insufficient_funds', '51') },
  '4000000000000259': { brand: 'visa', disputed: true },
};

/** The cards and customers of one account. */
export interface StripeCards {
  /** `POST /v1/payment_methods`, as the provider's own fields call it with the publishable key. */
  createPaymentMethod(params: Params): StripeObject;
  createCustomer(params: Params): StripeObject;
  attach(id: string, params: Params): StripeObject;
  detach(id: string): StripeObject;
  /** Makes a card decline everything from now on, or nothing when undefined. */
  declineWith(paymentMethod: string, decline: Decline | undefined): void;
  /** Why a charge or set-up of this card is declined. */
  declineOf(paymentMethod: string, use: 'charge' | 'set up'): Decline | undefined;
  isChallenged(paymentMethod: string): boolean;
  isDisputed(paymentMethod: string): boolean;
  /** A card was used with the customer's agreement for later. */
  setUp(paymentMethod: string, customer: string): void;
}

export function stripeCards(books: StripeBooks): StripeCards {
  const numbers = new Map<string, string>();
  const declines = new Map<string, Decline>();
  const ready = new Set<string>();
  const behaviour = (id: string): CardBehaviour => cards[numbers.get(id) ?? ''] ?? { brand: 'visa' };

  return {
    createPaymentMethod: (params) => {
      onlyParams(params, ['type', 'card', 'billing_details', 'boleto', 'metadata']);
      if (required(params, 'type') !== 'card') return refuse('Unsupported here', { param: 'type' });
      const card = group(params, 'card');
      const number = (text(card, 'number') ?? '').replaceAll(' ', '');
      const known = cards[number];
      if (!known) {
        return refuse(
          'Your card number is incorrect.',
          { type: 'card_error', code: 'incorrect_number', param: 'number' },
          402,
        );
      }
      const id = books.newId('pm');
      numbers.set(id, number);
      return books.put({
        id,
        object: 'payment_method',
        type: 'card',
        created: books.now(),
        customer: null,
        livemode: books.livemode,
        billing_details: { name: text(group(params, 'billing_details'), 'name') ?? null },
        card: {
          // Really it comes with the token of the wallet, and no parameter says it.
          wallet: text(card, 'wallet') === undefined ? null : { type: text(card, 'wallet'), dynamic_last4: null },
          brand: known.brand,
          last4: number.slice(-4),
          fingerprint: createHash('sha256').update(number).digest('hex').slice(0, 16),
          exp_month: Number(required(card, 'exp_month')),
          exp_year: Number(required(card, 'exp_year')),
          country: 'BR',
          funding: 'credit',
        },
        metadata: {},
      });
    },
    createCustomer: (params) => {
      onlyParams(params, ['name', 'email', 'metadata', 'description', 'phone', 'tax_id_data']);
      return books.put({
        id: books.newId('cus'),
        object: 'customer',
        created: books.now(),
        livemode: books.livemode,
        name: text(params, 'name') ?? null,
        email: text(params, 'email') ?? null,
        metadata: group(params, 'metadata'),
      });
    },
    attach: (id, params) => {
      const method = books.get('payment_method', id, 'id');
      const customer = books.get('customer', required(params, 'customer'));
      if (method['customer'] !== null && method['customer'] !== customer.id) {
        refuse('The payment method you provided has already been attached to a customer.', {
          code: 'payment_method_already_attached',
        });
      }
      return books.change(id, { customer: customer.id });
    },
    detach: (id) => {
      books.get('payment_method', id, 'id');
      ready.delete(id);
      return books.change(id, { customer: null, detached: true });
    },
    declineWith: (id, decline) => {
      if (decline) declines.set(id, decline);
      else declines.delete(id);
    },
    declineOf: (id, use) => {
      const { decline, chargeDecline } = behaviour(id);
      return declines.get(id) ?? decline ?? (use === 'charge' ? chargeDecline : undefined);
    },
    isChallenged: (id) => {
      const { challenge } = behaviour(id);
      return challenge === 'always' || (challenge === 'until set up' && !ready.has(id));
    },
    isDisputed: (id) => behaviour(id).disputed === true,
    setUp: (id, customer) => {
      ready.add(id);
      books.change(id, { customer });
    },
  };
}

/** The customer and card of an intent, checked as Stripe checks them. */
export function cardOf(
  books: StripeBooks,
  params: Params,
): { readonly customer: string | null; readonly method: string } {
  const customer = text(params, 'customer');
  if (customer !== undefined) books.get('customer', customer);
  const method = books.get('payment_method', required(params, 'payment_method'));
  if (method['detached'] === true) refuse('The provided PaymentMethod was detached and may not be used again.');
  if (method['customer'] !== null && method['customer'] !== customer) {
    refuse('The provided PaymentMethod belongs to another Customer.', { code: 'payment_method_customer_mismatch' });
  }
  return { customer: customer ?? null, method: method.id };
}

/** In centavos; Stripe takes no less than R$ 0.50. */
export function amountOf(params: Params): number {
  const amount = centavos(params, 'amount') ?? Number(required(params, 'amount'));
  if (amount < 50) refuse('Amount must be at least R$0.50', { code: 'amount_too_small', param: 'amount' });
  if (amount > 99_999_999) refuse('Amount is too large', { code: 'amount_too_large', param: 'amount' });
  return amount;
}

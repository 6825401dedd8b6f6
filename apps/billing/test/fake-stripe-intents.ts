import { amountOf, cardOf, type Decline, type StripeCards } from './fake-stripe-cards';
import {
  group,
  onlyParams,
  refuse,
  required,
  StripeRefusal,
  text,
  type Params,
  type StripeBooks,
  type StripeObject,
} from './fake-stripe-books';
import type { StripeMoney } from './fake-stripe-money';

/** The payment intents and setup intents of one account. */
export interface StripeIntents {
  createPaymentIntent(params: Params): StripeObject;
  confirmPaymentIntent(id: string, params: Params): StripeObject;
  cancelPaymentIntent(id: string, params: Params): StripeObject;
  createSetupIntent(params: Params): StripeObject;
  confirmSetupIntent(id: string, params: Params): StripeObject;
  cancelSetupIntent(id: string): StripeObject;
  /** The cardholder ends the 3-D Secure step; answers where Stripe sends the browser. */
  authenticate(id: string, succeeds: boolean): string;
}

const paymentIntentParams = [
  ...['amount', 'currency', 'customer', 'payment_method', 'allowed_payment_method_types', 'confirm', 'capture_method'],
  ...['description', 'metadata', 'off_session', 'return_url', 'setup_future_usage', 'statement_descriptor_suffix'],
  ...['error_on_requires_action', 'payment_method_options', 'payment_method_data'],
];
const confirmParams = ['payment_method', 'off_session', 'return_url', 'setup_future_usage', 'payment_method_options'];
const setupIntentParams = [
  'customer',
  'payment_method',
  'allowed_payment_method_types',
  'confirm',
  'usage',
  'metadata',
  'return_url',
];

export function stripeIntents(
  books: StripeBooks,
  cards: StripeCards,
  money: StripeMoney,
  origin: () => string,
): StripeIntents {
  const terms = new Map<string, Params>();

  /** The 3-D Secure step of an intent. */
  const challenge = (id: string, returnUrl: string | undefined): void => {
    books.change(id, {
      status: 'requires_action',
      next_action:
        returnUrl === undefined
          ? { type: 'use_stripe_sdk', use_stripe_sdk: {} }
          : { type: 'redirect_to_url', redirect_to_url: { url: `${origin()}/3ds/${id}`, return_url: returnUrl } },
    });
  };

  const failed = (intent: StripeObject, error: Record<string, unknown>, field: string): StripeObject => {
    const full = { type: 'card_error', message: 'Your card was declined.', ...error };
    const changed = books.change(intent.id, {
      status: 'requires_payment_method',
      next_action: null,
      [field]: { ...full, payment_method: books.find(String(intent['payment_method'])) },
      payment_method: null,
    });
    books.tell(`${intent.object}.${intent.object === 'setup_intent' ? 'setup_failed' : 'payment_failed'}`, changed);
    return changed;
  };

  const setUpFor = ({ customer, payment_method: method }: StripeObject): void => {
    if (typeof customer === 'string') cards.setUp(method as string, customer);
  };

  /** The issuer answers. */
  const charge = (intent: StripeObject): StripeObject => {
    const method = String(intent['payment_method']);
    const decline = cards.declineOf(method, 'charge');
    const made = money.createCharge(intent, decline);
    books.change(intent.id, { latest_charge: made.id });
    if (decline) return failed(intent, { ...decline, charge: made.id }, 'last_payment_error');
    if (intent['setup_future_usage'] !== null) setUpFor(intent);
    const changes = {
      status: 'succeeded',
      amount_received: intent['amount'],
      next_action: null,
      last_payment_error: null,
    };
    const paid = books.change(intent.id, changes);
    books.tell('payment_intent.succeeded', paid);
    if (cards.isDisputed(method)) money.openDispute(made.id, 'fraudulent');
    return paid;
  };

  const setUp = (intent: StripeObject): StripeObject => {
    const method = String(intent['payment_method']);
    const decline = cards.declineOf(method, 'set up');
    if (decline) return failed(intent, { ...decline }, 'last_setup_error');
    setUpFor(intent);
    const done = books.change(intent.id, { status: 'succeeded', next_action: null, last_setup_error: null });
    books.tell('setup_intent.succeeded', done);
    return done;
  };

  const confirm = (intent: StripeObject, params: Params): StripeObject => {
    if (intent['status'] !== 'requires_confirmation') {
      const code = `${intent.object}_unexpected_state`;
      return refuse(`This ${intent.object} has a status of ${String(intent['status'])}.`, {
        code,
        [intent.object]: intent,
      });
    }
    const method = String(intent['payment_method']);
    const isOffSession = text(params, 'off_session') === 'true';
    if (isOffSession && text(params, 'setup_future_usage') !== undefined) {
      refuse('When confirming with off_session, setup_future_usage cannot be set.', { param: 'off_session' });
    }
    const isPayment = intent.object === 'payment_intent';
    const field = isPayment ? 'last_payment_error' : 'last_setup_error';
    if (cards.isChallenged(method)) {
      if (!isOffSession) {
        challenge(intent.id, text(params, 'return_url'));
        books.tell(`${intent.object}.requires_action`, intent);
        return intent;
      }
      const code = 'authentication_required';
      return declineAnswer(failed(intent, { code, decline_code: code }, field), field);
    }
    return declineAnswer(isPayment ? charge(intent) : setUp(intent), field);
  };

  return {
    createPaymentIntent: (params) => {
      onlyParams(params, paymentIntentParams);
      if (required(params, 'currency') !== 'brl') refuse('Unsupported currency', { param: 'currency' });
      const { customer, method } = cardOf(books, params);
      const intent = books.put({
        id: books.newId('pi'),
        object: 'payment_intent',
        amount: amountOf(params),
        amount_received: 0,
        currency: 'brl',
        customer,
        payment_method: method,
        payment_method_types: ['card'],
        capture_method: text(params, 'capture_method') ?? 'automatic_async',
        client_secret: books.newId('pi_secret'),
        created: books.now(),
        description: text(params, 'description') ?? null,
        last_payment_error: null,
        latest_charge: null,
        livemode: books.livemode,
        metadata: group(params, 'metadata'),
        next_action: null,
        setup_future_usage: text(params, 'setup_future_usage') ?? null,
        status: 'requires_confirmation',
      });
      terms.set(intent.id, params);
      books.tell('payment_intent.created', intent);
      return text(params, 'confirm') === 'true' ? confirm(intent, params) : intent;
    },
    confirmPaymentIntent: (id, params) => {
      onlyParams(params, confirmParams);
      const intent = books.get('payment_intent', id, 'id');
      const usage = text(params, 'setup_future_usage');
      if (usage !== undefined) books.change(id, { setup_future_usage: usage });
      return confirm(intent, params);
    },
    cancelPaymentIntent: (id, params) => {
      onlyParams(params, ['cancellation_reason']);
      const intent = books.get('payment_intent', id, 'id');
      if (['succeeded', 'canceled'].includes(String(intent['status']))) {
        const code = 'payment_intent_unexpected_state';
        return refuse(`You cannot cancel this PaymentIntent.`, { code, payment_intent: intent });
      }
      const reason = text(params, 'cancellation_reason') ?? null;
      books.change(id, { status: 'canceled', cancellation_reason: reason, next_action: null });
      books.tell('payment_intent.canceled', intent);
      return intent;
    },
    createSetupIntent: (params) => {
      onlyParams(params, setupIntentParams);
      const { customer, method } = cardOf(books, params);
      const intent = books.put({
        id: books.newId('seti'),
        object: 'setup_intent',
        client_secret: books.newId('seti_secret'),
        created: books.now(),
        customer,
        last_setup_error: null,
        livemode: books.livemode,
        metadata: group(params, 'metadata'),
        next_action: null,
        payment_method: method,
        payment_method_types: ['card'],
        status: 'requires_confirmation',
        usage: text(params, 'usage') ?? 'off_session',
      });
      return text(params, 'confirm') === 'true' ? confirm(intent, params) : intent;
    },
    confirmSetupIntent: (id, params) => confirm(books.get('setup_intent', id, 'id'), params),
    cancelSetupIntent: (id) => {
      const intent = books.get('setup_intent', id, 'id');
      if (['succeeded', 'canceled'].includes(String(intent['status']))) {
        refuse('You cannot cancel this SetupIntent.', { code: 'setup_intent_unexpected_state', setup_intent: intent });
      }
      return books.change(id, { status: 'canceled', next_action: null });
    },
    authenticate: (id, succeeds) => {
      const intent = books.find(id) ?? refuse('No such intent', {}, 404);
      const action = (intent['next_action'] ?? {}) as { redirect_to_url?: { return_url: string } };
      const back = new URL(action.redirect_to_url?.return_url ?? refuse('Nothing to authenticate'));
      const isPayment = intent.object === 'payment_intent';
      const field = isPayment ? 'last_payment_error' : 'last_setup_error';
      if (!succeeds) failed(intent, { code: `${intent.object}_authentication_failure` }, field);
      else if (isPayment) charge(intent);
      else setUp(intent);
      back.searchParams.set(intent.object, id);
      back.searchParams.set(`${intent.object}_client_secret`, String(intent['client_secret']));
      back.searchParams.set('redirect_status', intent['status'] === 'succeeded' ? 'succeeded' : 'failed');
      return back.href;
    },
  };
}

/** A declined confirmation is answered 402 with the error and the intent. */
function declineAnswer(intent: StripeObject, field: string): StripeObject {
  if (intent['status'] !== 'requires_payment_method') return intent;
  const error = intent[field] as Record<string, unknown> & Decline;
  throw new StripeRefusal(402, { ...error, [intent.object]: structuredClone(intent) });
}

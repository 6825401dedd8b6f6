import { isAppError } from '@pitanga/core';
import Stripe from 'stripe';
import type { CardAction, CardOutcome } from '../provider/card-provider';
import { toDecline, type DeclineDetails } from './stripe-declines';
import { refusalIn, stripeUnavailable } from './stripe-errors';

export type Ended = Exclude<CardOutcome, CardAction>;
type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** A payment that Stripe does not let us read or cancel may have been charged: the keys may be of another account. */
export function unknownAfter(error: unknown): unknown {
  const refusal = refusalIn(error);
  return refusal ? stripeUnavailable(refusal) : error;
}

/** An intent that Stripe has confirmed, or the decline that it answered with. */
export async function confirmed<T extends Intent>(kind: T['object'], confirm: () => Promise<T>): Promise<T | Ended> {
  try {
    return await confirm();
  } catch (error) {
    if (isAppError(error) || !(error instanceof Stripe.errors.StripeCardError)) {
      if (isCardGone(error)) return cardGone;
      throw error;
    }
    const intent = kind === 'payment_intent' ? error.payment_intent : error.setup_intent;
    const read = intent && readOutcome(intent);
    return read?.status === 'DECLINED' ? read : toDecline(error);
  }
}

/** The card or its customer is of another account, or was detached. */
export function isCardGone(error: unknown): boolean {
  const { code, param } = refusalIn(error) ?? {};
  return code === 'payment_method_customer_mismatch' || param === 'payment_method' || param === 'customer';
}

export const cardGone = toDecline({ code: 'resource_missing' });

/** Undefined while it is not confirmed. */
export function readOutcome(intent: Intent): CardOutcome | undefined {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'APPROVED', authorizationId: intent.id };
    case 'requires_action': {
      const actionUrl = intent.next_action?.redirect_to_url?.url;
      if (actionUrl === undefined || actionUrl === null) throw stripeUnavailable();
      return { status: 'REQUIRES_ACTION', actionUrl };
    }
    case 'requires_payment_method': {
      const error = 'last_payment_error' in intent ? intent.last_payment_error : intent.last_setup_error;
      return error ? toDecline(error satisfies DeclineDetails) : undefined;
    }
    case 'canceled':
      return toDecline({ code: 'card_declined' });
    case 'requires_confirmation':
      return undefined;
    default:
      // Processing: the issuer has not answered yet.
      throw stripeUnavailable();
  }
}

export function requireOutcome(intent: Intent): CardOutcome {
  const outcome = readOutcome(intent);
  if (!outcome) throw stripeUnavailable();
  return outcome;
}

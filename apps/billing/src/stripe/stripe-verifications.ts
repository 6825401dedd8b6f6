import type Stripe from 'stripe';
import type { CardOutcome, CardVerification, VerificationOutcome } from '../provider/card-provider';
import { confirmed, requireOutcome, unknownAfter, type Ended } from './stripe-card-outcomes';
import type { StripeClient } from './stripe-client';
import { refusalIn, stripeUnavailable } from './stripe-errors';
import { vaulted } from './stripe-vault';

/** A repeat within a day finds the same set-up, and reads how it ended; later ones verify anew, which costs nothing. */
export async function verifyCard(client: StripeClient, order: CardVerification): Promise<VerificationOutcome> {
  const { attemptId, returnUrl } = order;
  const params: Stripe.SetupIntentCreateParams = {
    ...vaulted(order.vaultReference),
    allowed_payment_method_types: ['card'],
    usage: 'off_session',
    confirm: true,
    return_url: returnUrl,
    metadata: { pitanga_attempt: attemptId },
  };
  const idempotencyKey = `verify-${attemptId}`;
  const outcome = await confirmed('setup_intent', () =>
    client.request({
      operation: 'verify_card',
      idempotencyKey,
      run: (stripe, options) => stripe.setupIntents.create(params, options),
    }),
  );
  if (!('id' in outcome)) return outcome;
  const current = await readVerification(client, outcome.id);
  return current.status === 'REQUIRES_ACTION' ? { ...current, reference: outcome.id } : current;
}

export async function readVerification(client: StripeClient, id: string): Promise<CardOutcome> {
  const run = (stripe: Stripe, options: Stripe.RequestOptions) => stripe.setupIntents.retrieve(id, {}, options);
  try {
    return requireOutcome(await client.request({ operation: 'read_verification', run }));
  } catch (error) {
    throw unknownAfter(error);
  }
}

export async function cancelVerification(client: StripeClient, id: string): Promise<Ended | undefined> {
  try {
    await client.request({
      operation: 'cancel_verification',
      idempotencyKey: `cancel-${id}`,
      run: (stripe, options) => stripe.setupIntents.cancel(id, { cancellation_reason: 'abandoned' }, options),
    });
    return undefined;
  } catch (error) {
    if (refusalIn(error)?.code !== 'setup_intent_unexpected_state') throw unknownAfter(error);
    const outcome = await readVerification(client, id);
    if (outcome.status === 'REQUIRES_ACTION') throw stripeUnavailable();
    return outcome;
  }
}

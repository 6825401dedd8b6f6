import type { StripeAccountServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface StripeCallbackDeps {
  readonly segmentGuesses: Guesses;
  readonly clients: {
    readonly stripeAccounts: Pick<RpcClient<StripeAccountServiceDefinition>, 'receiveStripeEvent'>;
  };
}

/** Receives Stripe's events; what they say is read again from Stripe, never trusted. */
export function stripeCallbacksRoutes(app: Api, { clients, segmentGuesses }: StripeCallbackDeps): void {
  signedCallback(app, segmentGuesses, '/callbacks/stripe', ({ segment, body, header }, context) =>
    clients.stripeAccounts.receiveStripeEvent({ segment, signature: header('stripe-signature'), body }, context),
  );
}

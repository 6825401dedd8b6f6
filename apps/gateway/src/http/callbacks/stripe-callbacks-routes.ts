import type { StripeAccountServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface StripeCallbackDeps {
  readonly clients: {
    readonly stripeAccounts: Pick<RpcClient<StripeAccountServiceDefinition>, 'receiveStripeEvent'>;
  };
}

/** Receives Stripe's events; what they say is read again from Stripe, never trusted. */
export function stripeCallbacksRoutes(app: Api, { clients }: StripeCallbackDeps): void {
  signedCallback(app, '/callbacks/stripe', ({ segment, body, header }, context) =>
    clients.stripeAccounts.receiveStripeEvent({ segment, signature: header('stripe-signature'), body }, context),
  );
}

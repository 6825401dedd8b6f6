import type { PayoutServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface PayoutCallbackDeps {
  readonly segmentGuesses: Guesses;
  readonly clients: { readonly payouts: Pick<RpcClient<PayoutServiceDefinition>, 'receivePayoutCallback'> };
}

/** Receives payout providers' notifications; the content is never trusted, the provider is queried. */
export function payoutCallbacksRoutes(app: Api, { clients, segmentGuesses }: PayoutCallbackDeps): void {
  signedCallback(app, segmentGuesses, '/callbacks/payouts', ({ segment, body, header }, context) => {
    const [timestamp, signature] = [header('x-payout-timestamp'), header('x-payout-signature')];
    return clients.payouts.receivePayoutCallback({ segment, body, timestamp, signature }, context);
  });
}

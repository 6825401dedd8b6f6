import type { AsaasPayoutsServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface AsaasWithdrawalDeps {
  readonly segmentGuesses: Guesses;
  readonly clients: { readonly asaasPayouts: Pick<RpcClient<AsaasPayoutsServiceDefinition>, 'answerWithdrawal'> };
}

/**
 * Asaas asks whether money may leave, and waits 10 s for the answer. Only APPROVED lets it leave: after any error it asks again,
 * twice, and cancels then.
 */
export function asaasWithdrawalsRoutes(app: Api, { clients, segmentGuesses }: AsaasWithdrawalDeps): void {
  signedCallback(
    app,
    segmentGuesses,
    '/callbacks/asaas-withdrawals',
    ({ segment, body, header }, context) =>
      clients.asaasPayouts.answerWithdrawal({ segment, token: header('asaas-access-token'), body }, context),
    ({ approved, refuseReason }) => (approved ? { status: 'APPROVED' } : { status: 'REFUSED', refuseReason }),
  );
}

import type { AsaasAccountServiceDefinition, AsaasPayoutsServiceDefinition } from '@pitanga/contracts';
import type { CallContext, RpcClient } from '@pitanga/rpc';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface AsaasWithdrawalDeps {
  readonly segmentGuesses: Guesses;
  readonly clients: {
    readonly asaasPayouts: Pick<RpcClient<AsaasPayoutsServiceDefinition>, 'answerWithdrawal'>;
    readonly asaasAccounts: Pick<RpcClient<AsaasAccountServiceDefinition>, 'answerRefundAsk'>;
  };
}

/**
 * Asaas asks whether money may leave, and waits 10 s for the answer. Only APPROVED lets it leave: after any error it asks again,
 * twice, and cancels then. Payouts knows the account and what is paid out; whether a Pix may go back is asked of billing, which
 * has the refunds.
 */
export function asaasWithdrawalsRoutes(app: Api, { clients, segmentGuesses }: AsaasWithdrawalDeps): void {
  signedCallback(
    app,
    segmentGuesses,
    '/callbacks/asaas-withdrawals',
    async ({ segment, body, header }, context: CallContext) => {
      const request = { segment, token: header('asaas-access-token'), body };
      const answer = await clients.asaasPayouts.answerWithdrawal(request, context);
      return answer.pixReturn ? clients.asaasAccounts.answerRefundAsk(answer.pixReturn, context) : answer;
    },
    ({ approved, refuseReason }) => (approved ? { status: 'APPROVED' } : { status: 'REFUSED', refuseReason }),
  );
}

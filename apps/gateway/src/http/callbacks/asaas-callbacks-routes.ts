import type {
  AsaasAccountServiceDefinition,
  AsaasPayoutsServiceDefinition,
  AsaasTransferHint,
} from '@pitanga/contracts';
import type { CallContext, RpcClient } from '@pitanga/rpc';
import type { Log } from '@pitanga/runtime';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface AsaasCallbackDeps {
  readonly segmentGuesses: Guesses;
  readonly log: Pick<Log, 'warn'>;
  readonly clients: {
    readonly asaasAccounts: Pick<RpcClient<AsaasAccountServiceDefinition>, 'receiveAsaasEvent'>;
    readonly asaasPayouts: Pick<RpcClient<AsaasPayoutsServiceDefinition>, 'noteAsaasTransfer'>;
  };
}

/**
 * Receives Asaas's events, each with the token of its account; what they say is read again from Asaas, never trusted. Billing knows
 * the token; what is about money that leaves is handed on to payouts.
 */
export function asaasCallbacksRoutes(app: Api, deps: AsaasCallbackDeps): void {
  signedCallback(app, deps.segmentGuesses, '/callbacks/asaas', async ({ segment, body, header }, context) => {
    const event = { segment, token: header('asaas-access-token'), body };
    const { transfer } = await deps.clients.asaasAccounts.receiveAsaasEvent(event, context);
    if (transfer) await noteTransfer(deps, transfer, context);
    return {};
  });
}

/** Payouts also reads at times of its own: an event that it cannot take must not stop the queue of billing's. */
async function noteTransfer({ clients, log }: AsaasCallbackDeps, transfer: AsaasTransferHint, context: CallContext) {
  try {
    await clients.asaasPayouts.noteAsaasTransfer(transfer, context);
  } catch (err) {
    log.warn({ err, storeId: transfer.storeId, orderId: transfer.orderId }, 'payouts did not take an event of Asaas');
  }
}

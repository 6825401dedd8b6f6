import type { AsaasAccountServiceDefinition } from '@pitanga/contracts';
import type { RpcClient } from '@pitanga/rpc';
import type { Guesses } from '../edge/admission/guesses';
import type { Api } from '../edge/api';
import { signedCallback } from './signed-callback';

export interface AsaasCallbackDeps {
  readonly segmentGuesses: Guesses;
  readonly clients: {
    readonly asaasAccounts: Pick<RpcClient<AsaasAccountServiceDefinition>, 'receiveAsaasEvent'>;
  };
}

/** Receives Asaas's events, each with the token of its account; what they say is read again from Asaas, never trusted. */
export function asaasCallbacksRoutes(app: Api, { clients, segmentGuesses }: AsaasCallbackDeps): void {
  signedCallback(app, segmentGuesses, '/callbacks/asaas', ({ segment, body, header }, context) =>
    clients.asaasAccounts.receiveAsaasEvent({ segment, token: header('asaas-access-token'), body }, context),
  );
}

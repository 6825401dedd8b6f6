import { tenantFromWire, type CardServiceDefinition } from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import { createCardToken, type CardDeps } from '../managing/card-service';

export function cardHandlers(deps: CardDeps): RpcHandlers<CardServiceDefinition> {
  return {
    // Never under an Idempotency-Key, whatever comes with the call: its fingerprint is a plain hash of the request
    // and would keep the number guessable; and a repeat only makes another token.
    createCardToken: async (request) => {
      const { number, expMonth, expYear, cvv, holderName } = request;
      const card = { number, expMonth, expYear, cvv, holderName };
      return createCardToken(deps, tenantFromWire(request.tenant), card);
    },
  };
}

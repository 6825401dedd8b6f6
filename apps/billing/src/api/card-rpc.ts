import type { CardServiceDefinition } from '@pitanga/contracts';
import type { RpcHandlers } from '@pitanga/rpc';
import { createCardToken, type CardDeps } from '../managing/card-service';

export function cardHandlers(deps: CardDeps): RpcHandlers<CardServiceDefinition> {
  return {
    // Ignores an Idempotency-Key: its fingerprint is a plain hash of the request, from which the card number could be
    // guessed. A repeat only creates another token.
    createCardToken: async ({ number, expMonth, expYear, cvv, holderName }, { tenant }) =>
      createCardToken(deps, tenant, { number, expMonth, expYear, cvv, holderName }),
  };
}

import { invariantsConfig, rpcCallersConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const ledgerConfig = Type.Object({
  ...serviceConfig,
  ...rpcCallersConfig,
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  ADVANCE_RATE_BASIS_POINTS: Type.Integer({
    default: 199,
    minimum: 0,
    // Twelve months cost less than the amount itself.
    maximum: 800,
    description: 'what an advance of card money costs for each 30 days that it comes early, in basis points',
  }),
});

export type LedgerConfig = Static<typeof ledgerConfig>;

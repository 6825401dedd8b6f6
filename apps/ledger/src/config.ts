import { serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const ledgerConfig = Type.Object({
  ...serviceConfig,
  INVARIANTS_INTERVAL_MS: Type.Integer({
    default: 300_000,
    minimum: 1_000,
    description: 'pause between two checks of the ledger against itself, in milliseconds',
  }),
});

export type LedgerConfig = Static<typeof ledgerConfig>;

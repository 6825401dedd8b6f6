import { invariantsConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const ledgerConfig = Type.Object({ ...serviceConfig, INVARIANTS_INTERVAL_MS: invariantsConfig });

export type LedgerConfig = Static<typeof ledgerConfig>;

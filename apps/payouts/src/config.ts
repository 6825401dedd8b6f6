import { addressConfig, dataKeyConfig, invariantsConfig, publicUrlConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const payoutsConfig = Type.Object({
  ...serviceConfig,
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  PUBLIC_URL: publicUrlConfig,
  DATA_KEY: dataKeyConfig,
  LEDGER_ADDRESS: addressConfig('ledger'),
});

export type PayoutsConfig = Static<typeof payoutsConfig>;

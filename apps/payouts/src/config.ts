import { providerRangesConfig } from '@pitanga/provider-account';
import { addressConfig, sealingConfig, invariantsConfig, publicUrlConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const payoutsConfig = Type.Object({
  ...serviceConfig,
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  PUBLIC_URL: publicUrlConfig,
  ...sealingConfig,
  PROVIDER_ALLOWED_RANGES: providerRangesConfig,
  LEDGER_ADDRESS: addressConfig('ledger'),
});

export type PayoutsConfig = Static<typeof payoutsConfig>;

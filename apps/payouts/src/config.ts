import { asaasSandboxConfig, providerRangesConfig } from '@pitanga/provider-account';
import {
  addressConfig,
  invariantsConfig,
  publicUrlConfig,
  rpcCallersConfig,
  sealingConfig,
  serviceConfig,
} from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const payoutsConfig = Type.Object({
  ...serviceConfig,
  ...rpcCallersConfig,
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  PUBLIC_URL: publicUrlConfig,
  ...sealingConfig,
  PROVIDER_ALLOWED_RANGES: providerRangesConfig,
  ...asaasSandboxConfig,
  LEDGER_ADDRESS: addressConfig('ledger'),
  SUB_ACCOUNTS_MAX: Type.Integer({
    default: 1_000,
    minimum: 1,
    maximum: 100_000,
    description: 'sub-accounts that a store may have in each environment',
  }),
});

export type PayoutsConfig = Static<typeof payoutsConfig>;

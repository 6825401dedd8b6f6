import { addressConfig, invariantsConfig, rpcCallersConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const subscriptionsConfig = Type.Object({
  ...serviceConfig,
  ...rpcCallersConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  INVARIANTS_INTERVAL_MS: invariantsConfig,
});

export type SubscriptionsConfig = Static<typeof subscriptionsConfig>;

import { addressConfig, serviceConfig } from '@pitanga/runtime';
import { Type, type Static } from 'typebox';

export const subscriptionsConfig = Type.Object({
  ...serviceConfig,
  BILLING_ADDRESS: addressConfig('billing'),
  INVARIANTS_INTERVAL_MS: Type.Integer({
    default: 300_000,
    minimum: 1_000,
    description: 'pause between two checks of the subscriptions against themselves, in milliseconds',
  }),
});

export type SubscriptionsConfig = Static<typeof subscriptionsConfig>;

import { addressRangePattern } from '@pitanga/egress';
import {
  addressConfig,
  invariantsConfig,
  publicUrlConfig,
  rpcCallersConfig,
  sealingConfig,
  serviceConfig,
} from '@pitanga/runtime';
import { Type, type Static } from 'typebox';
import { mailConfig } from './mailer/mail-config';

export const webhooksConfig = Type.Object({
  ...serviceConfig,
  ...rpcCallersConfig,
  ...sealingConfig,
  ...mailConfig,
  PUBLIC_URL: Type.Optional(publicUrlConfig),
  BILLING_ADDRESS: Type.Optional(addressConfig('billing')),
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  ALLOW_LOOPBACK_IN_DEV_MODE: Type.Boolean({
    default: false,
    description: 'lets dev-mode webhooks call receivers on this machine (true in the embedded installation)',
  }),
  ALLOWED_RANGES_IN_DEV_MODE: Type.Array(Type.String({ pattern: addressRangePattern }), {
    default: [],
    description: 'comma list of private CIDR ranges that dev-mode webhooks may call, e.g. 172.18.0.0/16',
  }),
  SIGNATURE_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: "key of X-Webhook-Signature for all webhooks; absent: each webhook's secret",
    }),
  ),
  ATTEMPT_TIMEOUT_MS: Type.Integer({
    default: 30_000,
    minimum: 10,
    maximum: 60_000,
    description: 'time of one attempt from connect to last byte, in milliseconds',
  }),
});

export type WebhooksConfig = Static<typeof webhooksConfig>;

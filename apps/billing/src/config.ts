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
import { attemptConfig } from './attempts/attempt';
import { failoverConfig } from './provider/failover';

export const billingConfig = Type.Object({
  ...serviceConfig,
  ...rpcCallersConfig,
  PUBLIC_URL: publicUrlConfig,
  ...sealingConfig,
  LEDGER_ADDRESS: addressConfig('ledger'),
  PAYOUTS_ADDRESS: Type.Optional(addressConfig('payouts')),
  INVARIANTS_INTERVAL_MS: invariantsConfig,
  ...attemptConfig,
  SIMULATOR_SAME_TAX_ID: Type.Boolean({
    default: true,
    description: 'whether the Pix simulator of dev mode supports ensureSameTaxId',
  }),
  ...failoverConfig,
  PROVIDER_ALLOWED_RANGES: providerRangesConfig,
  ALLOW_LOOPBACK_IN_DEV_MODE: Type.Boolean({
    default: false,
    description:
      'lets dev-mode products download their picture and file from this machine (true in the embedded installation)',
  }),
  ALLOW_STRIPE_TEST_MODE: Type.Boolean({
    default: false,
    description:
      "lets production stores use Stripe's test mode, which moves no money, or an API of another address than Stripe's",
  }),
  ...asaasSandboxConfig,
  BLOB_STORE_DIR: Type.String({
    default: './data/files',
    minLength: 1,
    description: 'folder for pictures and files of products, shared by all replicas; unused with the BLOB_S3_ settings',
  }),
  BLOB_S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'address of an S3-compatible store for pictures and files, e.g. https://s3.sa-east-1.amazonaws.com',
    }),
  ),
  BLOB_S3_BUCKET: Type.Optional(
    Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$', description: 'bucket of the S3-compatible store' }),
  ),
  BLOB_S3_REGION: Type.Optional(
    Type.String({ minLength: 1, description: 'region of the S3-compatible store, e.g. sa-east-1' }),
  ),
  BLOB_S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({ minLength: 1, description: 'access key of the S3-compatible store' }),
  ),
  BLOB_S3_SECRET_ACCESS_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'secret of the access key of the S3-compatible store' }),
  ),
});

export type BillingConfig = Static<typeof billingConfig>;

import { sealedResponses, type SealedColumn } from '@pitanga/database';
import { sealedAllowListKeys } from '@pitanga/provider-account';
import { sealedAsaasAccounts } from './asaas-accounts/asaas-account-repository';
import { sealedTaxIds } from './customers/customer-repository';
import { sealedDisputeFiles } from './disputes/dispute-file-repository';
import { sealedPayerTaxIds } from './key-payments/key-payment-row';
import { sealedAccounts } from './pix-accounts/pix-account-repository';
import { sealedPixKeys } from './refunds/refund-row';
import { sealedSettings } from './store-settings/store-settings-repository';
import { sealedStripeAccounts } from './stripe-accounts/stripe-account-repository';

/** All sealed columns of billing. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedTaxIds,
  ...sealedAccounts,
  ...sealedStripeAccounts,
  ...sealedAsaasAccounts,
  sealedPixKeys,
  sealedPayerTaxIds,
  sealedSettings,
  ...sealedDisputeFiles,
  sealedAllowListKeys,
  sealedResponses,
];

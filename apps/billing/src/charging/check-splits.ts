import type { Cents, Tenant } from '@pitanga/core';
import { checkSplits, type ChargeSplit } from '../charges/charge-split';
import type { Deps } from '../deps';
import type { StoreSetup } from '../managing/store-setup';
import { feeWithinAmount, type PaymentMethod } from '../money/fees';

/** What is to be split, if anything. */
interface Splittable {
  readonly amountCents: Cents;
  readonly splits?: readonly ChargeSplit[] | undefined;
}

/**
 * Refuses splits of a charge that are more than it leaves, or of sub-accounts that the store does not have. It asks another
 * service: not within a transaction.
 */
export async function checkChargeSplits(
  deps: Deps,
  tenant: Tenant,
  { settings }: StoreSetup,
  { splits, amountCents }: Splittable,
  method: PaymentMethod,
  installmentCount?: number,
): Promise<void> {
  if (!splits) return;
  checkSplits(splits, amountCents, feeWithinAmount(settings.fees, method, amountCents, installmentCount));
  await checkOwners(deps, tenant, splits);
}

/** NOT_FOUND for splits of a sub-account that the store does not have. It asks another service. */
export async function checkOwners(
  { checkSubAccounts }: Deps,
  tenant: Tenant,
  splits: readonly ChargeSplit[] = [],
): Promise<void> {
  if (splits.length === 0) return;
  await checkSubAccounts(
    tenant,
    splits.map(({ subAccountId }) => subAccountId),
  );
}

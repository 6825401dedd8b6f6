import { isTaxId, normalizeTaxId, type Tenant } from '@pitanga/core';
import type { TxDeps } from '../deps';
import { storeNotConfigured } from '../store-settings/store-settings-errors';
import { findStoreSettings } from '../store-settings/store-settings-repository';
import { checkName, type SubAccount } from '../sub-accounts/sub-account';
import { externalIdUsed, taxIdInvalid, taxIdOfStore, tooManySubAccounts } from '../sub-accounts/sub-account-errors';
import { countSubAccounts, findSubAccount, insertSubAccount } from '../sub-accounts/sub-account-repository';

export interface SubAccountInput {
  readonly name: string;
  readonly taxId: string;
  readonly externalId: string | undefined;
  readonly metadataJson: string;
}

/**
 * Creates a sub-account, or answers the one that has the tax id, as it is (docs/behaviour/sub-accounts.md#sub-account-create).
 *
 * @throws AppError INVALID_ARGUMENT, ALREADY_EXISTS for an external id of another, FAILED_PRECONDITION for one too many
 */
export async function createSubAccount(
  tx: TxDeps,
  tenant: Tenant,
  input: SubAccountInput,
  { max }: { readonly max: number },
): Promise<SubAccount> {
  if (!isTaxId(input.taxId)) throw taxIdInvalid();
  const taxId = normalizeTaxId(input.taxId);
  const settings = await findStoreSettings(tx.db, tenant, tx.sealer);
  if (!settings) throw storeNotConfigured();
  if (settings.holderTaxId === taxId) throw taxIdOfStore();
  const known = await findSubAccount(tx.db, tenant, tx.sealer, { taxId });
  if (known) return known;
  if ((await countSubAccounts(tx.db, tenant)) >= max) throw tooManySubAccounts(max);
  const now = tx.clock.now(tenant);
  const { externalId, metadataJson } = input;
  const name = checkName(input.name);
  const times = { createdAt: now, updatedAt: now };
  const subAccount = { id: tx.ids.next('subAccount', now), name, taxId, externalId, metadataJson, ...times };
  if (await insertSubAccount(tx.db, tenant, tx.sealer, subAccount)) return subAccount;
  // Another request with the tax id was first.
  const other = await findSubAccount(tx.db, tenant, tx.sealer, { taxId });
  if (!other) throw externalIdUsed();
  return other;
}

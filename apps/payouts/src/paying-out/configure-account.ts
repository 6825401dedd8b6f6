import { toTenant, type AccountOwner, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { assignOwner } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import { checkedConfig, isSameAccount, type HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import { callbackUrl, newSegment } from '../payout-accounts/payout-account';
import { payoutAccountNotFound, payoutsOfOtherOpen, payoutsStillOpen } from '../payout-accounts/payout-account-errors';
import {
  deletePayoutAccount,
  findPayoutAccount,
  savePayoutAccount,
} from '../payout-accounts/payout-account-repository';
import { hasOpenPayout, hasSentForOther } from '../payouts/payout-queries';
import { payoutAccountConfigured, payoutAccountRemoved } from './account-events';
import { requireWorkingAccount } from './test-account';

/**
 * Sets a store's production account and returns the address that its provider calls. The last call wins.
 *
 * @param owner absent from an older gateway: the account has no owner then
 * @param check refuses settings that do not work (FAILED_PRECONDITION), and stores nothing then
 * @throws AppError FAILED_PRECONDITION `PAYOUTS_STILL_OPEN` when it may be another account of the same provider
 */
export async function configurePayoutAccount(
  deps: Deps,
  storeId: string,
  settingsJson: string,
  { check = false, owner }: { readonly check?: boolean; readonly owner?: AccountOwner | undefined } = {},
): Promise<{ readonly callbackUrl: string }> {
  const now = deps.clock.real();
  const { force = false, ...settings } = checkedConfig(settingsJson, now, deps.providerRanges);
  if (check) await requireWorkingAccount(deps, storeId, settings);
  const tenant = toTenant(storeId, false);
  const given = { settings, segment: newSegment(deps.ids), owner, updatedAt: now };
  const account = await transact(deps, async (tx) => {
    if (!force) await requireNoneOpen(tx, tenant, settings);
    const stored = await savePayoutAccount(tx.db, tenant, tx.sealer, given);
    await appendEvents(tx.db, [payoutAccountConfigured(tx.ids, tenant, now)], now);
    return stored;
  });
  deps.payoutAccounts.forget(storeId);
  return { callbackUrl: callbackUrl(account, deps.publicUrl) };
}

/** Payouts that were sent under a name that another account of the provider could have as well must have ended. */
async function requireNoneOpen({ db, sealer }: TxDeps, tenant: Tenant, given: HttpPayoutsConfig): Promise<void> {
  const before = (await findPayoutAccount(db, tenant, sealer))?.settings;
  if (before && isSameAccount(before, given)) return;
  const isSameProvider = before?.baseUrl === given.baseUrl;
  if (await hasOpenPayout(db, tenant, isSameProvider ? undefined : given.baseUrl)) throw payoutsStillOpen();
}

/**
 * Says whose an account is that an earlier release set. What it has sent since for the other owner ends first, since
 * only an account of that owner is read about it.
 *
 * @throws AppError NOT_FOUND when there is no account, FAILED_PRECONDITION `ACCOUNT_HAS_OWNER` or `PAYOUTS_STILL_OPEN`
 */
export async function assignPayoutAccount(deps: Deps, storeId: string, owner: AccountOwner): Promise<void> {
  const tenant = toTenant(storeId, false);
  await transact(deps, async (tx) => {
    if (!(await assignOwner(tx.db, 'payout_accounts', tenant, { owner, at: tx.clock.real() }))) {
      throw payoutAccountNotFound();
    }
    if (await hasSentForOther(tx.db, tenant, owner)) throw payoutsOfOtherOpen();
  });
  deps.payoutAccounts.forget(storeId);
}

/**
 * Production payouts of the store are 503 from then on; those already sent wait until the same account is configured
 * again.
 *
 * @throws AppError NOT_FOUND when there is no account
 */
export async function removePayoutAccount(deps: Deps, storeId: string): Promise<void> {
  const tenant = toTenant(storeId, false);
  const now = deps.clock.real();
  await transact(deps, async (tx) => {
    if (!(await deletePayoutAccount(tx.db, tenant))) throw payoutAccountNotFound();
    await appendEvents(tx.db, [payoutAccountRemoved(tx.ids, tenant, now)], now);
  });
  deps.payoutAccounts.forget(storeId);
}

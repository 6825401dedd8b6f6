import { tenantOf, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { isSignedBy, type SignedCallback } from '../http-payouts/callback-signature';
import { checkedConfig, isSameAccount, type HttpPayoutsConfig } from '../http-payouts/http-payouts-config';
import { hasOpenPayout } from '../payouts/payout-queries';
import { makePayoutDue } from '../payouts/payout-repository';
import { callbackUrl, newSegment } from '../payout-accounts/payout-account';
import {
  callbackNotSigned,
  callbackUnknown,
  payoutAccountNotFound,
  payoutsStillOpen,
} from '../payout-accounts/payout-account-errors';
import { payoutAccountConfigured, payoutAccountRemoved } from './payout-account-events';
import { findPayoutAccount, resolveCallbackAccount } from '../payout-accounts/payout-account-queries';
import { deletePayoutAccount, savePayoutAccount } from '../payout-accounts/payout-account-repository';

/**
 * Sets a store's production account and answers the address its provider calls. The last call wins.
 *
 * @throws AppError FAILED_PRECONDITION `PAYOUTS_STILL_OPEN` when it may be another account of the same provider
 */
export async function configurePayoutAccount(
  deps: Deps,
  storeId: string,
  settingsJson: string,
): Promise<{ readonly callbackUrl: string }> {
  const now = deps.clock.real();
  const { force = false, ...settings } = checkedConfig(settingsJson, now);
  const tenant = tenantOf(storeId, false);
  const given = { settings, segment: newSegment(deps.ids), updatedAt: now };
  const account = await inTransaction(deps.db, async (tx) => {
    if (!force) await requireNoneOpen({ ...deps, db: tx }, tenant, settings);
    const kept = await savePayoutAccount(tx, tenant, deps.sealer, given);
    await appendEvents(tx, [payoutAccountConfigured(deps.ids, tenant, now)], now);
    return kept;
  });
  deps.payoutAccounts.forget(storeId);
  return { callbackUrl: callbackUrl(account, deps.publicUrl) };
}

/** What was sent under a name that another account of the provider could have as well must have ended. */
async function requireNoneOpen({ db, sealer }: Deps, tenant: Tenant, given: HttpPayoutsConfig): Promise<void> {
  const before = (await findPayoutAccount(db, tenant, sealer))?.settings;
  if (before && isSameAccount(before, given)) return;
  const isSameProvider = before?.baseUrl === given.baseUrl;
  if (await hasOpenPayout(db, tenant, isSameProvider ? undefined : given.baseUrl)) throw payoutsStillOpen();
}

/**
 * Production payouts of the store answer 503 from then on; what was sent waits until the same account is there again.
 * NOT_FOUND when there is no account.
 */
export async function removePayoutAccount(deps: Deps, storeId: string): Promise<void> {
  const tenant = tenantOf(storeId, false);
  const now = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    if (!(await deletePayoutAccount(tx, tenant))) throw payoutAccountNotFound();
    await appendEvents(tx, [payoutAccountRemoved(deps.ids, tenant, now)], now);
  });
  deps.payoutAccounts.forget(storeId);
}

/**
 * Has the provider asked at once about the payout that its call names; nothing else in it is believed. One about a
 * payout that is not being watched (it has ended, or is another store's) is taken and changes nothing.
 *
 * @throws AppError NOT_FOUND for an unknown segment, UNAUTHENTICATED for a wrong or old signature
 */
export async function receivePayoutCallback(deps: Deps, segment: string, callback: SignedCallback): Promise<void> {
  const found = await resolveCallbackAccount(deps.db, deps.sealer, segment);
  if (!found) throw callbackUnknown();
  const now = deps.clock.real();
  if (!isSignedBy(found.account.settings.callbackSecret, callback, now)) throw callbackNotSigned();
  const id = namedPayout(callback.body);
  if (id !== undefined) await makePayoutDue(deps.db, found.tenant, id, now);
}

function namedPayout(body: Uint8Array): string | undefined {
  try {
    const { id } = JSON.parse(Buffer.from(body).toString('utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

import type { CrossTenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { isSignedBy, type SignedCallback } from '../http-payouts/callback-signature';
import { callbackNotSigned, callbackUnknown } from '../payout-accounts/payout-account-errors';
import { findAccountBySegment } from '../payout-accounts/payout-account-repository';
import { makePayoutDue } from '../payouts/payout-repository';

/**
 * Makes the job read the payout that a provider's callback names; nothing else in it is used. A callback about a payout
 * that is neither on its way nor COMPLETE, or is another store's, is accepted and changes nothing.
 *
 * @throws AppError NOT_FOUND for an unknown segment, UNAUTHENTICATED for a wrong or old signature
 */
export async function receivePayoutCallback(
  deps: Deps,
  all: CrossTenant,
  segment: string,
  callback: SignedCallback,
): Promise<void> {
  const found = await findAccountBySegment(deps.db, all, deps.sealer, segment);
  if (!found) throw callbackUnknown();
  const now = deps.clock.real();
  if (!isSignedBy(found.account.settings.callbackSecret, callback, now)) throw callbackNotSigned();
  const id = parsePayoutId(callback.body);
  if (id !== undefined) await makePayoutDue(deps.db, found.tenant, id, now);
}

function parsePayoutId(body: Uint8Array): string | undefined {
  try {
    const { id } = JSON.parse(Buffer.from(body).toString('utf8')) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

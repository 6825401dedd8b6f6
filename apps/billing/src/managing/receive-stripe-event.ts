import type { CrossTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { wakeReplacement } from '../card-replacements/card-replacement-repository';
import { isSignedByStripe } from '../stripe/stripe-signature';
import { listValidSecrets } from '../stripe-accounts/stripe-account';
import { stripeCallbackUnknown, stripeSignatureInvalid } from '../stripe-accounts/stripe-account-errors';
import { findStripeAccountBySegment } from '../stripe-accounts/stripe-account-repository';
import { syncOfEvent } from '../syncs/stripe-sync';
import { recordStripeEvent, requestStripeSync } from '../syncs/stripe-sync-repository';
import type { Deps } from '../deps';

/**
 * Records an event of Stripe and asks for a read of what it is about, before it is answered, so that a crash loses none.
 * Its content is never believed. NOT_FOUND for an unknown segment, INVALID_ARGUMENT for a signature that is wrong or more
 * than five minutes old; a repeat changes nothing.
 */
export async function receiveStripeEvent(
  deps: Deps,
  all: CrossTenant,
  { segment, signature, body }: { readonly segment: string; readonly signature: string; readonly body: Uint8Array },
): Promise<void> {
  const found = await findStripeAccountBySegment(deps.db, all, deps.sealer, segment);
  if (!found) throw stripeCallbackUnknown();
  const { tenant, account } = found;
  const now = deps.clock.real();
  if (!isSignedByStripe(body, signature, listValidSecrets(account.webhook, now), now)) throw stripeSignatureInvalid();
  const event = parseEvent(body);
  if (!event) return;
  const wanted = syncOfEvent(event.type, event.object);
  const verification = findSetupIntentId(event.object);
  if (wanted === undefined && verification === undefined) return;
  await transact(deps, async (tx) => {
    if (!(await recordStripeEvent(tx.db, tenant, event.id, now))) return;
    if (verification !== undefined) await wakeReplacement(tx.db, tenant, verification, now);
    if (wanted === undefined) return;
    const key = wanted === 'MONEY' ? { kind: wanted, objectId: tenant.storeId } : wanted;
    await requestStripeSync(tx.db, tenant, key, now);
  });
}

/** The id of a setup intent, which has its own queue. */
function findSetupIntentId(object: { readonly id?: unknown; readonly object?: unknown }): string | undefined {
  const { id, object: kind } = object;
  return kind === 'setup_intent' && typeof id === 'string' && /^seti_[A-Za-z0-9_]{1,250}$/.test(id) ? id : undefined;
}

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly object: object;
}

/** Undefined for a body that is no event: a signed one is answered all the same, or Stripe would only send it again. */
function parseEvent(body: Uint8Array): ReceivedEvent | undefined {
  try {
    const { id, type, data } = JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown>;
    const object: unknown = (data as { readonly object?: unknown } | undefined)?.object;
    if (typeof id !== 'string' || !/^evt_[A-Za-z0-9_]{1,250}$/.test(id) || typeof type !== 'string') return undefined;
    return typeof object === 'object' && object !== null ? { id, type, object } : undefined;
  } catch {
    return undefined;
  }
}

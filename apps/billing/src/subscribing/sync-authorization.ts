import { isAppError, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { Agreement } from '../agreements/agreement';
import { findAgreement } from '../agreements/agreement-repository';
import { nextAuthorizationPoll, type Authorization } from '../authorizations/authorization';
import { lockAuthorization, saveAuthorization } from '../authorizations/authorization-repository';
import { findCharge } from '../charges/charge-queries';
import { findUnsentDebit } from '../debits/debit-repository';
import type { Deps, ReadDeps } from '../deps';
import { attemptChangedEvent } from '../messages/agreement-events';
import type { SyncOutcome } from '../syncs/sync';
import type { AuthorizationReading } from '../provider/automatic-pix-provider';
import { activateFree } from '../charging/activate-agreement';
import { requireAutomaticPix } from '../charging/provider-for';
import { endByPayer, endedAuthorization, refuseStart } from './refuse-start';
import { registerAuthorization } from './start-authorization';
import { syncPixCharge } from '../charging/sync-pix-charge';

/** A payment that crossed the end of the time is booked first. */
const graceMs = 3_600_000;

/**
 * Reads an authorisation from its bank, or sends the bank what is still missing. An approval begins a
 * subscription without a first payment; an end ends it, or refuses it.
 * @throws AppError UNAVAILABLE when the bank does not answer
 */
export async function syncAuthorization(
  deps: Deps,
  tenant: Tenant,
  authorization: Authorization,
): Promise<SyncOutcome> {
  const { subscriptionId, authorizationId, status, isEnding } = authorization;
  if (status === 'ENDED') return watchStart(deps, tenant, authorization);
  if (authorizationId === undefined) return registerOrDrop(deps, tenant, authorization);
  const provider = await requireAutomaticPix(deps, tenant);
  const reading = await provider.readAuthorization(authorizationId);
  if (!reading) deps.log.warn({ storeId: tenant.storeId, subscriptionId }, 'the bank does not know an authorisation');
  if (isEnding) {
    if (reading && isOpen(reading)) await provider.cancelAuthorization(authorizationId);
    await saveEnd(deps, tenant, subscriptionId, reading?.endCode);
    return { kind: 'SETTLED' };
  }
  if (reading && !isOpen(reading)) {
    await endAtPayer(deps, tenant, authorization, reading);
    return watchStart(deps, tenant, authorization);
  }
  const isApproved = reading?.status === 'APPROVED';
  if (isApproved && status === 'WAITING') await approve(deps, tenant, authorization, reading.approvedAt);
  if (await isAbandoned(deps, tenant, authorization)) await refuseStart(deps, tenant, subscriptionId);
  const now = deps.clock.real();
  return {
    kind: 'OPEN',
    nextAt: nextAuthorizationPoll({ ...authorization, status: isApproved ? 'APPROVED' : status }, now),
  };
}

function isOpen({ status }: AuthorizationReading): boolean {
  return status === 'WAITING' || status === 'APPROVED';
}

/** The request that began it did not register it. */
async function registerOrDrop(deps: Deps, tenant: Tenant, authorization: Authorization): Promise<SyncOutcome> {
  const { subscriptionId, isEnding, expiresAt } = authorization;
  if (!isEnding && expiresAt > deps.clock.now(tenant)) {
    try {
      await registerAuthorization(deps, tenant, subscriptionId);
    } catch (error) {
      // The bank refused it, and so the start is refused.
      if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION') throw error;
    }
  } else {
    await refuseStart(deps, tenant, subscriptionId);
    // One that the bank may have made is found by its location, and expires there without a code that anybody saw.
    await saveEnd(deps, tenant, subscriptionId, undefined);
  }
  return { kind: 'SETTLED' };
}

/** The payer's bank has confirmed it; where nothing was paid, the subscription begins now. */
async function approve(
  deps: Deps,
  tenant: Tenant,
  { subscriptionId, chargeId }: Authorization,
  at: Date | undefined,
): Promise<void> {
  const agreement = await findAgreement(deps.db, tenant, subscriptionId);
  if (chargeId === undefined && agreement?.status === 'STARTING') await activateOrRefuse(deps, tenant, agreement, at);
  await transact(deps, async (tx) => {
    const locked = await lockAuthorization(tx.db, tenant, subscriptionId);
    if (locked?.status !== 'WAITING') return;
    const now = tx.clock.now(tenant);
    await saveAuthorization(tx.db, tenant, { ...locked, status: 'APPROVED', updatedAt: now });
    // The first debit may have waited for the approval.
    const unsent = await findUnsentDebit(tx.db, tenant, subscriptionId);
    if (unsent) await appendEvents(tx.db, [attemptChangedEvent(tx.ids, tenant, unsent, now)], tx.clock.real());
  });
}

async function activateOrRefuse(
  deps: Deps,
  tenant: Tenant,
  agreement: Agreement,
  authorizedAt: Date | undefined,
): Promise<void> {
  try {
    await transact(deps, (tx) => activateFree(tx, tenant, agreement, authorizedAt));
  } catch (error) {
    // Since the start, the checkout was deleted or over, or the same customer subscribed.
    if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION') throw error;
    await refuseStart(deps, tenant, agreement.subscriptionId);
  }
}

/** Ended by the payer, by the payer's bank, or by time. */
async function endAtPayer(
  deps: Deps,
  tenant: Tenant,
  authorization: Authorization,
  reading: AuthorizationReading,
): Promise<void> {
  const { subscriptionId, chargeId, txid, isOptional, status } = authorization;
  // A first payment that the bank has and we have not read begins the subscription before this ends it.
  if (chargeId !== undefined) await syncPixCharge(deps, tenant, txid);
  const endCode = reading.endCode ?? reading.status;
  const isDeclined = status !== 'APPROVED' && reading.status !== 'CANCELLED';
  if (isOptional && (isDeclined || (await isStarting(deps, tenant, subscriptionId)))) {
    // The payer did not take the offer, and pays each cycle by its code.
    await saveEnd(deps, tenant, subscriptionId, endCode);
  } else {
    await endByPayer(deps, tenant, subscriptionId, endCode);
  }
}

/** The payment of an offer that was declined may still come; without it the start ends with its time. */
async function watchStart(deps: Deps, tenant: Tenant, authorization: Authorization): Promise<SyncOutcome> {
  const { subscriptionId, isOptional, expiresAt } = authorization;
  if (!isOptional || !(await isStarting(deps, tenant, subscriptionId))) return { kind: 'SETTLED' };
  if (await isAbandoned(deps, tenant, authorization)) {
    await refuseStart(deps, tenant, subscriptionId);
    return { kind: 'SETTLED' };
  }
  const soon = deps.clock.real().getTime() + graceMs;
  return { kind: 'OPEN', nextAt: new Date(Math.max(soon, expiresAt.getTime() + graceMs)) };
}

async function isStarting(deps: ReadDeps, tenant: Tenant, subscriptionId: string): Promise<boolean> {
  return (await findAgreement(deps.db, tenant, subscriptionId))?.status === 'STARTING';
}

/** Its time is over, and the subscription has not begun. */
async function isAbandoned(
  deps: ReadDeps,
  tenant: Tenant,
  { subscriptionId, chargeId, expiresAt }: Authorization,
): Promise<boolean> {
  if (expiresAt.getTime() + graceMs > deps.clock.now(tenant).getTime()) return false;
  const agreement = await findAgreement(deps.db, tenant, subscriptionId);
  if (agreement?.status !== 'STARTING') return false;
  const charge = chargeId === undefined ? undefined : await findCharge(deps.db, tenant, chargeId);
  return charge?.status !== 'PENDING' && charge?.status !== 'PAID';
}

async function saveEnd(deps: Deps, tenant: Tenant, subscriptionId: string, endCode: string | undefined): Promise<void> {
  await transact(deps, async (tx) => {
    const locked = await lockAuthorization(tx.db, tenant, subscriptionId);
    if (locked) await saveAuthorization(tx.db, tenant, endedAuthorization(locked, endCode, tx.clock.now(tenant)));
  });
}

import { isAppError, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Deps, ReadDeps } from '../deps';
import type { Dispute } from '../disputes/dispute';
import { findDisputeByReference, saveOpenDispute } from '../disputes/dispute-repository';
import type { DisputeReading } from '../provider/dispute-provider';
import { nextLook } from '../syncs/stripe-sync';
import type { SyncOutcome } from '../syncs/sync';
import { decideDispute, openDispute } from './decide-dispute';

/** What a provider says of a dispute of a charge. */
export interface SeenDispute extends Pick<Dispute, 'chargeId' | 'reasonCode' | 'providerCode' | 'dueBy'> {
  readonly provider: string;
  readonly reference: string;
  readonly state: DisputeReading;
}

/** A refund that is under way is waited for. */
export const refundWaitMs = 60_000;

/**
 * Does what follows from a dispute, in the order in which it happened there: opens ours unless it is `known`, notes that it
 * was answered, decides it. A repeat, and a reading that comes late, change nothing; the first outcome stands.
 */
export async function followDispute(
  deps: Deps,
  tenant: Tenant,
  known: Dispute | undefined,
  told: SeenDispute,
): Promise<SyncOutcome> {
  const { chargeId, provider, reference, state } = told;
  const now = deps.clock.real();
  if (!known && !(await tryOpen(deps, tenant, told))) {
    return { kind: 'OPEN', nextAt: new Date(now.getTime() + refundWaitMs) };
  }
  const dispute = known ?? (await findDisputeByReference(deps.db, tenant, provider, reference));
  if (dispute?.status !== 'OPEN') return { kind: 'SETTLED' };
  if (state === 'WON' || state === 'LOST') {
    await transact(deps, (tx) => decideDispute(tx, tenant, { chargeId, outcome: state }));
    return { kind: 'SETTLED' };
  }
  await noteState(deps, tenant, dispute, told, state);
  return { kind: 'OPEN', nextAt: nextLook(dispute.openedAt, now) };
}

/** False while a refund of the charge is under way. */
export async function tryOpen(deps: Deps, tenant: Tenant, told: SeenDispute): Promise<boolean> {
  const { provider, reference, chargeId, reasonCode, providerCode, dueBy } = told;
  const answerState = told.state === 'NEEDS_ANSWER' ? 'NEEDS_ANSWER' : 'UNDER_REVIEW';
  const fields = { provider, reference, answerState, reasonCode, providerCode, dueBy } as const;
  try {
    await transact(deps, (tx) => openDispute(tx, tenant, { chargeId, reason: reasonCode, told: fields }));
    return true;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.reason === 'REFUND_UNDER_WAY') return false;
    if (error.reason !== 'NOT_DISPUTABLE') throw error;
    // Refunded as a whole, or disputed before: nothing of ours is left to block. Reconciliation names what was taken.
    deps.log.error(
      { storeId: tenant.storeId, chargeId, reference },
      'a dispute is of a charge that cannot be disputed',
    );
    return true;
  }
}

async function noteState(
  deps: ReadDeps,
  tenant: Tenant,
  dispute: Dispute,
  { dueBy }: SeenDispute,
  answerState: Dispute['answerState'],
): Promise<void> {
  const isSame = dispute.answerState === answerState && dispute.dueBy?.getTime() === dueBy?.getTime();
  if (!isSame) await saveOpenDispute(deps.db, tenant, dispute.id, { answerState, dueBy });
}

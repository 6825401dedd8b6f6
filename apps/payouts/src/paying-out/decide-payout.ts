import type { Tenant } from '@pitanga/core';
import { transact, type Locked } from '@pitanga/database';
import type { Deps, TxDeps } from '../deps';
import { decided, type ActivePayout } from '../payouts/payout';
import { isOwnRequest, isWaiting, type Decider, type PayoutApproval } from '../payouts/payout-approval';
import {
  approvalDecided,
  approvalNotNeeded,
  decidedPayoutNotFound,
  ownRequest,
  payoutInFlight,
} from '../payouts/payout-errors';
import { findActivePayout } from '../payouts/payout-queries';
import { lockPayout, savePayout } from '../payouts/payout-repository';
import { storeNotConfigured } from '../store-settings/store-settings-errors';
import { findStoreSettings } from '../store-settings/store-settings-repository';
import { concludePayout } from './conclude-payout';
import { requireSendable } from './require-sendable';

/**
 * Checks what may have changed since a payout was asked for, up to a week ago, before anything is written: whether
 * production has a provider for it, and whether the key of a withdrawal is still the holder's.
 */
export async function checkApprovable(deps: Deps, tenant: Tenant, id: string, decider: Decider): Promise<void> {
  const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
  // The locked check below refuses these.
  if (!payout || !isWaiting(payout) || (payout.approval && isOwnRequest(payout.approval, decider))) return;
  const settings = await findStoreSettings(deps.db, tenant, deps.sealer);
  if (!settings) throw storeNotConfigured();
  await requireSendable(deps, tenant, payout.kind, payout.target, settings);
}

/**
 * WAITING → APPROVED: the job sends it from then on, as any other payout. Of an approver, one who rejects and the end of
 * the time, the first to lock the row decides; the others find it decided.
 *
 * @throws AppError PERMISSION_DENIED `PAYOUT_OWN_REQUEST`, FAILED_PRECONDITION when it is decided otherwise
 */
export async function approvePayout(tx: TxDeps, tenant: Tenant, id: string, decider: Decider): Promise<string> {
  const { payout, approval } = await lockApproval(tx, tenant, id);
  if (isOwnRequest(approval, decider)) throw ownRequest();
  if (approval.status === 'APPROVED') return id;
  await decide(tx, tenant, { payout, approval }, 'APPROVED', decider.userId);
  return id;
}

/** WAITING → REJECTED; who asked for it may reject it, and so take it back. {@link endRejected} gives the money back. */
export async function rejectPayout(tx: TxDeps, tenant: Tenant, id: string, userId: string): Promise<string> {
  const { payout, approval } = await lockApproval(tx, tenant, id);
  if (approval.status === 'REJECTED') return id;
  await decide(tx, tenant, { payout, approval }, 'REJECTED', userId);
  return id;
}

interface Waiting {
  readonly payout: Locked<ActivePayout>;
  readonly approval: PayoutApproval;
}

async function lockApproval({ db, sealer }: TxDeps, tenant: Tenant, id: string): Promise<Waiting> {
  const payout = await lockPayout(db, tenant, sealer, id);
  if (!payout || payout.step === 'TAKE_BACK') throw decidedPayoutNotFound();
  if (!payout.approval) throw approvalNotNeeded();
  if (payout.step === 'RESERVE') throw payoutInFlight();
  return { payout, approval: payout.approval };
}

async function decide(
  { db, clock }: TxDeps,
  tenant: Tenant,
  { payout, approval }: Waiting,
  status: 'APPROVED' | 'REJECTED',
  decidedBy: string,
): Promise<void> {
  const now = clock.now(tenant);
  if (approval.status !== 'WAITING') throw approvalDecided(approval.status);
  // Even before the job has written it down.
  if (now >= approval.expiresAt) throw approvalDecided('EXPIRED');
  const decision = { ...approval, status, decidedBy, decidedAt: now };
  await savePayout(db, tenant, payout, decided(payout, decision, { now, real: clock.real() }));
}

/**
 * Gives back the money of a payout that was rejected; while the ledger is away it is answered as it is, PENDING and
 * REJECTED, and the job ends it.
 */
export async function endRejected(deps: Deps, tenant: Tenant, id: string): Promise<ActivePayout> {
  const payout = await findActivePayout(deps.db, tenant, deps.sealer, id);
  if (!payout) throw decidedPayoutNotFound();
  try {
    return await runApprovalStep(deps, tenant, payout);
  } catch (err) {
    deps.log.warn({ err, payoutId: id }, 'the money of a rejected payout is still held, the job goes on with it');
    return payout;
  }
}

/** What a job does with a payout at APPROVE: its time ends, and one without an approver fails. */
export async function runApprovalStep(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<ActivePayout> {
  if (payout.step !== 'APPROVE') return payout;
  const current = await transact(deps, (tx) => expireWhenDue(tx, tenant, payout));
  const status = current.step === 'APPROVE' ? current.approval?.status : undefined;
  if (status !== 'REJECTED' && status !== 'EXPIRED') return current;
  const failureReason = `APPROVAL_${status}` as const;
  return concludePayout(deps, tenant, current, { status: 'FAILED', failureReason, providerCode: undefined });
}

async function expireWhenDue(
  { db, clock, sealer }: TxDeps,
  tenant: Tenant,
  { id }: ActivePayout,
): Promise<ActivePayout> {
  const payout = await lockPayout(db, tenant, sealer, id);
  if (!payout) throw new Error(`payout ${id} vanished`);
  const { approval } = payout;
  const now = clock.now(tenant);
  // A process that has not read the store's clock yet is early: it comes again when its lease ends.
  if (payout.step !== 'APPROVE' || approval?.status !== 'WAITING' || now < approval.expiresAt) return payout;
  const expired = decided(payout, { ...approval, status: 'EXPIRED' }, { now, real: clock.real() });
  // Its lease: this worker gives the money back.
  const leased = { ...expired, runAt: payout.runAt };
  await savePayout(db, tenant, payout, leased);
  return leased;
}

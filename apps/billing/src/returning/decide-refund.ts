import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import {
  afterWaiting,
  approve,
  reject,
  waitsUntil,
  type Approval,
  type Decider,
  type DecisionResult,
} from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import type { Refund } from '../refunds/refund';
import {
  approvalDecided,
  approvalNotNeeded,
  ownRequest,
  refundInFlight,
  refundNotFound,
} from '../refunds/refund-errors';
import { findRefund } from '../refunds/refund-queries';
import { lockRefund, saveRefund } from '../refunds/refund-repository';
import { concludeRefund } from './conclude-refund';

/**
 * WAITING → APPROVED: the job sends it from then on, as any other refund. Where its own person is alone it is confirmed, and
 * waits until it is sent. Of an approver, one who rejects and the end of the time, the first to lock the row decides; the
 * others find it decided.
 *
 * @throws AppError PERMISSION_DENIED `REFUND_OWN_REQUEST`, FAILED_PRECONDITION when it is decided otherwise
 */
export function approveRefund(tx: TxDeps, tenant: Tenant, id: string, decider: Decider): Promise<string> {
  return decide(tx, tenant, id, (approval, now) => approve(approval, decider, now));
}

/** WAITING → REJECTED; who asked for it may reject it, and so take it back. {@link endRejected} gives the money back. */
export function rejectRefund(tx: TxDeps, tenant: Tenant, id: string, userId: string): Promise<string> {
  return decide(tx, tenant, id, (approval, now) => reject(approval, userId, now));
}

async function decide(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  judge: (approval: Approval, now: Date) => DecisionResult,
): Promise<string> {
  const refund = await lockRefund(tx.db, tenant, tx.sealer, id);
  if (!refund || refund.step === 'TAKE_BACK') throw refundNotFound();
  if (!refund.approval) throw approvalNotNeeded();
  if (refund.step === 'RESERVE') throw refundInFlight();
  const result = judge(refund.approval, tx.clock.now(tenant));
  if (result.kind === 'OWN_REQUEST') throw ownRequest();
  if (result.kind === 'DECIDED') throw approvalDecided(result.status);
  if (result.kind === 'CHANGED') {
    const { changed, runAt } = decided(tx, tenant, refund, result.approval);
    await saveRefund(tx.db, tenant, tx.sealer, refund, changed, runAt);
  }
  return id;
}

/** A refund as a decision leaves it: one that waits on is due when its waiting ends, the others at once. */
function decided({ clock }: TxDeps, tenant: Tenant, refund: Refund, approval: Approval) {
  const now = clock.now(tenant);
  const real = clock.real();
  if (approval.status === 'WAITING') {
    const leftMs = waitsUntil(approval).getTime() - now.getTime();
    return { changed: { ...refund, approval, updatedAt: now }, runAt: new Date(real.getTime() + leftMs) };
  }
  const step = approval.status === 'APPROVED' ? 'SEND' : 'APPROVE';
  // How long its outcome is unknown counts from here.
  return {
    changed: { ...refund, approval, step, attempts: 0, requestedAt: real, updatedAt: now } as const,
    runAt: real,
  };
}

/**
 * Gives back the money of a refund that was rejected; while the ledger is away it is answered as it is, PENDING and
 * REJECTED, and the job ends it.
 */
export async function endRejected(deps: Deps, tenant: Tenant, id: string): Promise<Refund> {
  const refund = await findRefund(deps.db, tenant, deps.sealer, id);
  if (!refund) throw refundNotFound();
  try {
    return await runApprovalStep(deps, tenant, refund);
  } catch (err) {
    deps.log.warn({ err, refundId: id }, 'the money of a rejected refund is still held, the job goes on with it');
    return refund;
  }
}

/**
 * What a job does with a refund at APPROVE: its time ends, one without an approver fails, and one that was confirmed by who
 * is alone is sent after its delay.
 */
export async function runApprovalStep(deps: Deps, tenant: Tenant, refund: Refund): Promise<Refund> {
  if (refund.step !== 'APPROVE') return refund;
  const current = await transact(deps, (tx) => endWaiting(tx, tenant, refund));
  const status = current.step === 'APPROVE' ? current.approval?.status : undefined;
  if (status !== 'REJECTED' && status !== 'EXPIRED') return current;
  const failure = { failureReason: `APPROVAL_${status}`, providerCode: undefined } as const;
  return concludeRefund(deps, tenant, current, { status: 'FAILED', reference: undefined, ...failure });
}

async function endWaiting(tx: TxDeps, tenant: Tenant, { id }: Refund): Promise<Refund> {
  const refund = await lockRefund(tx.db, tenant, tx.sealer, id);
  if (!refund) throw new Error(`refund ${id} vanished`);
  // A process that has not read the store's clock yet is early: it comes again when its lease ends.
  const isHere = refund.step === 'APPROVE' && refund.approval;
  const approval = isHere ? afterWaiting(isHere, tx.clock.now(tenant)) : undefined;
  if (!approval) return refund;
  const { changed, runAt } = decided(tx, tenant, refund, approval);
  await saveRefund(tx.db, tenant, tx.sealer, refund, changed, runAt);
  return changed;
}

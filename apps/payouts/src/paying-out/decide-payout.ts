import type { PayoutFailureReason, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import {
  afterWaiting,
  approve,
  isRefusal,
  reject,
  type Approval,
  type Decider,
  type DecisionResult,
} from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import { decided, type ActivePayout } from '../payouts/payout';
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
  // The locked check below refuses the others.
  const isAllowed = payout?.approval && approve(payout.approval, decider, deps.clock.now(tenant)).kind === 'CHANGED';
  if (isAllowed) await checkSendable(deps, tenant, payout);
}

async function checkSendable(deps: Deps, tenant: Tenant, { kind, target }: ActivePayout): Promise<void> {
  const settings = await findStoreSettings(deps.db, tenant, deps.sealer);
  if (!settings) throw storeNotConfigured();
  await requireSendable(deps, tenant, kind, target, settings);
}

/**
 * WAITING → APPROVED: the job sends it from then on, as any other payout. Where its own person is alone it is confirmed, and
 * waits until it is sent. Of an approver, one who rejects and the end of the time, the first to lock the row decides; the
 * others find it decided.
 *
 * @throws AppError PERMISSION_DENIED `PAYOUT_OWN_REQUEST`, FAILED_PRECONDITION when it is decided otherwise
 */
export async function approvePayout(tx: TxDeps, tenant: Tenant, id: string, decider: Decider): Promise<string> {
  return decide(tx, tenant, id, (approval, now) => approve(approval, decider, now));
}

/** WAITING → REJECTED; who asked for it may reject it, and so take it back. {@link endRejected} gives the money back. */
export async function rejectPayout(tx: TxDeps, tenant: Tenant, id: string, userId: string): Promise<string> {
  return decide(tx, tenant, id, (approval, now) => reject(approval, userId, now));
}

async function decide(
  { db, clock, sealer }: TxDeps,
  tenant: Tenant,
  id: string,
  judge: (approval: Approval, now: Date) => DecisionResult,
): Promise<string> {
  const payout = await lockPayout(db, tenant, sealer, id);
  if (!payout || payout.step === 'TAKE_BACK') throw decidedPayoutNotFound();
  if (!payout.approval) throw approvalNotNeeded();
  if (payout.step === 'RESERVE') throw payoutInFlight();
  const now = clock.now(tenant);
  const result = judge(payout.approval, now);
  if (result.kind === 'OWN_REQUEST') throw ownRequest();
  if (result.kind === 'DECIDED') throw approvalDecided(result.status);
  if (result.kind === 'CHANGED') {
    await savePayout(db, tenant, payout, decided(payout, result.approval, { now, real: clock.real() }));
  }
  return id;
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

/**
 * What a job does with a payout at APPROVE: its time ends, one without an approver fails, and one that was confirmed by who
 * is alone is sent after its delay.
 */
export async function runApprovalStep(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<ActivePayout> {
  if (payout.step !== 'APPROVE') return payout;
  const due = payout.approval && afterWaiting(payout.approval, deps.clock.now(tenant));
  const refusal = due?.status === 'APPROVED' ? await findRefusal(deps, tenant, payout) : undefined;
  const current = await transact(deps, (tx) => endWaiting(tx, tenant, payout, refusal));
  if (current.step === 'SEND' && current.refusal !== undefined) return failRefused(deps, tenant, current);
  const status = current.step === 'APPROVE' ? current.approval?.status : undefined;
  if (status !== 'REJECTED' && status !== 'EXPIRED') return current;
  const failureReason = `APPROVAL_${status}` as const;
  return concludePayout(deps, tenant, current, { status: 'FAILED', failureReason, providerCode: undefined });
}

/** Why the key of a payout that was confirmed cannot have it any more; undefined: it can. Anything else is tried again. */
async function findRefusal(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<PayoutFailureReason | undefined> {
  try {
    await checkSendable(deps, tenant, payout);
    return undefined;
  } catch (error) {
    const reason = isRefusal(error) ? keyRefusals[error.reason] : undefined;
    if (reason === undefined) throw error;
    return reason;
  }
}

const keyRefusals: Readonly<Record<string, PayoutFailureReason>> = {
  PIX_KEY_NOT_OWN: 'OWNER_MISMATCH',
  PIX_KEY_OWNER_UNKNOWN: 'OWNER_MISMATCH',
  BR_CODES_NOT_PAID: 'INVALID_KEY',
  BANK_ACCOUNTS_NOT_PAID: 'ACCOUNT_CHANGED',
  PIX_KEY_UNKNOWN: 'INVALID_KEY',
};

/** Ends what is refused for certain: it is not sent, or not sent again, and its money comes back. */
export function failRefused(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<ActivePayout> {
  const { refusal: failureReason = 'UNKNOWN', providerCode } = payout;
  return concludePayout(deps, tenant, payout, { status: 'FAILED', failureReason, providerCode });
}

/** With a `refusal` one whose delay is over is not sent: it is written first, so that a crash before the release sends nothing. */
async function endWaiting(
  { db, clock, sealer }: TxDeps,
  tenant: Tenant,
  { id }: ActivePayout,
  refusal: PayoutFailureReason | undefined,
): Promise<ActivePayout> {
  const payout = await lockPayout(db, tenant, sealer, id);
  if (!payout) throw new Error(`payout ${id} vanished`);
  const now = clock.now(tenant);
  // A process that has not read the store's clock yet is early: it comes again when its lease ends.
  const approval = payout.step === 'APPROVE' && payout.approval ? afterWaiting(payout.approval, now) : undefined;
  if (!approval) return payout;
  const ended = decided(payout, approval, { now, real: clock.real() });
  // Its lease: this worker gives the money back.
  const isOver = approval.status === 'EXPIRED' || refusal !== undefined;
  const leased = isOver ? { ...ended, runAt: payout.runAt, refusal } : ended;
  await savePayout(db, tenant, payout, leased);
  return leased;
}

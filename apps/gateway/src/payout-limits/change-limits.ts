import { invalidArgument, toTenant, type CrossTenant, type StoreScope, type Tenant } from '@pitanga/core';
import { transact, type Inside } from '@pitanga/database';
import type { Origin } from '../access/origin';
import { appendAudit } from '../audit/audit-log';
import type { Cause } from '../audit/cause';
import { findConfirmation } from '../members/second-person';
import { writeStore, type StoreTools } from '../stores/change-store';
import { storeNotFound } from '../stores/store-errors';
import { findStore, lockStore } from '../stores/store-repository';
import type { UseCaseDeps } from '../use-case-deps';
import { confirmableMs, isOpen, loosensAfterMs, type LimitChange } from './limit-change';
import {
  findLimitChange,
  findOpenLimitChange,
  insertLimitChange,
  listDueLimitChanges,
  saveLimitChange,
} from './limit-change-repository';
import {
  applyPatch,
  changedNames,
  isLooser,
  limitNames,
  limitParts,
  pickLimits,
  type LimitName,
  type LimitPatch,
  type LimitState,
} from './payout-limits';
import { limitChangeEnded, limitChangeNotFound, ownLimitChange } from './payout-limits-errors';
import { findPayoutLimits, savePayoutLimits } from './payout-limits-repository';

export type LimitTxDeps = Inside<StoreTools>;

/** A person who changes limits: never a key. */
export interface LimitCaller {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly requestId: string;
  readonly from?: Origin | undefined;
}

/**
 * Changes limits at once where nothing gets looser; else asks for the change, which takes another person, or what stands
 * for one, and a day. What gets stricter ends a change that is under way, and so what was asked before it.
 *
 * @throws AppError INVALID_ARGUMENT when nothing changes, ALREADY_EXISTS `LIMIT_CHANGE_OPEN`
 */
export async function changeLimits(tx: LimitTxDeps, caller: LimitCaller, patch: LimitPatch): Promise<LimitChange> {
  const { tenant, userId } = caller;
  const before = await lockLimits(tx, tenant);
  const after = applyPatch(before, patch);
  const names = changedNames(before, after);
  if (names.length === 0) throw invalidArgument('The store has these limits already');
  const now = tx.clock.real();
  const asked = {
    id: tx.ids.next('limitChange', now),
    devMode: tenant.devMode,
    patch: pickLimits(after, names),
    before: pickLimits(before, names),
    askedBy: userId,
    askedAt: now,
    confirmedBy: undefined,
    confirmedAt: undefined,
    expiresAt: new Date(now.getTime() + confirmableMs),
    endedBy: undefined,
    endedAt: undefined,
    from: caller.from,
  };
  if (!isLooser(before, after)) {
    const open = await findOpenLimitChange(tx.db, tenant, tx.sealer);
    if (open) await endChange(tx, caller, open, 'CANCELLED');
    const change: LimitChange = { ...asked, status: 'APPLIED', confirmation: 'NONE', worksAt: now };
    await insertLimitChange(tx.db, tenant, tx.sealer, change);
    await writeLimits(tx, caller, { before, after, names, change });
    return change;
  }
  const { kind } = await findConfirmation(tx.db, tenant, 'STORE:UPDATE', new Set([userId]));
  const change: LimitChange = {
    ...asked,
    confirmation: kind,
    ...(kind === 'SECOND_PERSON'
      ? { status: 'WAITING', worksAt: undefined }
      : { status: 'SCHEDULED', worksAt: new Date(now.getTime() + loosensAfterMs) }),
  };
  await insertLimitChange(tx.db, tenant, tx.sealer, change);
  await auditLimits(tx, caller, 'payout_limits.change_asked', { before, after, names, change });
  return change;
}

/** A repeat of the person who confirmed answers the change. */
export async function confirmLimitChange(tx: LimitTxDeps, caller: LimitCaller, id: string): Promise<LimitChange> {
  const { userId } = caller;
  const { before, change } = await lockChange(tx, caller, id);
  if (change.confirmation !== 'SECOND_PERSON') throw limitChangeEnded();
  if (change.askedBy === userId) throw ownLimitChange();
  if (change.confirmedBy === userId) return change;
  const now = tx.clock.real();
  if (change.status !== 'WAITING' || now >= change.expiresAt) throw limitChangeEnded();
  const confirmed: LimitChange = {
    ...change,
    status: 'SCHEDULED',
    confirmedBy: userId,
    confirmedAt: now,
    worksAt: new Date(now.getTime() + loosensAfterMs),
    from: caller.from,
  };
  await saveLimitChange(tx.db, caller.tenant, tx.sealer, confirmed);
  const after = applyPatch(before, change.patch);
  const names = changedNames(before, after);
  await auditLimits(tx, caller, 'payout_limits.change_confirmed', { before, after, names, change });
  return confirmed;
}

/** Of everybody who may change limits, while it is not in force; a repeat answers the change. */
export async function cancelLimitChange(tx: LimitTxDeps, caller: LimitCaller, id: string): Promise<LimitChange> {
  const { change } = await lockChange(tx, caller, id);
  if (change.status === 'CANCELLED') return change;
  if (!isOpen(change)) throw limitChangeEnded();
  return endChange(tx, caller, change, 'CANCELLED');
}

const changesAtOnce = 100;

/**
 * Puts in force what is due, and ends what was not confirmed in time. Each is a transaction under the lock of its store,
 * which looks again: any number of processes may do it at once, and after a crash.
 */
export async function applyDueLimitChanges(
  deps: UseCaseDeps & StoreTools & { readonly tools: StoreTools },
  all: CrossTenant,
): Promise<readonly StoreScope[]> {
  const due = await listDueLimitChanges(deps.db, all, deps.clock.real(), changesAtOnce);
  for (const { storeId, id } of due) {
    const requestId = deps.ids.next('request', deps.clock.real());
    await transact(deps, (tx) => applyDue(tx, { storeId }, id, requestId));
  }
  return due;
}

async function applyDue(tx: LimitTxDeps, scope: StoreScope, id: string, requestId: string): Promise<void> {
  if (!(await lockStore(tx.db, scope))) throw storeNotFound();
  const change = await findLimitChange(tx.db, scope, tx.sealer, id);
  if (!change || !isOpen(change)) return;
  const now = tx.clock.real();
  const tenant = toTenant(scope.storeId, change.devMode);
  const caller = { tenant, userId: change.confirmedBy ?? change.askedBy, requestId };
  if (change.status === 'WAITING') {
    if (now >= change.expiresAt) await endChange(tx, caller, change, 'EXPIRED');
    return;
  }
  if (!change.worksAt || now < change.worksAt) return;
  const before = await readLimits(tx, tenant);
  const after = applyPatch(before, change.patch);
  const names = limitNames.filter((name) => change.patch[name] !== undefined);
  // The operator, or another route, has changed what it was asked of.
  if (JSON.stringify(pickLimits(before, names)) !== JSON.stringify(change.before)) {
    await endChange(tx, caller, change, 'EXPIRED');
    return;
  }
  await saveLimitChange(tx.db, scope, tx.sealer, { ...change, status: 'APPLIED', endedAt: now });
  await writeLimits(tx, caller, { before, after, names, change });
}

async function endChange(
  tx: LimitTxDeps,
  { tenant, userId, requestId, from }: LimitCaller,
  change: LimitChange,
  status: 'CANCELLED' | 'EXPIRED',
): Promise<LimitChange> {
  const endedBy = status === 'CANCELLED' ? userId : undefined;
  const ended: LimitChange = { ...change, status, endedBy, endedAt: tx.clock.real(), from: from ?? change.from };
  await saveLimitChange(tx.db, tenant, tx.sealer, ended);
  await appendAudit(tx, tenant, {
    ...toCause(userId, requestId),
    action: status === 'CANCELLED' ? 'payout_limits.change_cancelled' : 'payout_limits.change_expired',
    target: { type: 'payout_limit_change', id: change.id },
    devMode: change.devMode,
  });
  return ended;
}

interface Changed {
  readonly before: LimitState;
  readonly after: LimitState;
  readonly names: readonly LimitName[];
  readonly change: LimitChange;
}

async function writeLimits(tx: LimitTxDeps, caller: LimitCaller, changed: Changed): Promise<void> {
  const { tenant } = caller;
  const { after, names } = changed;
  const { payoutApprovalAbove, ...limits } = after;
  if (names.some((name) => name !== 'payoutApprovalAbove')) {
    const { version } = await findPayoutLimits(tx.db, tenant, tx.sealer);
    await savePayoutLimits(tx.db, tenant, tx.sealer, { ...limits, version: version + 1 }, tx.clock.real());
  }
  if (names.includes('payoutApprovalAbove')) {
    await writeStore(tx, tenant, (store) => ({ ...store, payoutApprovalAbove }));
  }
  await auditLimits(tx, caller, 'payout_limits.changed', changed);
}

async function auditLimits(
  tx: LimitTxDeps,
  { tenant, userId, requestId }: LimitCaller,
  action: string,
  { before, after, names, change }: Changed,
): Promise<void> {
  await appendAudit(tx, tenant, {
    ...toCause(userId, requestId),
    action,
    target: { type: 'payout_limit_change', id: change.id },
    devMode: change.devMode,
    before: limitParts(before, names),
    after: limitParts(after, names),
  });
}

function toCause(userId: string, requestId: string): Cause {
  return { actor: { kind: 'USER', id: userId }, requestId };
}

async function lockChange(
  tx: LimitTxDeps,
  { tenant }: LimitCaller,
  id: string,
): Promise<{ readonly before: LimitState; readonly change: LimitChange }> {
  if (!(await lockStore(tx.db, tenant))) throw storeNotFound();
  const change = await findLimitChange(tx.db, tenant, tx.sealer, id);
  if (!change) throw limitChangeNotFound();
  return { change, before: await readLimits(tx, { ...tenant, devMode: change.devMode }) };
}

async function lockLimits(tx: LimitTxDeps, tenant: Tenant): Promise<LimitState> {
  if (!(await lockStore(tx.db, tenant))) throw storeNotFound();
  return readLimits(tx, tenant);
}

/** What is in force; under the lock of the store. */
async function readLimits({ db, sealer }: LimitTxDeps, tenant: Tenant): Promise<LimitState> {
  const limits = await findPayoutLimits(db, tenant, sealer);
  const store = await findStore(db, tenant);
  return { ...limits, payoutApprovalAbove: store?.payoutApprovalAbove };
}

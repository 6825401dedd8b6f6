import type { Tenant } from '@pitanga/core';
import { sealedResponse, writeOnce, type Pool } from '@pitanga/database';
import type { CallContext } from '@pitanga/rpc';
import type { Origin } from '../access/origin';
import { keyedCall, storedJson } from '../stored-json';
import { tryToApply } from '../stores/change-store';
import { cancelLimitChange, changeLimits, confirmLimitChange, type LimitTxDeps } from './change-limits';
import type { LimitChange } from './limit-change';
import { findOpenLimitChange, listLimitChanges } from './limit-change-repository';
import { checkedPatch, type LimitPatch, type PayoutLimits } from './payout-limits';
import { findPayoutLimits } from './payout-limits-repository';
import { tryToTellLimits, type TellLimitsDeps } from './tell-limits';

/** A person, by a session. */
export interface LimitRequest {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly from?: Origin | undefined;
}

/** What may leave a store, for people. Writes happen once for an Idempotency-Key. */
export interface LimitOperations {
  /** The limits in force, and the change of the store that is under way. */
  get(request: {
    readonly tenant: Tenant;
  }): Promise<{ readonly limits: PayoutLimits; readonly isSet: boolean; readonly change: LimitChange | undefined }>;
  /** The newest hundred. */
  listChanges(request: { readonly tenant: Tenant }): Promise<readonly LimitChange[]>;
  /** @throws AppError INVALID_ARGUMENT when nothing changes, ALREADY_EXISTS `LIMIT_CHANGE_OPEN` */
  update(request: LimitRequest & { readonly patch: LimitPatch }, context: CallContext): Promise<LimitChange>;
  /** @throws AppError PERMISSION_DENIED `LIMIT_CHANGE_OWN`, FAILED_PRECONDITION `LIMIT_CHANGE_ENDED` */
  confirm(request: LimitRequest & { readonly id: string }, context: CallContext): Promise<LimitChange>;
  /** @throws AppError FAILED_PRECONDITION `LIMIT_CHANGE_ENDED` */
  cancel(request: LimitRequest & { readonly id: string }, context: CallContext): Promise<LimitChange>;
}

const changesShown = 100;

type LimitDeps = TellLimitsDeps & { readonly db: Pool; readonly tools: Pick<LimitTxDeps, 'clock' | 'ids' | 'sealer'> };

export function createLimitOperations(deps: LimitDeps): LimitOperations {
  const { db, sealer } = deps;
  async function write(
    { tenant, userId, from }: LimitRequest,
    context: CallContext,
    work: (tx: LimitTxDeps, caller: LimitRequest & { readonly requestId: string }) => Promise<LimitChange>,
  ): Promise<LimitChange> {
    // A change may name Pix keys.
    const codec = sealedResponse(sealer, tenant, context.idempotency, storedJson<LimitChange>());
    const { requestId } = context;
    const change = await writeOnce(deps, keyedCall(tenant, context), codec, (tx) =>
      work(tx, { tenant, userId, from, requestId }),
    );
    await tryToTellLimits(deps, tenant);
    await tryToApply(deps, tenant);
    return change;
  }

  return {
    get: async ({ tenant }) => {
      const { version, ...limits } = await findPayoutLimits(db, tenant, sealer);
      const isSet = version > 0 && Object.values(limits).some((limit) => limit !== undefined);
      return { limits, isSet, change: await findOpenLimitChange(db, tenant, sealer) };
    },
    listChanges: ({ tenant }) => listLimitChanges(db, tenant, sealer, changesShown),
    update: ({ patch, ...request }, context) =>
      write(request, context, (tx, caller) => changeLimits(tx, caller, checkedPatch(patch))),
    confirm: ({ id, ...request }, context) =>
      write(request, context, (tx, caller) => confirmLimitChange(tx, caller, id)),
    cancel: ({ id, ...request }, context) => write(request, context, (tx, caller) => cancelLimitChange(tx, caller, id)),
  };
}

import { toWire } from '@pitanga/contracts';
import type { AppError, Tenant } from '@pitanga/core';
import { fingerprintPixKey, isRefusal } from '@pitanga/provider-account';
import type { Deps } from '../deps';
import type { ActivePayout } from '../payouts/payout';
import { refusedMeanwhile } from '../payouts/payout-errors';
import { findActivePayout } from '../payouts/payout-queries';
import { deleteTakenBack, markTakenBack } from '../payouts/payout-repository';
import { movePayout } from './move-payout';

/**
 * RESERVE: holds the money of a payout, which is SEND or APPROVE next, and answers it. The ledger recognizes a repeat by
 * the id.
 *
 * @throws what the ledger threw; after a refusal nothing is left of the payout
 */
export async function reservePayout(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<ActivePayout> {
  try {
    await reserveHold(deps, tenant, payout);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return takeBackRefused(deps, tenant, payout, error);
  }
  const changes = { step: 'SEND', attempts: 0 } as const;
  const reserved = await movePayout(deps, tenant, payout, changes, deps.clock.real());
  // At TAKE_BACK or gone, another worker was refused and releases the hold, with it this one's.
  return reserved ?? findReserved(deps, tenant, payout, refusedMeanwhile());
}

/** TAKE_BACK: releases the hold, also one that comes late; only then removes the payout. */
export async function takeBackPayout({ db, clock, ids, ledger }: Deps, tenant: Tenant, id: string): Promise<void> {
  const context = { requestId: ids.next('request', clock.real()) };
  await ledger.releaseHold({ tenant, holdId: id, occurredAt: clock.now(tenant) }, context);
  await deleteTakenBack(db, tenant, id);
}

async function reserveHold(deps: Deps, tenant: Tenant, payout: ActivePayout): Promise<void> {
  const { db, sealer } = deps;
  const { target } = payout;
  const isTed = target.type === 'BANK_ACCOUNT';
  const isToOthers = payout.kind !== 'WITHDRAW' && !isTed;
  const beneficiary = isToOthers ? await fingerprintPixKey(db, tenant, sealer, target.key) : undefined;
  await deps.ledger.reserveHold(
    {
      tenant,
      holdId: payout.id,
      purpose: `HOLD_PURPOSE_${payout.kind}`,
      amountCents: payout.amountCents,
      feeCents: payout.platformFeeCents,
      occurredAt: payout.createdAt,
      description: payout.description,
      method: isTed ? 'PAYMENT_METHOD_TED' : undefined,
      externalId: payout.externalId,
      subAccountId: payout.subAccountId,
      accountOwner: payout.accountOwner && toWire('ACCOUNT_OWNER', payout.accountOwner),
      charge: undefined,
      customer: undefined,
      moneyOut: { beneficiary },
    },
    { requestId: deps.ids.next('request', deps.clock.real()) },
  );
}

/**
 * Throws the refusal; where another worker reserved the money in the meantime, answers that payout. It is marked first, so
 * that a crash leaves it to the job.
 */
async function takeBackRefused(
  deps: Deps,
  tenant: Tenant,
  payout: ActivePayout,
  refusal: AppError,
): Promise<ActivePayout> {
  const { id } = payout;
  if (!(await markTakenBack(deps.db, tenant, id))) return findReserved(deps, tenant, payout, refusal);
  try {
    await takeBackPayout(deps, tenant, id);
  } catch (err) {
    deps.log.warn({ err, payoutId: id }, 'a refused payout could not be taken back, the job goes on with it');
  }
  throw refusal;
}

async function findReserved(
  { db, sealer }: Deps,
  tenant: Tenant,
  { id }: ActivePayout,
  refusal: AppError,
): Promise<ActivePayout> {
  const payout = await findActivePayout(db, tenant, sealer, id);
  if (!payout || payout.step === 'TAKE_BACK') throw refusal;
  return payout;
}

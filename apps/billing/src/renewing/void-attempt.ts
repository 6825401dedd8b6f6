import { setTimeout as sleep } from 'node:timers/promises';
import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { CycleAttempt } from '../agreements/agreement';
import { attemptInFlight } from '../agreements/agreement-errors';
import { lockAttempt, saveAttempt } from '../agreements/agreement-repository';
import type { Charge } from '../charges/charge';
import { cancelledCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { saveChargeStatus } from '../charges/charge-repository';
import { lockCharge, type ChargeKey } from '../checkouts/locked-charge-repository';
import { findAdapter } from '../provider/providers';
import type { Deps, TxDeps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { findCycleOutcome } from './charge-cycle';
import type { CycleOutcome } from './cycle-charge';
import { recallDebit } from './recall-debit';
import { applyOutcome, toAttempt } from '../charging/send-card-charge';

export type VoidOutcome =
  { readonly outcome: 'VOIDED' } | { readonly outcome: 'PAID' | 'FAILED'; readonly cycle: CycleOutcome };

const pollMs = 50;
/** How long a caller waits for an attempt in flight at the provider. */
const waitMs = 8_000;

/**
 * Voids an attempt, so that it never charges, or returns its outcome. Waits for an attempt that may be in flight at the
 * provider; UNAVAILABLE when that takes too long, and at once when the payer's bank takes it back no more or the store has
 * no card account to ask.
 */
export async function voidAttempt(
  deps: Deps,
  tenant: Tenant,
  key: { readonly attemptId: string; readonly subscriptionId: string },
): Promise<VoidOutcome> {
  const until = deps.clock.real().getTime() + waitMs;
  for (;;) {
    const state = await transact(deps, (tx) => voidUnsent(tx, tenant, key));
    if (state === 'VOIDED') return { outcome: 'VOIDED' };
    if (state === 'UNKNOWN') await resolveUnknown(deps, tenant, key);
    else if (state !== 'IN_FLIGHT')
      return { outcome: state.outcome, cycle: await findCycleOutcome(deps, tenant, state.attempt, state.charge) };
    if (deps.clock.real().getTime() >= until) throw attemptInFlight();
    await sleep(pollMs);
  }
}

type State =
  | 'VOIDED'
  | 'UNKNOWN'
  | 'IN_FLIGHT'
  | {
      readonly outcome: 'PAID' | 'FAILED';
      readonly attempt: CycleAttempt;
      /** Absent when there was nothing to collect. */
      readonly charge: Charge | undefined;
    };

async function voidUnsent(tx: TxDeps, tenant: Tenant, key: Parameters<typeof voidAttempt>[2]): Promise<State> {
  const real = tx.clock.real();
  const attempt = await lockAttempt(tx.db, tenant, key, real);
  if (attempt.voidedAt) return 'VOIDED';
  if (attempt.checkoutId === undefined) {
    await saveAttempt(tx.db, tenant, { ...attempt, voidedAt: real });
    return 'VOIDED';
  }
  if (attempt.chargeId === undefined) return { outcome: 'PAID', attempt, charge: undefined };
  const charge = await findCharge(tx.db, tenant, attempt.chargeId);
  if (charge?.status === 'PENDING')
    return attempt.sendingUntil && attempt.sendingUntil > real ? 'IN_FLIGHT' : 'UNKNOWN';
  const isFailed = charge?.status === 'FAILED' || charge?.status === 'CANCELLED' || charge?.status === 'EXPIRED';
  return { outcome: isFailed ? 'FAILED' : 'PAID', attempt, charge };
}

/** No process is working on the attempt: reads its outcome from the provider. */
async function resolveUnknown(deps: Deps, tenant: Tenant, key: Parameters<typeof voidAttempt>[2]): Promise<void> {
  const attempt: CycleAttempt = await transact(deps, (tx) => lockAttempt(tx.db, tenant, key, tx.clock.real()));
  const charge = await findCharge(deps.db, tenant, attempt.chargeId ?? '');
  if (charge?.status !== 'PENDING') return;
  if (charge.method === 'PIX' && !tenant.devMode) return recallDebit(deps, tenant, key, charge);
  const card = findAdapter(await deps.findProviders(tenant), 'card', charge.provider);
  // The store's account was removed meanwhile: only the provider can say that nothing was charged.
  if (charge.method === 'CARD' && !card) throw providerNotConfigured('CARD');
  // Cancelled there first, so that nothing can charge it after it is cancelled here.
  const outcome = charge.method === 'CARD' ? await card?.cancelCardCharge(toAttempt(charge)) : undefined;
  if (outcome) await applyOutcome(deps, tenant, charge, outcome);
  else await transact(deps, (tx) => voidSent(tx, tenant, key, charge));
}

/** The provider never got the charge: cancels it, unless another process has claimed the attempt since. */
async function voidSent(
  tx: TxDeps,
  tenant: Tenant,
  key: Parameters<typeof voidAttempt>[2],
  sent: ChargeKey,
): Promise<void> {
  const real = tx.clock.real();
  const attempt = await lockAttempt(tx.db, tenant, key, real);
  if (attempt.voidedAt || (attempt.sendingUntil && attempt.sendingUntil > real)) return;
  const charge = (await lockCharge(tx.db, tenant, sent))?.charge;
  if (charge?.status !== 'PENDING') return;
  const cancelled = cancelledCharge(charge, tx.clock.now(tenant));
  await saveChargeStatus(tx.db, tenant, charge, cancelled);
  await saveAttempt(tx.db, tenant, { ...attempt, voidedAt: real });
  await appendEvents(tx.db, [chargeEvent('charge.cancelled', tx, tenant, cancelled, undefined)], real);
}

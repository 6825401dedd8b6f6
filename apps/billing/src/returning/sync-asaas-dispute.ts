import { saoPauloDay, type Tenant } from '@pitanga/core';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { sumUp, type AsaasChargeback } from '../asaas/asaas-disputes';
import { asaasName } from '../asaas/asaas-pix-provider';
import { findCharge } from '../charges/charge-queries';
import type { Deps } from '../deps';
import type { Dispute } from '../disputes/dispute';
import { findDisputesByReference } from '../disputes/dispute-repository';
import { requestAsaasSync } from '../syncs/asaas-sync-repository';
import type { SyncOutcome } from '../syncs/sync';
import { followDispute } from './follow-dispute';

/**
 * Reads whether a card's charge is disputed at Asaas. One dispute of ours is all chargebacks of its sale that are open at the
 * same time: each installment may have one.
 */
export async function syncAsaasDispute(
  deps: Deps,
  tenant: Tenant,
  adapter: AsaasAdapter,
  chargeId: string,
): Promise<SyncOutcome> {
  const charge = await findCharge(deps.db, tenant, chargeId);
  if (!charge) return { kind: 'SETTLED' };
  const told = await adapter.disputes.read(chargeId, charge.status === 'UNDER_DISPUTE');
  const references = told.map(({ reference }) => reference);
  const known = await findDisputesByReference(deps.db, tenant, asaasName, references);
  const ours = [...known.values()].find(({ status }) => status === 'OPEN');
  const current = told.filter((one) => !isOver(one, known));
  const [first] = current;
  if (!first) return { kind: 'SETTLED' };
  const dueTimes = current.flatMap(({ state, dueBy }) => (dueBy && state === 'NEEDS_ANSWER' ? [dueBy.getTime()] : []));
  return followDispute(deps, tenant, ours, {
    ...first,
    provider: asaasName,
    reference: ours?.reference ?? first.reference,
    chargeId,
    state: sumUp(current),
    dueBy: dueTimes.length > 0 ? new Date(Math.min(...dueTimes)) : (ours?.dueBy ?? first.dueBy),
  });
}

/** Whether a dispute that was decided here was of this one, too: all that are open at the same time are one. */
function isOver({ reference, state, openedOn = '' }: AsaasChargeback, known: ReadonlyMap<string, Dispute>): boolean {
  const own = known.get(reference);
  if (own) return own.status !== 'OPEN';
  const isDecided = state === 'WON' || state === 'LOST';
  return isDecided && [...known.values()].some(({ closedAt }) => closedAt && openedOn <= saoPauloDay(closedAt));
}

/** Asks for a read of the charges whose dispute waits for an answer and is not known here: its event was lost. */
export async function sweepAsaasDisputes(deps: Deps, tenant: Tenant, adapter: AsaasAdapter): Promise<void> {
  const waiting = await adapter.disputes.listWaiting();
  const references = waiting.map(({ reference }) => reference);
  const known = await findDisputesByReference(deps.db, tenant, asaasName, references);
  for (const { paymentId } of waiting.filter(({ reference }) => !known.has(reference))) {
    const objectId = await adapter.disputes.findReference(paymentId);
    // Others make payments in the same account.
    if (objectId === undefined || !(await findCharge(deps.db, tenant, objectId))) continue;
    await requestAsaasSync(deps.db, tenant, { kind: 'PAYMENT', objectId }, deps.clock.real());
  }
}

import type { Tenant } from '@pitanga/core';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { sumUp } from '../asaas/asaas-disputes';
import { asaasName } from '../asaas/asaas-pix-provider';
import { findCharge } from '../charges/charge-queries';
import type { Deps } from '../deps';
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
  const closed = (reference: string): boolean => (known.get(reference)?.status ?? 'OPEN') !== 'OPEN';
  const current = told.filter(({ reference }) => !closed(reference));
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

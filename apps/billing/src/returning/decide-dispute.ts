import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { decidedCharge, disputedCharge, refundableAmount } from '../charges/charge-life';
import { saveChargeStatus } from '../charges/charge-repository';
import { endOffer } from '../closing/end-offer';
import type { TxDeps } from '../deps';
import type { Dispute } from '../disputes/dispute';
import { noOpenDispute, notDisputable, nothingToDispute, refundUnderWay } from '../disputes/dispute-errors';
import { closeDispute, insertDispute } from '../disputes/dispute-repository';
import { chargeDisputeEvent } from '../messages/charge-events';
import { disputeEvent } from '../messages/dispute-events';
import { findPendingRefund } from '../refunds/refund-queries';
import { lockReturned, type ReturnedCharge } from './lock-returned';

/** What the provider of a charge says of its dispute. */
export type ToldDispute = Pick<
  Dispute,
  'provider' | 'reference' | 'answerState' | 'reasonCode' | 'providerCode' | 'dueBy'
>;

const simulatedDays = 7;

function simulated(at: Date): ToldDispute {
  return {
    provider: 'simulated',
    reference: undefined,
    answerState: 'NEEDS_ANSWER',
    reasonCode: 'GENERAL',
    providerCode: undefined,
    dueBy: new Date(at.getTime() + simulatedDays * 86_400_000),
  };
}

/**
 * PAID → UNDER_DISPUTE. The refunded part of a charge is not disputed; the ledger blocks the rest when it reads the
 * event.
 */
export async function openDispute(
  tx: TxDeps,
  tenant: Tenant,
  input: { readonly chargeId: string; readonly reason: string | undefined; readonly told?: ToldDispute },
): Promise<Charge> {
  const { charge: paid, checkout, customer } = await lockDisputed(tx, tenant, input.chargeId);
  // The store would dispute a payment of its own.
  if (paid.origin === 'TOP_UP') throw chargeNotFound();
  if (paid.method === 'FREE') throw nothingToDispute();
  if (paid.status !== 'PAID') throw notDisputable(paid.status);
  if (await findPendingRefund(tx.db, tenant, tx.sealer, paid.id)) throw refundUnderWay();
  const at = tx.clock.now(tenant);
  const charge = disputedCharge(paid, at);
  const dispute: Dispute = {
    id: tx.ids.next('dispute', at),
    chargeId: charge.id,
    status: 'OPEN',
    amountCents: refundableAmount(paid),
    reason: input.reason,
    openedAt: at,
    closedAt: undefined,
    ...(input.told ?? simulated(at)),
  };
  await saveChargeStatus(tx.db, tenant, paid, charge);
  await insertDispute(tx.db, tenant, dispute);
  await endOffer(tx, tenant, checkout, charge);
  const subject = { charge, checkout, customer, ...eventFields(dispute) };
  const disputed = chargeDisputeEvent('charge.disputed', tx, tenant, subject);
  await appendEvents(tx.db, [disputed, disputeEvent('dispute.opened', tx.ids, tenant, dispute)], tx.clock.real());
  return charge;
}

/** UNDER_DISPUTE → PAID when the merchant won, CHARGED_BACK when the payer did. */
export async function decideDispute(
  tx: TxDeps,
  tenant: Tenant,
  input: { readonly chargeId: string; readonly outcome: 'WON' | 'LOST' },
): Promise<Charge> {
  const { charge: disputed, checkout, customer } = await lockDisputed(tx, tenant, input.chargeId);
  const at = tx.clock.now(tenant);
  const dispute = await closeDispute(tx.db, tenant, disputed.id, input.outcome, at);
  if (!dispute) throw noOpenDispute();
  const charge = decidedCharge(disputed, input.outcome, at);
  await saveChargeStatus(tx.db, tenant, disputed, charge);
  const type = input.outcome === 'WON' ? 'charge.dispute_won' : 'charge.dispute_lost';
  const subject = { charge, checkout, customer, ...eventFields(dispute) };
  const decided = chargeDisputeEvent(type, tx, tenant, subject);
  await appendEvents(tx.db, [decided, disputeEvent('dispute.closed', tx.ids, tenant, dispute)], tx.clock.real());
  return charge;
}

function eventFields({ id, reason, amountCents }: Dispute) {
  return { disputeId: id, reason, amountCents };
}

async function lockDisputed(tx: TxDeps, tenant: Tenant, chargeId: string): Promise<ReturnedCharge> {
  const locked = await lockReturned(tx, tenant, chargeId);
  if (!locked) throw chargeNotFound();
  return locked;
}

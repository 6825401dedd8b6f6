import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { decidedCharge, disputedCharge, refundableAmount } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { lockCharge, saveChargeStatus } from '../charges/charge-repository';
import type { Checkout } from '../checkouts/checkout';
import { lockCheckout } from '../checkouts/checkout-repository';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, TxDeps } from '../deps';
import type { Dispute } from '../disputes/dispute';
import { noOpenDispute, notDisputable, refundUnderWay } from '../disputes/dispute-errors';
import { closeDispute, insertDispute } from '../disputes/dispute-repository';
import { chargeDisputeEvent } from '../messages/charge-events';
import { disputeEvent } from '../messages/dispute-events';
import { findPendingRefund } from '../refunds/refund-queries';

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

interface Disputed {
  readonly charge: Charge;
  readonly checkout: Checkout | undefined;
  readonly customer: Customer | undefined;
}

/**
 * PAID → UNDER_DISPUTE. The refunded part of a charge is not disputed; the ledger blocks the rest when it reads the
 * event.
 */
export async function openDispute(
  deps: Deps,
  tenant: Tenant,
  input: { readonly chargeId: string; readonly reason: string | undefined; readonly told?: ToldDispute },
): Promise<Charge> {
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const { charge: paid, checkout, customer } = await lockDisputed(tx, tenant, input.chargeId);
    if (paid.status !== 'PAID') throw notDisputable(paid.status);
    if (await findPendingRefund(db, tenant, deps.sealer, paid.id)) throw refundUnderWay();
    const at = deps.clock.now(tenant);
    const charge = disputedCharge(paid, at);
    const dispute: Dispute = {
      id: deps.ids.next('dispute', at),
      chargeId: charge.id,
      status: 'OPEN',
      amountCents: refundableAmount(paid),
      reason: input.reason,
      openedAt: at,
      closedAt: undefined,
      ...(input.told ?? simulated(at)),
    };
    await saveChargeStatus(db, tenant, paid, charge);
    await insertDispute(db, tenant, dispute);
    const subject = { charge, checkout, customer, ...eventFields(dispute) };
    const disputed = chargeDisputeEvent('charge.disputed', deps, tenant, subject);
    await appendEvents(db, [disputed, disputeEvent('dispute.opened', deps.ids, tenant, dispute)], deps.clock.real());
    return charge;
  });
}

/** UNDER_DISPUTE → PAID when the merchant won, CHARGED_BACK when the payer did. */
export async function decideDispute(
  deps: Deps,
  tenant: Tenant,
  input: { readonly chargeId: string; readonly outcome: 'WON' | 'LOST' },
): Promise<Charge> {
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const { charge: disputed, checkout, customer } = await lockDisputed(tx, tenant, input.chargeId);
    const at = deps.clock.now(tenant);
    const dispute = await closeDispute(db, tenant, disputed.id, input.outcome, at);
    if (!dispute) throw noOpenDispute();
    const charge = decidedCharge(disputed, input.outcome, at);
    await saveChargeStatus(db, tenant, disputed, charge);
    const type = input.outcome === 'WON' ? 'charge.dispute_won' : 'charge.dispute_lost';
    const subject = { charge, checkout, customer, ...eventFields(dispute) };
    const decided = chargeDisputeEvent(type, deps, tenant, subject);
    await appendEvents(db, [decided, disputeEvent('dispute.closed', deps.ids, tenant, dispute)], deps.clock.real());
    return charge;
  });
}

function eventFields({ id, reason, amountCents }: Dispute) {
  return { disputeId: id, reason, amountCents };
}

/** Lock order: checkout, then charge. */
async function lockDisputed(deps: TxDeps, tenant: Tenant, chargeId: string): Promise<Disputed> {
  const found = await findCharge(deps.db, tenant, chargeId);
  if (!found) throw chargeNotFound();
  const checkout = found.checkoutId === undefined ? undefined : await lockCheckout(deps.db, tenant, found.checkoutId);
  const charge = await lockCharge(deps.db, tenant, chargeId);
  if (!charge) throw chargeNotFound();
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
  return { charge, checkout, customer };
}

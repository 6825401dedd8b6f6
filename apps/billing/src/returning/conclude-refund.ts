import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { canMove } from '../charges/charge';
import { refundedCharge } from '../charges/charge-life';
import { saveRefundedCharge } from '../charges/charge-repository';
import { endOffer } from '../closing/end-offer';
import { refundCheckout } from '../checkouts/checkout';
import { saveRefundedCheckout } from '../checkouts/checkout-repository';
import type { Deps, TxDeps } from '../deps';
import { chargeRefunded } from '../messages/charge-events';
import { checkoutRefunded } from '../messages/checkout-events';
import { overpaymentReturned, refundEvent, refundStopped } from '../messages/refund-events';
import { refundToWire } from '../messages/refund-wire';
import { findAccountKind } from '../provider/account-kind';
import type { RefundFailure, RefundReading } from '../provider/refund-reading';
import { needsKey, type Refund, type RefundStep } from '../refunds/refund';
import { lockRefund, saveRefund } from '../refunds/refund-repository';
import { lockReturned, type ReturnedCharge } from './lock-returned';

/**
 * Ends a refund with the provider's answer in hand. The ledger is called first and knows a repeat, so a crash between
 * the two leaves a refund that the job ends again. Only what is COMPLETE counts as refunded, and the charge and its
 * checkout are REFUNDED when nothing is left.
 */
export async function concludeRefund(
  deps: Deps,
  tenant: Tenant,
  refund: Refund,
  reading: RefundReading,
): Promise<Refund> {
  const at = deps.clock.now(tenant);
  const isComplete = reading.status === 'COMPLETE';
  const providerAccount = findSender(refund, reading);
  if (refund.kind === 'REQUESTED') {
    const hold = { tenant, holdId: refund.id, occurredAt: at };
    const context = { requestId: deps.ids.next('request', deps.clock.real()) };
    await (isComplete
      ? deps.ledger.settleHold({ ...hold, providerAccount }, context)
      : deps.ledger.releaseHold(hold, context));
  }
  const end = {
    status: isComplete ? 'COMPLETE' : 'FAILED',
    reference: reading.reference,
    failureReason: isComplete ? undefined : (reading.failureReason ?? 'UNKNOWN'),
    providerCode: isComplete ? undefined : reading.providerCode,
    updatedAt: at,
  } as const;
  return writeEnd(deps, tenant, refund, end, { sentBy: providerAccount });
}

/** A payment goes back by the account that has it; only what goes to a Pix key is sent by whichever sends payouts. */
function findSender({ rail, provider }: Refund, { sentBy }: RefundReading): string | undefined {
  return rail === 'TRANSFER' ? sentBy : findAccountKind(provider);
}

/** FAILS a refund whose hold was given up because the ledger would not set its money aside. */
export async function failTakenBack(deps: Deps, tenant: Tenant, refund: Refund, failure: RefundFailure): Promise<void> {
  const end = { status: 'FAILED', reference: undefined, ...failure, updatedAt: deps.clock.now(tenant) } as const;
  await writeEnd(deps, tenant, refund, end, { onlyAt: 'TAKE_BACK' });
}

/** Writes the end of a refund and what follows from it; one that has ended before, or left `onlyAt`, is answered. */
async function writeEnd(
  deps: Deps,
  tenant: Tenant,
  refund: Refund,
  end: Pick<Refund, 'status' | 'reference' | 'failureReason' | 'providerCode' | 'updatedAt'>,
  { onlyAt, sentBy }: { readonly onlyAt?: RefundStep; readonly sentBy?: string | undefined },
): Promise<Refund> {
  return transact(deps, async (tx) => {
    const subject = await lockReturned(tx, tenant, refund.chargeId);
    if (!subject) throw new Error(`refund ${refund.id} has no charge`);
    const current = await lockRefund(tx.db, tenant, tx.sealer, refund.id);
    if (current?.status !== 'PENDING') return current ?? refund;
    if (onlyAt !== undefined && current.step !== onlyAt) return current;
    const ended: Refund = { ...current, ...end, step: 'DONE' };
    await saveRefund(tx.db, tenant, tx.sealer, current, ended, tx.clock.real());
    await appendEvents(tx.db, await consequences(tx, tenant, ended, { ...subject, sentBy }), tx.clock.real());
    return ended;
  });
}

async function consequences(
  tx: TxDeps,
  tenant: Tenant,
  refund: Refund,
  subject: ReturnedCharge & { readonly sentBy: string | undefined },
): Promise<readonly OutboundEvent[]> {
  if (refund.status === 'FAILED') {
    const failed = refundStopped('refund.failed', tx, tenant, refund, subject);
    return needsKey(refund) ? [failed, refundStopped('refund.needs_key', tx, tenant, refund, subject)] : [failed];
  }
  const completed = refundEvent('refund.completed', tx, tenant, refund);
  if (refund.kind === 'OVERPAYMENT') return [completed, overpaymentReturned(tx, tenant, refund, subject)];
  return [completed, ...(await markRefunded(tx, tenant, refund, subject))];
}

async function markRefunded(
  tx: TxDeps,
  tenant: Tenant,
  refund: Refund,
  { charge: paid, checkout: before, customer }: ReturnedCharge,
): Promise<readonly OutboundEvent[]> {
  const { amountCents, reason, updatedAt } = refund;
  // A dispute is refused while a refund is under way; if there were one, the charge would show it, and the money is back.
  if (!canMove(paid.status, 'REFUNDED')) {
    tx.log.error({ chargeId: paid.id, status: paid.status }, 'a charge was refunded while it was not PAID');
  }
  const charge = refundedCharge(paid, amountCents, updatedAt);
  await saveRefundedCharge(tx.db, tenant, paid, charge);
  const told = { charge, customer, reason, refund: refundToWire(refund) };
  if (!before) return [chargeRefunded(tx, tenant, { ...told, checkout: undefined })];
  const checkout = refundCheckout(before, charge, amountCents, updatedAt);
  await saveRefundedCheckout(tx.db, tenant, before, checkout);
  if (charge.status === 'REFUNDED') await endOffer(tx, tenant, before, charge);
  const ofCharge = chargeRefunded(tx, tenant, { ...told, checkout });
  // A link's payments publish its record.
  const isItsPayment = before.paidChargeId === charge.id || charge.upsellItem !== undefined;
  return isItsPayment && before.frequency !== 'MULTIPLE_PAYMENTS'
    ? [ofCharge, checkoutRefunded(tx, tenant, { ...told, checkout })]
    : [ofCharge];
}

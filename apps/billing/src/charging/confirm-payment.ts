import type { OutboundEvent } from '@pitanga/contracts';
import type { Owned, Tenant } from '@pitanga/core';
import { transact, type Locked } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { chargeNotFound, chargeNotPayable } from '../charges/charge-errors';
import { payCharge } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { savePaidCharges, savePaidUnlocked, type PaidCharge } from '../charges/paid-charge-writer';
import { mergedMetadata } from '../charges/payment-metadata';
import { payCheckout, type Checkout } from '../checkouts/checkout';
import { cancelOpenCharges, lockCharges } from '../checkouts/locked-charge-repository';
import { savePaidCheckouts } from '../checkouts/owned-checkout-repository';
import { confirmRedemptions } from '../coupons/redemption-repository';
import type { Customer } from '../customers/customer';
import type { PaymentDeps, ReadDeps, Tools, TxDeps } from '../deps';
import { chargeEvent, topUpCompleted } from '../messages/charge-events';
import { checkoutPaid } from '../messages/checkout-events';
import { recordOverpayment } from '../returning/overpayment';
import { hasSimulatedDispute, scheduleSimulatedDispute } from '../returning/simulated-dispute';
import { activateAgreement } from './activate-agreement';
import { publishClosed } from '../closing/publish-closed';
import { attachClaimed, claimKeyPayment } from './claim-key-payment';
import { judgePayments, type Candidate, type Judged } from './judge-payments';
import { findOrCreatePayer, describePayer } from './payer';
import type { PaymentNotice } from './payment-notice';
import { replaceCode } from './replace-code';

/** What a payment did to its charge. */
export interface Confirmation {
  /** As it is now. */
  readonly charge: Charge;
  /** Absent unless this payment made the charge PAID. */
  readonly paid?: { readonly checkout: Checkout | undefined; readonly customer: Customer | undefined };
}

/**
 * The one path by which charges become PAID: the charges, their checkouts, customers made from payers and the events are
 * one transaction, and a repeated notice is a no-op. A payment that its charge cannot take (late, duplicate, another
 * amount) is recorded and returned by a refund of its own. Returns what became of each, in the order given; one that
 * throws undoes all.
 * @param payments of charges of any stores, each of another charge and checkout
 */
export async function confirmPayments(
  tx: TxDeps,
  payments: readonly Owned<PaymentNotice>[],
): Promise<readonly Confirmation[]> {
  const judged = await judgePayments(tx, await lockForPayments(tx, payments));
  const paid: LockedPaid[] = [];
  const confirmations: Confirmation[] = [];
  for (const one of judged) {
    if (one.verdict === 'ACCEPTED') {
      const accepted = toPaid(tx, one, await findOrCreatePayer(tx, one));
      const { charge, checkout, customer } = accepted;
      paid.push(accepted);
      confirmations.push({ charge, paid: { checkout, customer } });
    } else {
      confirmations.push({ charge: await reject(tx, one) });
    }
  }
  await save(tx, paid);
  return confirmations;
}

/** {@link confirmPayments} of one, in the transaction of the caller. */
export async function confirmPayment(tx: TxDeps, tenant: Tenant, notice: PaymentNotice): Promise<Charge> {
  const claim = await claimKeyPayment(tx, tenant, notice);
  if (claim.kind === 'SPENT') return requireCharge(tx, tenant, notice);
  const charge = (await confirmUnlocked(tx, tenant, notice)) ?? (await confirmLocked(tx, tenant, notice));
  if (claim.waiting) await attachClaimed(tx, claim.waiting, charge.id);
  return charge;
}

/** {@link confirmPayments} of one, in a transaction of its own unless one statement does. */
export async function confirmAtOnce(deps: PaymentDeps, tenant: Tenant, notice: PaymentNotice): Promise<Charge> {
  const paid = await confirmUnlocked(deps, tenant, notice);
  return paid ?? transact(deps, (tx) => confirmLocked(tx, tenant, notice));
}

async function requireCharge(tx: TxDeps, tenant: Tenant, { chargeId }: PaymentNotice): Promise<Charge> {
  const charge = await findCharge(tx.db, tenant, chargeId);
  if (!charge) throw chargeNotFound();
  return charge;
}

async function confirmLocked(tx: TxDeps, tenant: Tenant, notice: PaymentNotice): Promise<Charge> {
  const [confirmation] = await confirmPayments(tx, [{ tenant, ...notice }]);
  if (!confirmation) throw new Error(`the payment of charge ${notice.chargeId} has no outcome`);
  return confirmation.charge;
}

/**
 * {@link confirmPayments} of one in one statement and without locks, where a payment changes only a charge that the caller
 * has read as PENDING. The statement does nothing unless the charge still is, and nothing else decides the verdict: a
 * boleto, or a charge with `ensureSameTaxId`, may have a refused payment that only the lock shows.
 * @returns undefined, with nothing done, for a payment that needs the locks, and for one that is not accepted
 */
async function confirmUnlocked(deps: ReadDeps, tenant: Tenant, notice: PaymentNotice): Promise<Charge | undefined> {
  const { known: charge, card } = notice;
  if (charge?.status !== 'PENDING' || charge.checkoutId !== undefined) return undefined;
  if (charge.boleto || charge.ensureSameTaxId) return undefined;
  if (tenant.devMode && (await hasSimulatedDispute(deps, tenant, charge, card))) return undefined;
  const [judged] = await judgePayments(deps, [{ tenant, notice, charge, checkout: undefined }]);
  if (judged?.verdict !== 'ACCEPTED') return undefined;
  const paid = toPaid(deps, judged, judged.customer);
  return (await savePaidUnlocked(deps.db, paid, deps.clock.real())) ? paid.charge : undefined;
}

async function lockForPayments(
  tx: TxDeps,
  payments: readonly Owned<PaymentNotice>[],
): Promise<readonly Candidate<Locked<Charge>>[]> {
  const found: (Owned<PaymentNotice> & { readonly known: Charge })[] = [];
  for (const payment of payments) {
    const known = payment.known ?? (await findCharge(tx.db, payment.tenant, payment.chargeId));
    if (!known) throw chargeNotFound();
    found.push({ ...payment, known });
  }
  const charges = await lockCharges(
    tx.db,
    found.map(({ tenant, known: { id, checkoutId } }) => ({ tenant, id, checkoutId })),
  );
  return found.map(({ tenant, ...notice }) => {
    const locked = charges.get(notice.chargeId);
    if (!locked) throw chargeNotFound();
    return { tenant, notice, ...locked };
  });
}

/** An accepted payment, ready to be saved. */
interface Paid<C extends Charge> extends PaidCharge<C> {
  readonly notice: PaymentNotice;
  readonly checkout: Locked<Checkout> | undefined;
  readonly customer: Customer | undefined;
}

type LockedPaid = Paid<Locked<Charge>>;

function toPaid<C extends Charge>(tools: Tools, judged: Judged<C>, customer: Customer | undefined): Paid<C> {
  const { tenant, notice, payment, charge: before } = judged;
  const charge: Charge = {
    ...payCharge(before, payment, describePayer(tools, tenant, notice.payer, customer)),
    customerId: customer?.id,
    metadataJson: mergedMetadata(before.metadataJson, notice.metadataJson),
  };
  const checkout = judged.checkout && payCheckout(judged.checkout, charge);
  const events: OutboundEvent[] = [
    charge.origin === 'TOP_UP'
      ? topUpCompleted(tools, tenant, charge)
      : chargeEvent('charge.paid', tools, tenant, charge, customer),
  ];
  if (checkout) events.push(checkoutPaid(tools, tenant, checkout, charge, customer));
  return { tenant, notice, before, charge, checkout, customer, events };
}

/** Records a payment that the charge does not take; returns the charge as it is then. */
async function reject(
  tx: TxDeps,
  { tenant, notice, payment, charge, checkout, verdict, refusal }: Judged<Locked<Charge>>,
): Promise<Charge> {
  if (verdict === 'REPEAT' || verdict === 'ACCEPTED') return charge;
  if (notice.refusedWhenLate && verdict !== 'AMOUNT_MISMATCH') throw chargeNotPayable(statusAt(charge, payment.paidAt));
  const open: Charge = refusal === undefined ? charge : await replaceCode(tx, tenant, charge, notice.nextCode);
  await recordOverpayment(tx, tenant, { charge: open, checkout }, payment, verdict, refusal);
  return open;
}

async function save(tx: TxDeps, payments: readonly LockedPaid[]): Promise<void> {
  await savePaidCheckouts(
    tx.db,
    payments.flatMap(({ tenant, checkout }) => (checkout ? [{ tenant, checkout }] : [])),
  );
  for (const { tenant, charge, checkout, notice } of payments) {
    if (checkout) {
      await confirmRedemptions(tx.db, tenant, checkout, charge);
      await startSubscription(tx, tenant, checkout, charge);
    }
    await scheduleSimulatedDispute(tx, tenant, charge, notice.card);
  }
  // Last, because its events follow that of the subscription.
  await savePaidCharges(tx.db, payments, tx.clock.real());
  for (const { tenant, charge, checkout } of payments) {
    if (checkout?.frequency !== 'ONE_TIME') continue;
    const closed = await cancelOpenCharges(tx.db, tenant, checkout, charge.paidAt ?? charge.updatedAt, charge.id);
    await publishClosed(tx, tenant, closed);
  }
}

/** The first payment of a subscription checkout starts the subscription. */
async function startSubscription(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  charge: Charge,
): Promise<void> {
  const { subscriptionId } = charge;
  if (checkout.frequency !== 'SUBSCRIPTION' || subscriptionId === undefined) return;
  await activateAgreement(tx, tenant, { subscriptionId, checkout, charge });
}

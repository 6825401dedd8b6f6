import type { OutboundEvent } from '@pitanga/contracts';
import { maskTaxId, normalizeTaxId, type Cents, type Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { hasActiveAgreement } from '../agreements/agreement-repository';
import { payerRefusal, statusAt, type Charge, type Payer, type PayerRefusal } from '../charges/charge';
import { chargeNotFound, chargeNotPayable } from '../charges/charge-errors';
import { judgePayment, payCharge, type Payment, type PaymentVerdict } from '../charges/charge-life';
import { findCharge } from '../charges/charge-queries';
import { cancelOpenCharges, lockCharge, savePaidCharge } from '../charges/charge-repository';
import { mergedMetadata } from '../charges/payment-metadata';
import { canTakePayment, payCheckout, type Checkout } from '../checkouts/checkout';
import { lockCheckout, savePaidCheckout } from '../checkouts/checkout-repository';
import { confirmRedemptions } from '../coupons/redemption-repository';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Tools, TxDeps } from '../deps';
import { findOrCreateCustomer } from '../managing/customer-service';
import { chargeEvent } from '../messages/charge-events';
import { checkoutPaid } from '../messages/checkout-events';
import type { PaymentMethod } from '../money/fees';
import { derivePayerRef } from '../persons/person';
import { hasOverpayment } from '../refunds/refund-queries';
import { recordOverpayment } from '../returning/overpayment';
import { scheduleSimulatedDispute } from '../returning/simulated-dispute';
import { activateAgreement } from './activate-agreement';
import { publishClosed } from './expire-checkout';
import { replaceCode, type NextCode } from './replace-code';

/** A verified payment, as a provider or the simulator reports it. */
export interface PaymentNotice {
  readonly chargeId: string;
  /** The charge, if the caller has read it. */
  readonly known?: Charge | undefined;
  /** A boleto may be paid by its Pix code. */
  readonly rail: PaymentMethod;
  readonly amountCents: Cents;
  /** Identifies the payment: a repeat with the same reference is the same payment. */
  readonly reference: string;
  /** When the provider received it; absent means now. It decides whether the payment is in time. */
  readonly paidAt?: Date | undefined;
  readonly payer: { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;
  /** The code that takes the place of the paid one if the payer is refused; absent where it stays payable. */
  readonly nextCode?: NextCode | undefined;
  /** Joins the charge's metadata. */
  readonly metadataJson?: string | undefined;
  /** Refuses a late payment (simulations) instead of recording and returning it. */
  readonly refusedWhenLate?: boolean | undefined;
}

/**
 * The path by which a charge becomes PAID (`confirmCycles` is its short form for many cycles): the charge, its checkout, a customer made from the payer and the
 * events are one transaction, and a repeated notice is a no-op. A payment that the charge cannot take (late, duplicate,
 * another amount) is recorded and returned by a refund of its own. Lock order: checkout, then charge.
 */
export async function confirmPayment(tx: TxDeps, tenant: Tenant, notice: PaymentNotice): Promise<Charge> {
  const { checkout, charge } = await lockForPayment(tx, tenant, notice);
  const { rail, reference, amountCents } = notice;
  const payment = { rail, reference, amountCents, paidAt: notice.paidAt ?? tx.clock.now(tenant) };
  const judged = await judgeWithAgreement(tx, tenant, { charge, checkout }, judgeBoth(charge, checkout, payment));
  const refusal = judged === 'ACCEPTED' ? await judgePayer(tx, tenant, charge, notice) : undefined;
  const verdict = refusal === undefined ? judged : 'OTHER_PAYER';
  if (verdict === 'REPEAT') return charge;
  if (verdict === 'ACCEPTED' && (await isBeingReturned(tx, tenant, charge, payment))) return charge;
  if (verdict === 'ACCEPTED') return acceptPayment(tx, tenant, { charge, checkout, payment, notice });
  if (notice.refusedWhenLate && verdict !== 'AMOUNT_MISMATCH') throw chargeNotPayable(statusAt(charge, payment.paidAt));
  const open = refusal === undefined ? charge : await replaceCode(tx, tenant, charge, notice.nextCode);
  await recordOverpayment(tx, tenant, open, payment, verdict, refusal);
  return open;
}

/** A payment of an open charge is late if its checkout takes no payment any more. */
function judgeBoth(charge: Charge, checkout: Checkout | undefined, payment: Payment): PaymentVerdict {
  const verdict = judgePayment(charge, payment);
  return verdict === 'ACCEPTED' && checkout && !canTakePayment(checkout) ? 'LATE' : verdict;
}

async function judgePayer(
  tx: TxDeps,
  tenant: Tenant,
  charge: Charge,
  { payer }: PaymentNotice,
): Promise<PayerRefusal | undefined> {
  if (!charge.ensureSameTaxId || charge.devMode) return undefined;
  const customer = await findCustomerById(tx.db, tenant, tx.sealer, charge.customerId);
  return payerRefusal(charge, customer?.taxId, payer?.taxId);
}

/**
 * A payment refused once could match when it is reported again: the amount due of a boleto changes daily, and a bank may
 * name a payer later, while the money is on its way back.
 */
async function isBeingReturned(tx: TxDeps, tenant: Tenant, charge: Charge, { reference }: Payment): Promise<boolean> {
  const canChange = charge.boleto !== undefined || charge.ensureSameTaxId;
  return canChange && hasOverpayment(tx.db, tenant, charge.provider, reference);
}

/** A customer who has subscribed by another payment does not subscribe twice: this one is returned. */
async function judgeWithAgreement(
  tx: TxDeps,
  tenant: Tenant,
  { charge, checkout }: { readonly charge: Charge; readonly checkout: Checkout | undefined },
  verdict: PaymentVerdict,
): Promise<PaymentVerdict> {
  const { subscriptionId, checkoutId, customerId } = charge;
  if (verdict !== 'ACCEPTED' || subscriptionId === undefined) return verdict;
  if (checkoutId === undefined || customerId === undefined) return verdict;
  if (checkout?.cycleOf) return verdict;
  return (await hasActiveAgreement(tx.db, tenant, checkoutId, customerId)) ? 'DUPLICATE' : verdict;
}

/** The first payment of a subscription checkout starts the subscription. */
async function startSubscription(tx: TxDeps, tenant: Tenant, checkout: Checkout, charge: Charge): Promise<void> {
  const { subscriptionId } = charge;
  if (checkout.frequency !== 'SUBSCRIPTION' || subscriptionId === undefined) return;
  await activateAgreement(tx, tenant, { subscriptionId, checkout, charge });
}

interface AcceptedPayment {
  readonly charge: Charge;
  readonly checkout: Checkout | undefined;
  readonly payment: Payment;
  readonly notice: PaymentNotice;
}

async function acceptPayment(tx: TxDeps, tenant: Tenant, accepted: AcceptedPayment): Promise<Charge> {
  const { charge, checkout, payment, notice } = accepted;
  const customer = await findOrCreatePayer(tx, tenant, charge, checkout, notice.payer);
  const paid: Charge = {
    ...payCharge(charge, payment, payerAsTold(tx, tenant, notice.payer, customer)),
    customerId: customer?.id,
    metadataJson: mergedMetadata(charge.metadataJson, notice.metadataJson),
  };
  const events: OutboundEvent[] = [chargeEvent('charge.paid', tx, tenant, paid, customer)];
  if (!checkout) {
    await scheduleSimulatedDispute(tx, tenant, paid);
    // Started together: one round trip.
    await Promise.all([savePaidCharge(tx.db, tenant, paid), appendEvents(tx.db, events, tx.clock.real())]);
    return paid;
  }
  await savePaidCharge(tx.db, tenant, paid);
  const paidCheckout = payCheckout(checkout, paid);
  await savePaidCheckout(tx.db, tenant, checkout, paidCheckout);
  await confirmRedemptions(tx.db, tenant, checkout, paid);
  events.push(checkoutPaid(tx, tenant, paidCheckout, paid, customer));
  await startSubscription(tx, tenant, paidCheckout, paid);
  await scheduleSimulatedDispute(tx, tenant, paid);
  await appendEvents(tx.db, events, tx.clock.real());
  if (checkout.frequency === 'ONE_TIME') {
    const closed = await cancelOpenCharges(tx.db, tenant, checkout.id, payment.paidAt, paid.id);
    await publishClosed(tx, tenant, closed);
  }
  return paid;
}

async function lockForPayment(
  tx: TxDeps,
  tenant: Tenant,
  { chargeId, known }: PaymentNotice,
): Promise<{ readonly checkout: Checkout | undefined; readonly charge: Charge }> {
  const found = known ?? (await findCharge(tx.db, tenant, chargeId));
  if (!found) throw chargeNotFound();
  // A charge never changes its checkout, so the checkout of an unlocked read is the one to lock.
  const checkout = found.checkoutId === undefined ? undefined : await lockCheckout(tx.db, tenant, found.checkoutId);
  const charge = await lockCharge(tx.db, tenant, chargeId);
  if (!charge) throw chargeNotFound();
  return { checkout, charge };
}

/** The customer of the charge; the payer becomes the customer of a checkout that has none. */
async function findOrCreatePayer(
  tx: TxDeps,
  tenant: Tenant,
  charge: Charge,
  checkout: Checkout | undefined,
  payer: PaymentNotice['payer'],
): Promise<Customer | undefined> {
  const customerId = charge.customerId ?? checkout?.customerId;
  if (customerId !== undefined) return findCustomerById(tx.db, tenant, tx.sealer, customerId);
  if (checkout === undefined || !becomesCustomer(charge, checkout, payer)) return undefined;
  return findOrCreateCustomer(tx, tenant, { name: payer?.name, taxId: payer?.taxId, metadataJson: '{}' });
}

/** A cardholder becomes the customer even where payer data is skipped; other payers need a tax id. */
function becomesCustomer(charge: Charge, checkout: Checkout, payer: PaymentNotice['payer']): boolean {
  if (charge.method === 'CARD') return payer?.name !== undefined || payer?.taxId !== undefined;
  // A boleto always has payer data.
  const isSkipped = (checkout.skipCustomer || charge.skipCustomer === true) && charge.method !== 'BOLETO';
  return payer?.taxId !== undefined && !isSkipped;
}

/** The payer as the provider named it, beside the customer of the charge. */
export function payerAsTold(
  deps: Tools,
  tenant: Tenant,
  payer: PaymentNotice['payer'],
  customer: Customer | undefined,
): Payer | undefined {
  if (!payer) return undefined;
  const { name, taxId } = payer;
  if (taxId === undefined) return { name, maskedTaxId: undefined, isSameAsCustomer: false };
  const isSameAsCustomer = taxId === customer?.taxId;
  const ref = isSameAsCustomer ? undefined : derivePayerRef(deps.sealer, tenant, normalizeTaxId(taxId));
  return { name, maskedTaxId: maskTaxId(taxId), isSameAsCustomer, ...(ref && { ref }) };
}

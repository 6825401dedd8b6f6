import type { OutboundEvent } from '@pitanga/contracts';
import { maskTaxId, type Cents, type Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import { payCheckout, type Checkout } from '../checkouts/checkout';
import { checkoutPaid } from '../checkouts/checkout-events';
import { lockCheckout, savePaidCheckout } from '../checkouts/checkout-repository';
import type { Customer } from '../customers/customer';
import { findCustomersById } from '../customers/customer-queries';
import { findOrCreateCustomer } from '../customers/customer-service';
import type { Deps } from '../deps';
import { payCharge, type Charge, type Payer } from './charge';
import { chargeNotFound } from './charge-errors';
import { chargeEvent } from './charge-events';
import { findCharge } from './charge-queries';
import { lockCharge, savePaidCharge } from './charge-repository';

/** Money that came in, as a provider (or the simulator) told it; already verified. */
export interface PaymentNotice {
  readonly chargeId: string;
  readonly amountCents: Cents;
  /** Names the transfer: the same one told twice is one payment. */
  readonly endToEndId: string;
  readonly payer: { readonly name: string | undefined; readonly taxId: string | undefined } | undefined;
  /** Replaces the charge's metadata when given. */
  readonly metadataJson?: string | undefined;
}

/**
 * The one path by which a charge becomes PAID: the charge, its checkout, a customer made from the payer and the
 * facts are one transaction, and a notice told twice is a no-op. Lock order: checkout, then charge.
 * FAILED_PRECONDITION for a charge that takes no payment.
 */
export async function confirmPayment(deps: Deps, tenant: Tenant, notice: PaymentNotice): Promise<Charge> {
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    const { checkout, charge } = await lockForPayment(tx, tenant, notice.chargeId);
    // Whatever has become of the charge since: after a refund it would otherwise count as money that came twice.
    if (charge.pix?.endToEndId === notice.endToEndId) return charge;
    // Judged before anything is written for it.
    const amounts = { amountCents: notice.amountCents, endToEndId: notice.endToEndId, paidAt: deps.clock.now(tenant) };
    const paidWithoutPayer = payCharge(charge, { ...amounts, payer: undefined });
    const customer = await customerOfPayment(tx, tenant, charge, checkout, notice.payer);
    const paid: Charge = {
      ...paidWithoutPayer,
      customerId: customer?.id,
      payer: payerOf(notice.payer, customer),
      metadataJson: notice.metadataJson ?? charge.metadataJson,
    };
    await savePaidCharge(db, tenant, paid);
    const events: OutboundEvent[] = [chargeEvent('charge.paid', deps, tenant, paid, customer)];
    if (checkout) {
      const paidCheckout = payCheckout(checkout, paid);
      await savePaidCheckout(db, tenant, checkout, paidCheckout);
      events.push(checkoutPaid(deps, tenant, paidCheckout, paid, customer));
    }
    await appendEvents(db, events, deps.clock.real());
    return paid;
  });
}

async function lockForPayment(
  deps: Deps,
  tenant: Tenant,
  chargeId: string,
): Promise<{ readonly checkout: Checkout | undefined; readonly charge: Charge }> {
  const found = await findCharge(deps.db, tenant, chargeId);
  if (!found) throw chargeNotFound();
  // A charge never changes its checkout, so the unlocked read is enough to know what to lock first.
  const checkout = found.checkoutId === undefined ? undefined : await lockCheckout(deps.db, tenant, found.checkoutId);
  const charge = await lockCharge(deps.db, tenant, chargeId);
  if (!charge) throw chargeNotFound();
  return { checkout, charge };
}

/** The customer of the charge; on a checkout that wants one and has none, the payer becomes it. */
async function customerOfPayment(
  deps: Deps,
  tenant: Tenant,
  charge: Charge,
  checkout: Checkout | undefined,
  payer: PaymentNotice['payer'],
): Promise<Customer | undefined> {
  const customerId = charge.customerId ?? checkout?.customerId;
  if (customerId !== undefined) {
    return (await findCustomersById(deps.db, tenant, deps.sealer, [customerId])).get(customerId);
  }
  if (checkout === undefined || checkout.skipCustomer || payer?.taxId === undefined) return undefined;
  return findOrCreateCustomer(deps, tenant, { name: payer.name, taxId: payer.taxId, metadataJson: '{}' });
}

function payerOf(payer: PaymentNotice['payer'], customer: Customer | undefined): Payer | undefined {
  if (!payer) return undefined;
  const { name, taxId } = payer;
  return {
    name,
    maskedTaxId: taxId === undefined ? undefined : maskTaxId(taxId),
    isSameAsCustomer: taxId !== undefined && taxId === customer?.taxId,
  };
}

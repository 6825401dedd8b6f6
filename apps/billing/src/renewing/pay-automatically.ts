import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { simulatedPayer } from '../charges/made-up-payer';
import type { Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps } from '../deps';
import type { CardDecline } from '../provider/card-provider';
import { simulatedReference } from '../provider/simulated-pix-provider';
import { confirmPayment } from '../charging/confirm-payment';
import type { PaymentNotice } from '../charging/payment-notice';
import { applyOutcome } from '../charging/send-card-charge';

/** Centavos of an amount that an automatic Pix does not find in the payer's account (dev mode). */
const missingEnding = 13;

/**
 * Dev mode: the payer's bank pays an authorised charge, or has no money for it when the amount ends in 13 centavos
 * (docs/behaviour/test-clock.md#magic-amounts).
 */
export async function payAutomatically(deps: Deps, tenant: Tenant, charge: Charge): Promise<Charge> {
  if (!tenant.devMode) throw new Error(`charge ${charge.id} is collected by its bank`);
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
  const asked = simulateDebit(charge, customer);
  if (!('notice' in asked)) return applyOutcome(deps, tenant, charge, asked);
  return transact(deps, (tx) => confirmPayment(tx, tenant, asked.notice));
}

/**
 * What the simulated bank says of a charge: the payment for the caller to confirm, or a decline for it to apply. The
 * account is the customer's own, who authorised it. The transfer's name follows from the charge: asked again it is the
 * same one.
 */
export function simulateDebit(
  charge: Charge,
  customer: Customer | undefined,
): { readonly notice: PaymentNotice } | CardDecline {
  if (charge.amountCents % 100 === missingEnding) {
    const message = 'Saldo insuficiente na conta do pagador.';
    return { status: 'DECLINED', code: 'AM04', declineClass: 'REVERSIBLE', message };
  }
  const { id: chargeId, amountCents, createdAt } = charge;
  const reference = simulatedReference(chargeId, createdAt);
  const payer = simulatedPayer(undefined, customer, chargeId);
  return { notice: { chargeId, known: charge, rail: 'PIX', amountCents, reference, payer } };
}

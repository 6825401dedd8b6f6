import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import type { Charge, PayerRefusal } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import type { Payment, Returned } from '../charges/charge-life';
import { findCustomerById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import { chargeOverpaid, payerRefused, refundEvent, refundStopped } from '../messages/refund-events';
import { needsKey, refundRail, type Refund } from '../refunds/refund';
import { insertRefund } from '../refunds/refund-repository';

/**
 * Records money that a charge could not take and starts its refund (docs/behaviour/charges.md#overpayments): at once by
 * the Pix or card it came by, for a boleto once the merchant names a Pix key. A repeat changes nothing.
 */
export async function recordOverpayment(
  tx: TxDeps,
  tenant: Tenant,
  {
    charge,
    checkout,
    provider = charge.provider,
  }: {
    readonly charge: Charge;
    readonly checkout: Checkout | undefined;
    /** Of the account that has the money, where the charge is another's. */
    readonly provider?: string;
  },
  payment: Payment,
  verdict: Returned,
  refusal?: PayerRefusal,
): Promise<void> {
  const rail = refundRail(payment.rail);
  const refund: Refund = {
    id: tx.ids.next('refund', payment.paidAt),
    devMode: tenant.devMode,
    kind: 'OVERPAYMENT',
    chargeId: charge.id,
    checkoutId: charge.checkoutId,
    originalId: charge.id,
    status: 'PENDING',
    step: rail === 'TRANSFER' ? 'KEY' : 'SEND',
    rail,
    provider,
    target: payment.reference,
    pixKey: undefined,
    amountCents: payment.amountCents,
    reason: verdict,
    reference: undefined,
    failureReason: undefined,
    providerCode: undefined,
    requestedAt: tx.clock.real(),
    sentAt: undefined,
    account: undefined,
    accountOwner: payment.owner,
    refusal: undefined,
    attempts: 0,
    orderNumber: 0,
    requestedBy: { kind: 'SYSTEM', id: 'overpayment' },
    approval: undefined,
    createdAt: payment.paidAt,
    updatedAt: payment.paidAt,
  };
  if (!(await insertRefund(tx.db, tenant, tx.sealer, refund, tx.clock.real()))) return;
  const customer = await findCustomerById(tx.db, tenant, tx.sealer, charge.customerId);
  const events = [
    chargeOverpaid(tx, tenant, refund, { charge, customer }),
    refundEvent('refund.created', tx, tenant, refund),
    ...(refusal === undefined ? [] : [payerRefused(tx, tenant, refund, { charge, customer, refusal })]),
    ...(needsKey(refund)
      ? [refundStopped('refund.needs_key', tx, tenant, refund, { charge, checkout, customer })]
      : []),
  ];
  await appendEvents(tx.db, events, tx.clock.real());
}

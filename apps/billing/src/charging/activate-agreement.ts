import { toWire, type OutboundEvent } from '@pitanga/contracts';
import { zeroCents, type Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { Agreement } from '../agreements/agreement';
import { agreementNotFound, alreadySubscribed } from '../agreements/agreement-errors';
import { hasActiveAgreement, lockAgreement, saveAgreement } from '../agreements/agreement-repository';
import type { Charge } from '../charges/charge';
import { checkPayable, type Checkout } from '../checkouts/checkout';
import { checkoutNotFound } from '../checkouts/checkout-errors';
import { lockCheckout } from '../checkouts/checkout-repository';
import { savePaidCheckouts } from '../checkouts/owned-checkout-repository';
import { trialDaysAt } from '../checkouts/first-charge';
import { confirmRedemptionsOfCharge } from '../coupons/redemption-repository';
import { toCustomerSnapshot, type Customer } from '../customers/customer';
import { findCustomerById } from '../customers/customer-queries';
import type { Tools, TxDeps } from '../deps';
import { chargeFact } from '../messages/charge-wire';
import { checkoutToWire } from '../messages/checkout-wire';

/** What has come of a start. */
interface Outcome {
  readonly subscriptionId: string;
  readonly checkout: Locked<Checkout>;
  readonly charge: Charge | undefined;
  /** When the payer authorised a start without a charge; undefined where the bank's answer has no time. */
  readonly authorizedAt?: Date | undefined;
}

/**
 * STARTING → ACTIVE, once, with the event from which the subscription is created. Without a charge the checkout becomes
 * PAID here.
 */
export async function activateAgreement(tx: TxDeps, tenant: Tenant, started: Outcome): Promise<Agreement> {
  const { db } = tx;
  const begun = await lockAgreement(db, tenant, started.subscriptionId);
  if (!begun) throw agreementNotFound();
  if (begun.status !== 'STARTING') return begun;
  // Payments are checked earlier; this finds two concurrent trials, or two starts that coupons paid.
  if (await hasActiveAgreement(db, tenant, begun.checkoutId, begun.customerId)) throw alreadySubscribed();
  const at = started.charge?.updatedAt ?? freeStartAt(started, begun, tx.clock.now(tenant));
  const active: Agreement = { ...begun, status: 'ACTIVE', updatedAt: at };
  await saveAgreement(db, tenant, begun, active);
  const checkout = started.charge ? started.checkout : await completeFreeCheckout(tx, tenant, started.checkout, active);
  const customer = await findCustomerById(db, tenant, tx.sealer, active.customerId);
  if (!customer) throw new Error(`agreement ${active.subscriptionId} has no customer`);
  const event = agreementStarted(tx, tenant, { agreement: active, checkout, charge: started.charge, customer });
  await appendEvents(db, [event], tx.clock.real());
  return active;
}

/**
 * Now; or, where the checkout ended while the bank was answering, when the payer authorised the start, else when it was made:
 * who was in time begins, however late that is known.
 */
function freeStartAt({ checkout, authorizedAt }: Outcome, { createdAt }: Agreement, now: Date): Date {
  const isOver = checkout.expiresAt !== undefined && checkout.expiresAt <= now;
  return isOver ? (authorizedAt ?? createdAt) : now;
}

/** {@link activateAgreement} of a start without a charge. FAILED_PRECONDITION when it cannot begin any more. */
export async function activateFree(
  tx: TxDeps,
  tenant: Tenant,
  { checkoutId, subscriptionId }: Agreement,
  authorizedAt?: Date,
): Promise<Agreement> {
  const checkout = await lockCheckout(tx.db, tenant, checkoutId);
  if (!checkout) throw checkoutNotFound();
  return activateAgreement(tx, tenant, { subscriptionId, checkout, charge: undefined, authorizedAt });
}

/** The checkout of a start without a charge becomes PAID. */
async function completeFreeCheckout(
  tx: TxDeps,
  tenant: Tenant,
  checkout: Locked<Checkout>,
  { subscriptionId, updatedAt }: Agreement,
) {
  checkPayable(checkout, updatedAt);
  const paid: Locked<Checkout> = {
    ...checkout,
    status: 'PAID',
    paidAmountCents: checkout.paidAmountCents ?? zeroCents,
    updatedAt,
  };
  await savePaidCheckouts(tx.db, [{ tenant, checkout: paid }]);
  await confirmRedemptionsOfCharge(tx.db, tenant, checkout.id, subscriptionId, updatedAt);
  return paid;
}

/** A bank takes a charge of automatic Pix from ten to two days before it is due. */
const bankLeadDays = 7;

interface Started {
  readonly agreement: Agreement;
  readonly checkout: Checkout;
  readonly charge: Charge | undefined;
  readonly customer: Customer;
}

function agreementStarted(
  deps: Tools,
  tenant: Tenant,
  { agreement, checkout, charge, customer }: Started,
): OutboundEvent {
  const { subscriptionId, method, coupons, updatedAt: occurredAt } = agreement;
  const [item] = checkout.items;
  if (!item?.cycle || !checkout.retryPolicy) throw new Error(`checkout ${checkout.id} is not of a subscription`);
  return {
    type: 'agreement.started',
    id: deps.ids.next('event', occurredAt),
    key: subscriptionId,
    occurredAt,
    data: {
      tenant,
      subscriptionId,
      checkout: checkoutToWire(checkout, deps.publicUrl, occurredAt),
      charge: charge && chargeFact(charge, deps),
      customer: toCustomerSnapshot(customer),
      method: toWire('PAYMENT_METHOD', method),
      productId: item.productId,
      quantity: item.quantity,
      unitPriceCents: item.unitPriceCents,
      cycle: toWire('BILLING_CYCLE', item.cycle),
      trialDays: trialDaysAt(checkout, occurredAt),
      coupons: coupons.map(({ discountKind, duration = 'FOREVER', ...coupon }) => ({
        ...coupon,
        discountKind: toWire('DISCOUNT_KIND', discountKind),
        duration: toWire('COUPON_DURATION', duration),
      })),
      ...checkout.retryPolicy,
      startedAt: occurredAt,
      leadDays: method === 'PIX' && !tenant.devMode ? bankLeadDays : 0,
    },
  };
}

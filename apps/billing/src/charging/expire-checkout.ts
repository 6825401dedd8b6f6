import type { Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import { saveCheckoutStatus } from '../checkouts/checkout-repository';
import { expireOpenCharges } from '../checkouts/locked-charge-repository';
import { freeRedemptions } from '../coupons/redemption-repository';
import { findCustomersById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { checkoutChanged } from '../messages/checkout-events';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import { asaasName } from '../asaas/asaas-pix-provider';
import { requestAsaasSync, toAsaasReference } from '../syncs/asaas-sync-repository';
import { stripeName } from '../stripe/stripe-metadata';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import { requestStripeSync } from '../syncs/stripe-sync-repository';

/** PENDING → EXPIRED for a checkout and its open charges. */
export async function expireCheckout(tx: TxDeps, tenant: Tenant, checkout: Locked<Checkout>, at: Date): Promise<void> {
  const expired: Locked<Checkout> = { ...checkout, status: 'EXPIRED', updatedAt: at };
  await saveCheckoutStatus(tx.db, tenant, checkout, expired);
  await closeExpired(tx, tenant, expired);
}

/** Expires the charges and releases the coupons of a checkout that became EXPIRED in this transaction. */
export async function closeExpired(tx: TxDeps, tenant: Tenant, checkout: Locked<Checkout>): Promise<void> {
  const { id, updatedAt } = checkout;
  await appendEvents(tx.db, [checkoutChanged('checkout.expired', tx, tenant, checkout)], tx.clock.real());
  await freeRedemptions(tx.db, tenant, { checkoutId: id }, updatedAt);
  await publishClosed(tx, tenant, await expireOpenCharges(tx.db, tenant, checkout, updatedAt));
}

/**
 * Appends charge.expired or charge.cancelled for charges that this transaction closed, and releases the coupons that
 * payments of a link had reserved.
 */
export async function publishClosed(tx: TxDeps, tenant: Tenant, charges: readonly Charge[]): Promise<void> {
  const customerIds = charges.flatMap(({ customerId }) => customerId ?? []);
  const customers = await findCustomersById(tx.db, tenant, tx.sealer, customerIds);
  const events = charges.map((charge) => {
    const type = charge.status === 'CANCELLED' ? 'charge.cancelled' : 'charge.expired';
    return chargeEvent(type, tx, tenant, charge, customers.get(charge.customerId ?? ''));
  });
  await appendEvents(tx.db, events, tx.clock.real());
  for (const charge of charges) {
    const objectId = charge.provider === asaasName ? toAsaasReference(charge) : undefined;
    if (objectId === undefined) continue;
    // Delete it at Asaas, where it could be paid for a year.
    await requestAsaasSync(tx.db, tenant, { kind: 'PAYMENT', objectId }, tx.clock.real());
  }
  const atBank = charges.filter(({ provider, boleto }) => provider === bacenPixName && boleto !== undefined);
  // Cancel them at their bank, likewise.
  if (atBank.length > 0) {
    await requestPixSyncs(
      tx.db,
      tenant,
      atBank.map(({ id }) => id),
      tx.clock.real(),
    );
  }
  for (const { provider, boleto } of charges) {
    if (provider !== stripeName || boleto?.reference === undefined) continue;
    // Cancel it at Stripe, so that it cannot be paid any more.
    const key = { kind: 'INTENT', objectId: boleto.reference } as const;
    await requestStripeSync(tx.db, tenant, key, tx.clock.real());
  }
  for (const { origin, checkoutId, coupons, id, updatedAt } of charges) {
    if (origin === 'CHECKOUT' || checkoutId === undefined || coupons.length === 0) continue;
    await freeRedemptions(tx.db, tenant, { checkoutId, chargeId: id }, updatedAt);
  }
}

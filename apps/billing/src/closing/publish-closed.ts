import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { asaasName } from '../asaas/asaas-pix-provider';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import type { Charge } from '../charges/charge';
import { freeRedemptions } from '../coupons/redemption-repository';
import { findCustomersById } from '../customers/customer-queries';
import type { TxDeps } from '../deps';
import { chargeEvent } from '../messages/charge-events';
import { stripeName } from '../stripe/stripe-metadata';
import { requestAsaasSync, toAsaasReference } from '../syncs/asaas-sync-repository';
import { requestPixSyncs } from '../syncs/pix-sync-repository';
import { requestStripeSync } from '../syncs/stripe-sync-repository';

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

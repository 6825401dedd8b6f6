import { fromWire, pageFromWire, pageToWire, type ChargeServiceDefinition, type StoreCharge } from '@pitanga/contracts';
import { cents, type Tenant } from '@pitanga/core';
import type { RpcHandlers } from '@pitanga/rpc';
import { chargeMethods, chargeStatuses, saleOrigins, type Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { findCharge } from '../charges/charge-queries';
import { payerName } from '../charges/payer-names';
import { findSoldItems } from '../checkouts/sold-items';
import { listStoreCharges, sumStoreCharges } from '../charges/store-charge-queries';
import { sumChargesByUtm, utmFields } from '../charges/utm-sums';
import { findCustomerNames } from '../customers/customer-queries';
import type { ReadDeps } from '../deps';
import { findDisputedCents } from '../disputes/dispute-repository';
import { hasChargeFiles } from '../managing/file-service';
import { chargeToWire } from '../messages/charge-wire';
import { itemsToWire } from '../messages/checkout-wire';

/** Charges of the store, whatever created them. */
export function storeChargeHandlers(
  deps: ReadDeps,
): Pick<RpcHandlers<ChargeServiceDefinition>, 'getStoreCharge' | 'listStoreCharges' | 'sumChargesByUtm'> {
  const { clock, db, sealer } = deps;
  return {
    getStoreCharge: async ({ id }, { tenant }) => {
      const charge = await findCharge(db, tenant, id);
      if (!charge || charge.origin === 'TOP_UP') throw chargeNotFound();
      const [message] = await toMessages(deps, tenant, [charge]);
      return { charge: message && { ...message, hasFiles: await hasChargeFiles(deps, tenant, charge) } };
    },

    listStoreCharges: async (request, { tenant }) => {
      const { id, externalId, customerId, checkoutId, search, payer } = request;
      const { isPaid, isPartlyRefunded, hidesVisits, isOldestFirst, isByAmount } = request;
      const { status, method, origin, amountCentsMin: min, amountCentsMax: max } = request;
      const filter = {
        ...{ id, externalId, customerId, checkoutId, search, payer, isPaid, isPartlyRefunded, hidesVisits },
        status: status && fromWire('CHARGE_STATUS', chargeStatuses, status),
        method: method && fromWire('PAYMENT_METHOD', chargeMethods, method),
        origin: origin && fromWire('CHARGE_ORIGIN', saleOrigins, origin),
        amountCentsMin: min === undefined ? undefined : cents(min),
        amountCentsMax: max === undefined ? undefined : cents(max),
      };
      const asked = { page: pageFromWire(request.page), filter, now: clock.now(tenant), isOldestFirst, isByAmount };
      const page = await listStoreCharges(db, tenant, sealer, asked);
      return {
        charges: await toMessages(deps, tenant, page.items),
        page: pageToWire(page),
        sums: request.sums ? await sumStoreCharges(db, tenant, sealer, asked) : undefined,
      };
    },

    sumChargesByUtm: async ({ fromDay, toDay, by }, { tenant }) => {
      const asked = { fromDay, toDay, by: fromWire('UTM_FIELD', utmFields, by) };
      const { sums, rest } = await sumChargesByUtm(db, tenant, asked);
      return { sums: [...sums], rest };
    },
  };
}

/** Without the token that charges a card again. */
async function toMessages(
  { db, clock, publicUrl, sealer }: ReadDeps,
  tenant: Tenant,
  charges: readonly Charge[],
): Promise<StoreCharge[]> {
  const customerIds = charges.flatMap(({ customerId }) => customerId ?? []);
  const names = await findCustomerNames(db, tenant, customerIds);
  const disputed = await findDisputedCents(
    db,
    tenant,
    charges.map(({ id }) => id),
  );
  const items = await findSoldItems(db, tenant, charges);
  const now = clock.now(tenant);
  return charges.map((charge) => {
    const { id, customerId, requestId } = charge;
    const name = customerId === undefined ? undefined : names.get(customerId);
    return {
      charge: chargeToWire(charge, { publicUrl, sealer, hidesToken: true }, now),
      customer: customerId === undefined ? undefined : { id: customerId, name },
      payerName: payerName(charge, name),
      items: itemsToWire(items.get(id) ?? []),
      disputedAmountCents: disputed.get(id) ?? 0,
      requestId,
      hasFiles: false,
    };
  });
}

import { maskTaxId, normalizeTaxId, type Tenant } from '@pitanga/core';
import type { Charge, Payer } from '../charges/charge';
import type { Checkout } from '../checkouts/checkout';
import type { Customer } from '../customers/customer';
import type { Tools, TxDeps } from '../deps';
import { findOrCreateCustomer } from '../managing/customer-service';
import { derivePayerRef } from '../persons/person';
import type { Judged } from './judge-payments';
import type { PaymentNotice } from './payment-notice';

/** The customer of the charge; the payer becomes the customer of a checkout that has none. */
export async function findOrCreatePayer(tx: TxDeps, judged: Judged): Promise<Customer | undefined> {
  const { tenant, charge, checkout, customer } = judged;
  const { payer } = judged.notice;
  if (customer || checkout === undefined || !becomesCustomer(charge, checkout, payer)) return customer;
  return findOrCreateCustomer(tx, tenant, { name: payer?.name, taxId: payer?.taxId, metadataJson: '{}' });
}

/** A cardholder becomes the customer even where payer data is skipped; other payers need a tax id. */
function becomesCustomer(charge: Charge, checkout: Checkout, payer: PaymentNotice['payer']): boolean {
  if (charge.method === 'CARD') return payer?.name !== undefined || payer?.taxId !== undefined;
  // A boleto always has payer data.
  const isSkipped = (checkout.skipCustomer || charge.skipCustomer === true) && charge.method !== 'BOLETO';
  return payer?.taxId !== undefined && !isSkipped;
}

/** The payer as the provider reports it, with the tax id masked. */
export function describePayer(
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

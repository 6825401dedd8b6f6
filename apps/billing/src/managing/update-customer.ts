import type { Tenant } from '@pitanga/core';
import { isUniqueViolation } from '@pitanga/database';
import { checkedTaxId, type Customer, type CustomerInput } from '../customers/customer';
import { customerNotFound, taxIdTaken } from '../customers/customer-errors';
import { findCustomer } from '../customers/customer-queries';
import { fillCustomer, lockCustomer, saveCustomer } from '../customers/customer-repository';
import type { ReadDeps, TxDeps } from '../deps';
import { findOrCreateCustomer } from './customer-service';

/** Absent fields do not change, an empty one is cleared. */
export interface CustomerChanges extends Omit<CustomerInput, 'metadataJson'> {
  /** Replaces all metadata. */
  readonly metadataJson?: string | undefined;
}

/** Earlier checkouts and charges show the customer as it is now; published events do not change. */
export async function updateCustomer(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
  changes: CustomerChanges,
): Promise<Customer> {
  const { email, name, cellphone, metadataJson } = changes;
  const taxId = changes.taxId === undefined || changes.taxId === '' ? changes.taxId : checkedTaxId(changes.taxId);
  try {
    const before = await lockCustomer(tx.db, tenant, tx.sealer, id);
    if (!before) throw customerNotFound();
    const after: Customer = {
      ...before,
      email: changed(email, before.email),
      taxId: changed(taxId, before.taxId),
      name: changed(name, before.name),
      cellphone: changed(cellphone, before.cellphone),
      address: changed(changes.address, before.address),
      city: changed(changes.city, before.city),
      state: changed(changes.state, before.state),
      zipCode: changed(changes.zipCode, before.zipCode),
      metadataJson: metadataJson ?? before.metadataJson,
      updatedAt: tx.clock.now(tenant),
    };
    await saveCustomer(tx.db, tenant, tx.sealer, after);
    return after;
  } catch (error) {
    if (isUniqueViolation(error)) throw taxIdTaken();
    throw error;
  }
}

function changed(given: string | undefined, before: string | undefined): string | undefined {
  return given === undefined ? before : given || undefined;
}

const filledFields = ['email', 'name', 'cellphone', 'address', 'city', 'state', 'zipCode'] as const;

function lacksSome(customer: Customer, input: CustomerInput): boolean {
  return filledFields.some((field) => customer[field] === undefined && input[field] !== undefined);
}

/**
 * The customer for whom {@link findOrFillCustomer} has nothing to write; undefined where it has. A read, so that what
 * refers to the customer needs no transaction.
 */
export async function findCompleteCustomer(
  deps: ReadDeps,
  tenant: Tenant,
  input: CustomerInput,
): Promise<Customer | undefined> {
  if (input.taxId === undefined) return undefined;
  const known = await findCustomer(deps.db, tenant, deps.sealer, { taxId: checkedTaxId(input.taxId) });
  return known && !lacksSome(known, input) ? known : undefined;
}

/**
 * The customer that a store names in a charge or checkout, found by its tax id or created. Sets fields that the record
 * lacks and never overwrites one. Not for payers, whose data is not verified.
 */
export async function findOrFillCustomer(tx: TxDeps, tenant: Tenant, input: CustomerInput): Promise<Customer> {
  const customer = await findOrCreateCustomer(tx, tenant, input);
  if (!lacksSome(customer, input)) return customer;
  return (await fillCustomer(tx.db, tenant, tx.sealer, customer.id, input, tx.clock.now(tenant))) ?? customer;
}

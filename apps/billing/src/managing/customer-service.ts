import type { Tenant } from '@pitanga/core';
import { appendEvents } from '@pitanga/database';
import { checkedTaxId, type Customer, type CustomerInput } from '../customers/customer';
import { customerKeyMissing, customerNotFound } from '../customers/customer-errors';
import { findCustomer, type CustomerKeys } from '../customers/customer-queries';
import { insertCustomer, lockCustomer } from '../customers/customer-repository';
import type { ReadDeps, TxDeps } from '../deps';
import { customerCreated } from '../messages/customer-events';
import { derivePayerRef } from '../persons/person';
import { erasePayer, eraseRecord } from './erase-person';

/** Concurrent requests may delete the customer with this tax id between insert and read. */
const attemptsMax = 3;

/**
 * Creates a customer, or returns the existing one with the same tax id unchanged.
 * INVALID_ARGUMENT when the tax id is not one.
 */
export async function findOrCreateCustomer(tx: TxDeps, tenant: Tenant, input: CustomerInput): Promise<Customer> {
  return (await createCustomer(tx, tenant, input)).customer;
}

/** As {@link findOrCreateCustomer}, and says whether it is new. */
export async function createCustomer(
  tx: TxDeps,
  tenant: Tenant,
  input: CustomerInput,
): Promise<{ readonly customer: Customer; readonly isNew: boolean }> {
  const taxId = input.taxId === undefined ? undefined : checkedTaxId(input.taxId);

  const existing = taxId === undefined ? undefined : await findCustomer(tx.db, tenant, tx.sealer, { taxId });
  if (existing) return { customer: existing, isNew: false };
  const now = tx.clock.now(tenant);
  const customer: Customer = {
    id: tx.ids.next('customer', now),
    devMode: tenant.devMode,
    email: input.email,
    taxId,
    name: input.name,
    cellphone: input.cellphone,
    address: input.address,
    city: input.city,
    state: input.state,
    zipCode: input.zipCode,
    country: undefined,
    metadataJson: input.metadataJson,
    createdAt: now,
    updatedAt: now,
  };
  for (let attempt = 0; !(await insertCustomer(tx.db, tenant, tx.sealer, customer)); attempt += 1) {
    // A concurrent request inserted this tax id; its commit is visible to the next statement.
    const other = await findCustomer(tx.db, tenant, tx.sealer, { taxId });
    if (other) return { customer: other, isNew: false };
    // Deleted between the two statements, which frees the tax id.
    if (attempt === attemptsMax) throw customerNotFound();
  }
  await appendEvents(tx.db, [customerCreated(tx.ids, tenant, customer)], tx.clock.real());
  return { customer, isNew: true };
}

/** NOT_FOUND also for a customer of another store or environment. */
export async function requireCustomer(deps: ReadDeps, tenant: Tenant, keys: CustomerKeys): Promise<Customer> {
  const customer = await findCustomer(deps.db, tenant, deps.sealer, keys);
  if (!customer) throw customerNotFound();
  return customer;
}

/** The newest customer that matches all given keys; at least one is required. */
export async function getCustomer(deps: ReadDeps, tenant: Tenant, keys: CustomerKeys): Promise<Customer> {
  if (keys.id === undefined && keys.email === undefined && keys.taxId === undefined) throw customerKeyMissing();
  return requireCustomer(deps, tenant, keys);
}

/**
 * Erases a customer's personal data and returns the record as it was
 * (docs/behaviour/customers-products-coupons.md#customer-delete), in every service. Its checkouts, charges and subscriptions continue.
 * NOT_FOUND the second time.
 */
export async function deleteCustomer(tx: TxDeps, tenant: Tenant, id: string): Promise<Customer> {
  const customer = await lockCustomer(tx.db, tenant, tx.sealer, id);
  if (!customer) throw customerNotFound();
  const now = tx.clock.now(tenant);
  await eraseRecord(tx, tenant, id, now);
  if (customer.taxId !== undefined) {
    await erasePayer(tx, tenant, derivePayerRef(tx.sealer, tenant, customer.taxId), now);
  }
  return customer;
}

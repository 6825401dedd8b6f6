import type { Tenant } from '@pitanga/core';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { checkedTaxId, type Customer, type CustomerInput } from './customer';
import { customerKeyMissing, customerNotFound } from './customer-errors';
import { customerCreated } from './customer-events';
import { findCustomer, type CustomerKeys } from './customer-queries';
import { insertCustomer } from './customer-repository';

/**
 * Creates a customer, or answers the live one with the same tax id unchanged (decisions, 3).
 * INVALID_ARGUMENT when the tax id is not one.
 */
export async function findOrCreateCustomer(deps: Deps, tenant: Tenant, input: CustomerInput): Promise<Customer> {
  const taxId = input.taxId === undefined ? undefined : checkedTaxId(input.taxId);
  return inTransaction(deps.db, async (tx) => {
    const existing = taxId === undefined ? undefined : await findCustomer(tx, tenant, deps.sealer, { taxId });
    if (existing) return existing;
    const now = deps.clock.now(tenant);
    const customer: Customer = {
      id: deps.ids.next('customer', now),
      devMode: tenant.devMode,
      email: input.email,
      taxId,
      name: input.name,
      cellphone: input.cellphone,
      zipCode: input.zipCode,
      country: undefined,
      metadataJson: input.metadataJson,
      createdAt: now,
      updatedAt: now,
    };
    if (await insertCustomer(tx, tenant, deps.sealer, customer)) {
      await appendEvents(tx, [customerCreated(deps.ids, tenant, customer)], deps.clock.real());
      return customer;
    }
    // Somebody else inserted this tax id meanwhile; their commit is visible to this next statement.
    return requireCustomer({ ...deps, db: tx }, tenant, { taxId });
  });
}

/** NOT_FOUND also for a customer of another store or environment. */
export async function requireCustomer(deps: Deps, tenant: Tenant, keys: CustomerKeys): Promise<Customer> {
  const customer = await findCustomer(deps.db, tenant, deps.sealer, keys);
  if (!customer) throw customerNotFound();
  return customer;
}

/** The newest customer that matches all given keys; at least one is required. */
export async function getCustomer(deps: Deps, tenant: Tenant, keys: CustomerKeys): Promise<Customer> {
  if (keys.id === undefined && keys.email === undefined && keys.taxId === undefined) throw customerKeyMissing();
  return requireCustomer(deps, tenant, keys);
}

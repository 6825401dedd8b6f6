import { foldText, type Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  json,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type SealedColumn,
  type Tx,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { foldEmail, type Customer, type CustomerInput } from './customer';

export const customers = table('customers', {
  id: text('id'),
  devMode: boolean('dev_mode'),
  email: optional(text('email')),
  taxIdSealed: optional(bytes('tax_id_sealed')),
  name: optional(text('name')),
  cellphone: optional(text('cellphone')),
  address: optional(text('address')),
  city: optional(text('city')),
  state: optional(text('state')),
  zipCode: optional(text('zip_code')),
  country: optional(text('country')),
  metadataJson: json('metadata'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

/** Columns by which customers are searched, computed from the others. */
const searchKeys = table('customers', {
  emailFolded: optional(text('email_folded')),
  taxIdFingerprint: optional(bytes('tax_id_fingerprint')),
  nameFolded: optional(text('name_folded')),
});

export const sealedTaxIds: SealedColumn = {
  table: 'customers',
  column: 'tax_id_sealed',
  key: ['id'],
  more: ['store_id'],
  place: (row) => taxIdPlace(String(row['store_id']), String(row['id'])),
};

export function taxIdPlace(storeId: string, id: string) {
  return ['customers', 'tax_id_sealed', storeId, id] as const;
}

/** Inserts the customer; false when one that is not deleted has its tax id. */
export async function insertCustomer(db: Db, tenant: Tenant, sealer: Sealer, customer: Customer): Promise<boolean> {
  const inserted: unknown[] = await db(customers.name)
    .insert({ store_id: tenant.storeId, ...customerToRow(tenant, sealer, customer) })
    .onConflict(
      db.raw('(store_id, dev_mode, tax_id_fingerprint) where deleted_at is null and tax_id_fingerprint is not null'),
    )
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** The customer with its row locked, unless it is deleted. */
export async function lockCustomer(tx: Tx, tenant: Tenant, sealer: Sealer, id: string): Promise<Customer | undefined> {
  const row = await notDeleted(tx, tenant, id).forUpdate().first(customers.columns);
  return row && rowToCustomer(row, tenant, sealer);
}

/** Saves a locked customer. */
export async function saveCustomer(tx: Tx, tenant: Tenant, sealer: Sealer, customer: Customer): Promise<void> {
  const changed = await notDeleted(tx, tenant, customer.id).update(customerToRow(tenant, sealer, customer));
  if (changed !== 1) throw new Error(`customer ${customer.id} was not live under its own lock`);
}

/**
 * Sets the fields that a customer lacks, each by itself in one statement: of two concurrent calls with the same field
 * one wins, and existing values stay. Undefined for a deleted customer.
 */
export async function fillCustomer(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
  input: CustomerInput,
  at: Date,
): Promise<Customer | undefined> {
  const { email, name, cellphone, address, city, state, zipCode } = input;
  const given = {
    ...customers.toRow({ email, name, cellphone, address, city, state, zipCode }),
    ...searchKeys.toRow({ emailFolded: email && foldEmail(email), nameFolded: name && foldText(name) }),
  };
  const filled: Record<string, unknown> = { updated_at: at };
  for (const [column, cell] of Object.entries(given)) {
    filled[column] = db.raw('coalesce(:column:, :cell)', { column, cell: cell as string | null });
  }
  const [row]: Row[] = await notDeleted(db, tenant, id).update(filled).returning(customers.columns);
  return row && rowToCustomer(row, tenant, sealer);
}

/** What is left of an erased customer; any other column, also one added later, is erased. */
const keptColumns: ReadonlySet<string> = new Set(['id', 'dev_mode', 'metadata', 'created_at', 'updated_at']);

/** Erases the personal data; the row stays because charges and checkouts refer to it. */
export async function eraseCustomer(tx: Tx, tenant: Tenant, id: string, at: Date): Promise<void> {
  const columns = [...customers.columns, ...searchKeys.columns].filter((column) => !keptColumns.has(column));
  const erased = {
    ...Object.fromEntries(columns.map((column) => [column, null])),
    // Free text of the store, which may hold personal data.
    ...customers.toRow({ metadataJson: '{}', updatedAt: at }),
    deleted_at: at,
  };
  const changed = await notDeleted(tx, tenant, id).update(erased);
  if (changed !== 1) throw new Error(`customer ${id} was not live under its own lock`);
}

function notDeleted(db: Db, tenant: Tenant, id: string) {
  return customers.of(db, tenant).where({ id }).whereNull('deleted_at');
}

export function rowToCustomer(row: Row, tenant: Tenant, sealer: Sealer): Customer {
  const { taxIdSealed, ...customer } = customers.fromRow(row);
  return { ...customer, taxId: taxIdSealed && sealer.open(taxIdSealed, taxIdPlace(tenant.storeId, customer.id)) };
}

function customerToRow(tenant: Tenant, sealer: Sealer, customer: Customer): Row {
  const { id, email, taxId, name } = customer;
  const taxIdSealed = taxId === undefined ? undefined : sealer.seal(taxId, taxIdPlace(tenant.storeId, id));
  return {
    ...customers.toRow({ ...customer, devMode: tenant.devMode, taxIdSealed }),
    ...searchKeys.toRow({
      emailFolded: email === undefined ? undefined : foldEmail(email),
      taxIdFingerprint: taxId === undefined ? undefined : sealer.fingerprint(taxId),
      nameFolded: name === undefined ? undefined : foldText(name),
    }),
  };
}

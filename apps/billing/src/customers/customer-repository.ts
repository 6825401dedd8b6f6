import { foldText, type Tenant } from '@pitanga/core';
import type { Db, SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { foldEmail, type Customer, type CustomerInput } from './customer';

export interface CustomerRow {
  readonly id: string;
  readonly dev_mode: boolean;
  readonly email: string | null;
  readonly tax_id_sealed: Buffer | null;
  readonly name: string | null;
  readonly cellphone: string | null;
  readonly zip_code: string | null;
  readonly country: string | null;
  readonly metadata: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const customerColumns = [
  'id',
  'dev_mode',
  'email',
  'tax_id_sealed',
  'name',
  'cellphone',
  'zip_code',
  'country',
  'metadata',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CustomerRow)[];

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

/** Inserts the customer unless a live one has its tax id; answers whether it was inserted. */
export async function insertCustomer(db: Db, tenant: Tenant, sealer: Sealer, customer: Customer): Promise<boolean> {
  const inserted: unknown[] = await db('customers')
    .insert({
      id: customer.id,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      ...contentOf(tenant, sealer, customer),
      created_at: customer.createdAt,
      updated_at: customer.updatedAt,
    })
    .onConflict(
      db.raw('(store_id, dev_mode, tax_id_fingerprint) where deleted_at is null and tax_id_fingerprint is not null'),
    )
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

function contentOf(tenant: Tenant, sealer: Sealer, customer: Customer) {
  const { taxId } = customer;
  return {
    email: customer.email ?? null,
    email_folded: customer.email === undefined ? null : foldEmail(customer.email),
    tax_id_sealed: taxId === undefined ? null : sealer.seal(taxId, taxIdPlace(tenant.storeId, customer.id)),
    tax_id_fingerprint: taxId === undefined ? null : sealer.fingerprint(taxId),
    name: customer.name ?? null,
    name_folded: customer.name === undefined ? null : foldText(customer.name),
    cellphone: customer.cellphone ?? null,
    zip_code: customer.zipCode ?? null,
    country: customer.country ?? null,
    metadata: customer.metadataJson,
  };
}

/** Writes a customer whose row the transaction has locked. */
export async function saveCustomer(db: Db, tenant: Tenant, sealer: Sealer, customer: Customer): Promise<void> {
  const { id, updatedAt } = customer;
  const changed = await db('customers')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .update({ ...contentOf(tenant, sealer, customer), updated_at: updatedAt });
  if (changed !== 1) throw new Error(`customer ${id} was not live under its own lock`);
}

/**
 * Fills what a live customer lacks, each field by itself, in one statement: of two who bring the same field one wins,
 * and nothing that was there is lost. Undefined for one that was erased meanwhile.
 */
export async function fillCustomer(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
  { email, name, cellphone, zipCode }: CustomerInput,
  at: Date,
): Promise<Customer | undefined> {
  const rows: readonly CustomerRow[] = await db('customers')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .update({
      email: db.raw('coalesce(email, ?)', [email ?? null]),
      email_folded: db.raw('coalesce(email_folded, ?)', [email === undefined ? null : foldEmail(email)]),
      name: db.raw('coalesce(name, ?)', [name ?? null]),
      name_folded: db.raw('coalesce(name_folded, ?)', [name === undefined ? null : foldText(name)]),
      cellphone: db.raw('coalesce(cellphone, ?)', [cellphone ?? null]),
      zip_code: db.raw('coalesce(zip_code, ?)', [zipCode ?? null]),
      updated_at: at,
    })
    .returning([...customerColumns]);
  return rows[0] && rowToCustomer(rows[0], tenant, sealer);
}

/** The live customer with its row locked. */
export async function lockCustomer(db: Db, tenant: Tenant, sealer: Sealer, id: string): Promise<Customer | undefined> {
  const rows = (await db('customers')
    .select(...customerColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .forUpdate()) as readonly CustomerRow[];
  return rows[0] && rowToCustomer(rows[0], tenant, sealer);
}

/** Erases everything that says who this was; the bare row stays, since charges and checkouts refer to it. */
export async function eraseCustomer(db: Db, tenant: Tenant, id: string, at: Date): Promise<void> {
  const changed = await db('customers')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .whereNull('deleted_at')
    .update({
      email: null,
      email_folded: null,
      tax_id_sealed: null,
      tax_id_fingerprint: null,
      name: null,
      name_folded: null,
      cellphone: null,
      zip_code: null,
      country: null,
      // Free text of the store: as personal as the rest, for all we know.
      metadata: '{}',
      updated_at: at,
      deleted_at: at,
    });
  if (changed !== 1) throw new Error(`customer ${id} was not live under its own lock`);
}

export function rowToCustomer(row: CustomerRow, tenant: Tenant, sealer: Sealer): Customer {
  return {
    id: row.id,
    devMode: row.dev_mode,
    email: row.email ?? undefined,
    taxId: row.tax_id_sealed === null ? undefined : sealer.open(row.tax_id_sealed, taxIdPlace(tenant.storeId, row.id)),
    name: row.name ?? undefined,
    cellphone: row.cellphone ?? undefined,
    zipCode: row.zip_code ?? undefined,
    country: row.country ?? undefined,
    metadataJson: row.metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

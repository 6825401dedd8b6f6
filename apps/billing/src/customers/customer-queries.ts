import { foldText, mapPage, normalizeTaxId, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db, type PageOptions } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { digitsOf, foldEmail, type Customer } from './customer';
import { customerColumns, rowToCustomer, type CustomerRow } from './customer-repository';

/** Keys of one customer; all that are given must match. */
export interface CustomerKeys {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly taxId?: string | undefined;
}

export interface CustomerFilter extends CustomerKeys {
  /** Contains, ignoring case and accents. */
  readonly name?: string | undefined;
  /** Compares digits only. */
  readonly cellphone?: string | undefined;
}

/** The newest live customer that matches every given key. */
export async function findCustomer(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  keys: CustomerKeys,
): Promise<Customer | undefined> {
  const { id, email, taxId } = keys;
  const conditions = [
    { sql: 'id = ?', value: id },
    { sql: 'email_folded = ?', value: email === undefined ? undefined : foldEmail(email) },
    {
      sql: 'tax_id_fingerprint = ?',
      value: taxId === undefined ? undefined : sealer.fingerprint(normalizeTaxId(taxId)),
    },
  ].filter(({ value }) => value !== undefined);
  const sql = [findSql, ...conditions.map((condition) => condition.sql)].join(' and ') + ' order by id desc limit 1';
  // Prepared once a connection for each set of keys: parsing and planning would be most of this read.
  const { rows } = await db
    .raw<{ rows: CustomerRow[] }>(sql, [tenant.storeId, tenant.devMode, ...conditions.map(({ value }) => value ?? '')])
    .options({ name: `find_customer:${conditions.map((condition) => condition.sql).join()}` });
  return rows[0] && rowToCustomer(rows[0], tenant, sealer);
}

const findSql = `select ${customerColumns.join(', ')} from customers
  where store_id = ? and dev_mode = ? and deleted_at is null`;

const byIdSql = `select ${customerColumns.join(', ')} from customers where store_id = ? and dev_mode = ?`;

/** The customers of these ids, deleted ones included: records go on showing who they were made for. */
export async function findCustomersById(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  // One, as on the path of a payment, has a statement of its own: of an array PostgreSQL would plan it at every call.
  const [condition, value] = wanted.length === 1 ? ['id = ?', wanted[0] ?? ''] : ['id = any(?)', wanted];
  const { rows } = await db
    .raw<{ rows: CustomerRow[] }>(`${byIdSql} and ${condition}`, [tenant.storeId, tenant.devMode, value])
    .options({ name: `customers_by_${condition}` });
  return new Map(rows.map((row) => [row.id, rowToCustomer(row, tenant, sealer)]));
}

/** The customer of this id, deleted or not; of no id there is none. */
export async function findCustomerById(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string | undefined,
): Promise<Customer | undefined> {
  return id === undefined ? undefined : (await findCustomersById(db, tenant, sealer, [id])).get(id);
}

export async function listCustomers(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  filter: CustomerFilter,
): Promise<Page<Customer>> {
  const rows = await selectPage<CustomerRow>(db, tenant, {
    table: 'customers',
    columns: customerColumns,
    page,
    idKind: 'customer',
    filter: (query) => {
      applyFilter(query, sealer, filter);
    },
  });
  return mapPage(rows, (row) => rowToCustomer(row, tenant, sealer));
}

type Query = Parameters<NonNullable<PageOptions['filter']>>[0];

function applyFilter(query: Query, sealer: Sealer, filter: CustomerFilter): void {
  query.whereNull('deleted_at');
  if (filter.id !== undefined) query.where('id', filter.id);
  if (filter.email !== undefined) query.where('email_folded', foldEmail(filter.email));
  if (filter.taxId !== undefined) {
    query.where('tax_id_fingerprint', sealer.fingerprint(normalizeTaxId(filter.taxId)));
  }
  // strpos and not like: a name may hold % and _.
  if (filter.name !== undefined) query.whereRaw('strpos(name_folded, ?) > 0', [foldText(filter.name)]);
  if (filter.cellphone !== undefined) query.where('cellphone_digits', digitsOf(filter.cellphone));
}

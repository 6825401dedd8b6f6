import {
  foldText,
  isTaxId,
  mapPage,
  normalizePhone,
  normalizeTaxId,
  phoneSpellings,
  toTenant,
  type Owned,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { isOwnedBy, ownedIds, ownedIdsSql, selectPage, type Db, type PageOptions, type Row } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { foldEmail, type Customer } from './customer';
import { customers, rowToCustomer } from './customer-repository';

/** Keys of one customer; all that are given must match. */
export interface CustomerKeys {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly taxId?: string | undefined;
}

export interface CustomerFilter extends CustomerKeys {
  /** Contains, ignoring case and accents. */
  readonly name?: string | undefined;
  /** Compares phone numbers, of a text that is none its digits. */
  readonly cellphone?: string | undefined;
}

const keyConditions = {
  id: 'id = :id',
  email: 'email_folded = :email',
  taxId: 'tax_id_fingerprint = :taxId',
} as const satisfies Record<keyof CustomerKeys, string>;
const keyNames = ['id', 'email', 'taxId'] as const;

const keys = customers.pick('id');
const names = customers.pick('id', 'name');

const ofTenantSql = `select ${customers.selectSql()} from customers where store_id = :storeId and dev_mode = :devMode`;

/** The newest customer, not deleted, that matches every given key. */
export async function findCustomer(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  keys: CustomerKeys,
): Promise<Customer | undefined> {
  const { id = null, email, taxId } = keys;
  const given = keyNames.filter((key) => keys[key] !== undefined);
  const conditions = ['deleted_at is null', ...given.map((key) => keyConditions[key])];
  const sql = [ofTenantSql, ...conditions].join(' and ') + ' order by id desc limit 1';
  const bindings = {
    id,
    email: email === undefined ? null : foldEmail(email),
    taxId: taxId === undefined ? null : sealer.fingerprint(normalizeTaxId(taxId)),
  };
  // Prepared once a connection for each set of keys: parsing and planning would be most of this read.
  const { rows } = await db
    .raw<{ rows: Row[] }>(sql, { ...tenant, ...bindings })
    .options({ name: `find_customer:${given.join()}` });
  return rows[0] && rowToCustomer(rows[0], tenant, sealer);
}

/** The customers with these ids, deleted ones included: charges and checkouts refer to them. */
export async function findCustomersById(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const wanted = [...new Set(ids)];
  const [first] = wanted;
  if (first === undefined) return new Map();
  // A single id, as on the path of a payment, has its own statement: PostgreSQL plans one with an array at every call.
  const [condition, value] = wanted.length === 1 ? ['id = :ids', first] : ['id = any(:ids)', wanted];
  const { rows } = await db
    .raw<{ rows: Row[] }>(`${ofTenantSql} and ${condition}`, { ...tenant, ids: value })
    .options({ name: `customers_by_${condition}` });
  return new Map(rows.map((row) => rowToCustomer(row, tenant, sealer)).map((customer) => [customer.id, customer]));
}

const ownedSql = `
  select c.store_id, ${customers.selectSql('c')} from ${ownedIdsSql('k')} join customers c on ${isOwnedBy('c', 'k')}`;

/** Customers of any stores, deleted or not, by id. */
export async function findOwnedCustomers(
  db: Db,
  keys: readonly Owned<{ readonly id: string }>[],
  sealer: Sealer,
): Promise<ReadonlyMap<string, Customer>> {
  const [first] = keys;
  if (!first) return new Map();
  if (keys.length === 1) return findCustomersById(db, first.tenant, sealer, [first.id]);
  const { rows } = await db
    .raw<{ rows: (Row & { store_id: string; dev_mode: boolean })[] }>(ownedSql, ownedIds(keys))
    .options({ name: 'customers_owned' });
  return new Map(
    rows
      .map((row) => rowToCustomer(row, toTenant(row.store_id, row.dev_mode), sealer))
      .map((customer) => [customer.id, customer]),
  );
}

/** The customer with this id, deleted or not; undefined for no id. */
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
  const rows = await selectPage<Row>(db, tenant, {
    table: customers.name,
    columns: customers.columns,
    page,
    idKind: 'customer',
    filter: (query) => {
      query.whereNull('deleted_at');
      applyFilter(query, sealer, filter);
    },
  });
  return mapPage(rows, (row) => rowToCustomer(row, tenant, sealer));
}

type Query = Parameters<NonNullable<PageOptions['filter']>>[0];

function applyFilter(query: Query, sealer: Sealer, filter: CustomerFilter): void {
  if (filter.id !== undefined) query.where('id', filter.id);
  if (filter.email !== undefined) query.where('email_folded', foldEmail(filter.email));
  if (filter.taxId !== undefined) {
    query.where('tax_id_fingerprint', sealer.fingerprint(normalizeTaxId(filter.taxId)));
  }
  // strpos and not like: a name may hold % and _.
  if (filter.name !== undefined) query.whereRaw('strpos(name_folded, :name) > 0', { name: foldText(filter.name) });
  if (filter.cellphone !== undefined) query.whereIn('cellphone_digits', phoneSpellings(filter.cellphone));
}

/** The filter for a text that is an e-mail or a tax id; undefined for another text. */
function keyFilter(text: string): CustomerFilter | undefined {
  if (text.includes('@')) return { email: text };
  return isTaxId(text) ? { taxId: text } : undefined;
}

/**
 * The customers, not deleted, of an e-mail, a tax id or a phone number; of another text of two characters or more, those whose name
 * begins with it, by name.
 */
export async function searchCustomers(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  text: string,
  limit: number,
): Promise<readonly Customer[]> {
  const query = customers.of(db, tenant).whereNull('deleted_at').select(customers.columns).limit(limit);
  const key = keyFilter(text) ?? (normalizePhone(text) === undefined ? undefined : { cellphone: text });
  if (key) {
    applyFilter(query, sealer, key);
    query.orderBy('id', 'desc');
  } else if (text.trim().length < namePrefixMin) return [];
  else byBeginning(query, text);
  return (await query).map((row) => rowToCustomer(row, tenant, sealer));
}

/** Those whose name begins with the text, by name. */
function byBeginning(query: Query, text: string): void {
  const name = foldText(text);
  // By bytes, as the index is, whatever the collation of the database.
  query.whereRaw('name_folded is not null and name_folded ~>=~ :name and name_folded ~<~ :end', {
    name,
    end: `${name}\u{10FFFF}`,
  });
  query.orderByRaw('name_folded using ~<~, id');
}

/** The customers, not deleted, whose name begins with the text. */
export async function findCustomerIdsNamed(
  db: Db,
  tenant: Tenant,
  beginning: string,
  limit: number,
): Promise<readonly string[]> {
  const query = keys.of(db, tenant).whereNull('deleted_at').select(keys.columns).limit(limit);
  byBeginning(query, beginning);
  return (await query).map((row) => keys.fromRow(row).id);
}

const namePrefixMin = 2;

/** The customers of an e-mail or of a tax id, deleted ones included; none for another text. */
export async function findCustomerIdsWith(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  emailOrTaxId: string,
  limit: number,
): Promise<readonly string[]> {
  const key = keyFilter(emailOrTaxId);
  if (!key) return [];
  const query = keys.of(db, tenant).select(keys.columns).limit(limit);
  // Always true: lets the planner use the indexes on live and on deleted customers together.
  query.whereRaw('(deleted_at is null or deleted_at is not null)');
  applyFilter(query, sealer, key);
  return (await query).map((row) => keys.fromRow(row).id);
}

/** Names of customers, deleted ones included; undefined for one who gave none or is erased. */
export async function findCustomerNames(
  db: Db,
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (ids.length === 0) return new Map();
  const rows = await names
    .of(db, tenant)
    .whereIn('id', [...new Set(ids)])
    .select(names.columns);
  return new Map(rows.map((row) => names.fromRow(row)).map(({ id, name }) => [id, name]));
}

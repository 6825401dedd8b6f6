import {
  cents,
  foldText,
  idPrefixes,
  idTime,
  isId,
  isTaxId,
  type Cents,
  type IdKind,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { table, text, type Db, type Filter } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { findCustomerIdsNamed, findCustomerIdsWith } from '../customers/customer-queries';
import { saleOrigins } from './charge';

/** Most customers of one e-mail or beginning of a name whose charges a search finds. */
const customersMax = 20;
/** Most names of payers with one beginning. */
const namesMax = 10;
/** Of each origin: the newest are looked through for what no index has. */
const recentMax = 1_000;
/** A shorter text is a part of nearly every name. */
const partMin = 2;

export function is(column: string, value: string | number): Filter {
  return (query) => void query.where(column, value);
}

export function all(filters: readonly Filter[]): Filter {
  return (query) => {
    for (const filter of filters) filter(query);
  };
}

/** The column of charges that names a record of this kind. */
const columnOfKind: Partial<Record<IdKind, string>> = {
  pixCharge: 'id',
  boletoCharge: 'id',
  cardCharge: 'id',
  freeCharge: 'id',
  checkout: 'checkout_id',
  subscription: 'subscription_id',
  customer: 'customer_id',
};

/** Parts that may overlap: the charges that a searched text names, by what it looks like. */
export async function findSearched(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  search: string,
  page: PageRequest,
): Promise<readonly Filter[]> {
  const kind = kindOfId(search);
  const column = kind && columnOfKind[kind];
  if (column !== undefined) return [is(column, search)];
  if (kind === 'refund' || kind === 'dispute') {
    const chargeId = await findChargeId(db, tenant, kind, search);
    return [is('id', chargeId ?? '')];
  }
  const exact = [is('external_id', search)];
  if (/^[ED]\w{31}$/.test(search)) return [...exact, is('end_to_end_id', search)];
  if (/^\d{4}$/.test(search)) return [...exact, is('card_last_four', search)];
  const amount = readAmount(search);
  if (amount !== undefined) return [...exact, is('amount_cents', amount)];
  if (search.includes('@') || isTaxId(search)) {
    const customers = await findCustomerIdsWith(db, tenant, sealer, search, customersMax);
    return [...exact, ...customers.map((id) => is('customer_id', id))];
  }
  if (search.trim().length < partMin) return exact;
  return [...exact, ...(await findNamed(db, tenant, search)), ...recentWith(tenant, page, search)];
}

/** Parts that may overlap: the charges whose payer's name begins with the text, and the newest that have it in the name. */
export async function findPaidBy(db: Db, tenant: Tenant, name: string, page: PageRequest): Promise<readonly Filter[]> {
  return [...(await findNamed(db, tenant, name)), ...recentWith(tenant, page, name, payerSql)];
}

/** By indexes: by what the bank says of the payer, and by the customer. */
async function findNamed(db: Db, tenant: Tenant, search: string): Promise<readonly Filter[]> {
  const [names, customers] = [
    await findPayerNamesLike(db, tenant, search),
    await findCustomerIdsNamed(db, tenant, search, namesMax),
  ];
  const isNamed = (name: string): Filter => {
    return (query) => void query.whereRaw(`payer_name is not null and ${foldedSql} = :name`, { name });
  };
  return [...names.map(isNamed), ...customers.map((id) => is('customer_id', id))];
}

/** As the index has it. */
const foldedSql = 'fold_name(payer_name) collate "C"';

/** From one name to the next in the index, however many charges each has. */
const namesSql = `
  with recursive named (name) as (
    (select ${foldedSql} as name from charges
     where store_id = :storeId and dev_mode = :devMode and payer_name is not null and ${foldedSql} >= :from
     order by ${foldedSql} limit 1)
    union all
    select (
      select ${foldedSql} from charges
      where store_id = :storeId and dev_mode = :devMode and payer_name is not null and ${foldedSql} > named.name
      order by ${foldedSql} limit 1
    ) from named where starts_with(named.name, :from)
  )
  select name from named where name is not null and starts_with(name, :from) limit :namesMax`;

async function findPayerNamesLike(db: Db, { storeId, devMode }: Tenant, beginning: string): Promise<readonly string[]> {
  const asked = { storeId, devMode, from: foldText(beginning), namesMax };
  const { rows } = await db.raw<{ rows: { name: string }[] }>(namesSql, asked);
  return rows.map(({ name }) => name);
}

const payerSql = `(
  strpos(fold_name(payer_name), :part) > 0
  or exists (select from customers c where c.store_id = charges.store_id and c.dev_mode = charges.dev_mode
    and c.id = charges.customer_id and strpos(c.name_folded, :part) > 0))`;

const anySql = `(
  ${payerSql}
  or strpos(fold_name(description), :part) > 0
  or strpos(fold_name(upsell_item ->> 'name'), :part) > 0
  or exists (select from checkouts k, jsonb_array_elements(k.items) i where k.store_id = charges.store_id
    and k.dev_mode = charges.dev_mode and k.id = charges.checkout_id and strpos(fold_name(i ->> 'name'), :part) > 0))`;

/**
 * The newest charges of each origin, within the days that are asked for, that have the text in what no index has. Its cost
 * has a bound: of older ones nothing is found.
 */
function recentWith(
  tenant: Tenant,
  { createdTo }: PageRequest,
  search: string,
  sql: string = anySql,
): readonly Filter[] {
  const { storeId, devMode } = tenant;
  // After every sort key.
  const until = createdTo === undefined ? '~' : idTime(createdTo.getTime());
  return saleOrigins.map((origin): Filter => (query) => {
    void query.where({ origin });
    void query.whereRaw(
      `sort_key >= coalesce((
         select sort_key from charges where store_id = :storeId and dev_mode = :devMode and origin = :origin
           and sort_key < :until order by sort_key desc offset :recentMax limit 1), '')`,
      { storeId, devMode, origin, until, recentMax },
    );
    void query.whereRaw(sql, { part: foldText(search) });
  });
}

/** `227,32`, `R$ 1.227,32` and `227.32` as centavos; undefined for another text, also for a number without centavos. */
function readAmount(typed: string): Cents | undefined {
  const [, reais, centavos] = /^(?:R\$)?\s*(\d{1,3}(?:\.\d{3})*|\d+)[,.](\d{2})$/i.exec(typed.trim()) ?? [];
  if (reais === undefined || centavos === undefined) return undefined;
  const amount = Number(reais.replaceAll('.', '')) * 100 + Number(centavos);
  return amount <= amountMax ? cents(amount) : undefined;
}

/** As much as the API takes. */
const amountMax = 9_999_999_999;

/** The kind of an id as we make them: a prefix and 24 letters or digits. */
function kindOfId(text: string): IdKind | undefined {
  return (Object.keys(idPrefixes) as IdKind[]).find((kind) => isId(kind, text));
}

/** The rows that name a charge. */
const ofCharges = {
  refund: table('refunds', { chargeId: text('charge_id') }),
  dispute: table('disputes', { chargeId: text('charge_id') }),
};

async function findChargeId(
  db: Db,
  tenant: Tenant,
  kind: keyof typeof ofCharges,
  id: string,
): Promise<string | undefined> {
  const rows = ofCharges[kind];
  const row = await rows.of(db, tenant).where({ id }).first(rows.columns);
  return row && rows.fromRow(row).chargeId;
}

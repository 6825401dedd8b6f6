import {
  idPrefixes,
  isId,
  mapPage,
  type Cents,
  type IdKind,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { selectPage, selectScannedPage, table, text, type Db, type Filter, type Row } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { findCustomerIdsWith } from '../customers/customer-queries';
import {
  chargeMethods,
  saleOrigins,
  type Charge,
  type ChargeMethod,
  type ChargeStatus,
  type SaleOrigin,
} from './charge';
import { chargeStatusParts, overdueCharges } from './charge-queries';
import { charges, rowToCharge } from './charge-row';

export interface StoreChargeFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly method?: ChargeMethod | undefined;
  readonly origin?: SaleOrigin | undefined;
  readonly customerId?: string | undefined;
  /** An id of the charge or of a record it belongs to, an external or end-to-end id, an e-mail or tax id; exact. */
  readonly search?: string | undefined;
  /** Inclusive, like `amountCentsMax`. */
  readonly amountCentsMin?: Cents | undefined;
  readonly amountCentsMax?: Cents | undefined;
}

/** Charges that a page with a range of amounts, which no index has, may scan. */
const scannedMax = 5_000;

/** Most customers of one e-mail whose charges a search finds. */
const customersMax = 20;

/** Without the Pix code: a list does not show it, and its picture would have to be drawn. */
const listedColumns = charges.columns.filter((name) => name !== charges.column('brCode'));

/** Every sale, newest first; `now` decides which pending ones read EXPIRED. */
export async function listStoreCharges(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  filter: StoreChargeFilter,
  now: Date,
): Promise<Page<Charge>> {
  const { amountCentsMin: min, amountCentsMax: max } = filter;
  const options = {
    table: charges.name,
    columns: listedColumns,
    page,
    sortColumn: 'sort_key',
    parts: await listParts(db, tenant, sealer, filter, now),
  };
  if (min === undefined && max === undefined) {
    return mapPage(await selectPage<Row & { id: string }>(db, tenant, options), rowToCharge);
  }
  const inRange: Filter = (query) => {
    if (min !== undefined) query.where('amount_cents', '>=', min);
    if (max !== undefined) query.where('amount_cents', '<=', max);
  };
  const scanned = await selectScannedPage<Row>(db, tenant, { ...options, filter: inRange }, scannedMax);
  return mapPage(scanned.page, rowToCharge);
}

/** A key selects few rows, which the other filters narrow; without one the parts are those of the indexes of lists. */
async function listParts(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  filter: StoreChargeFilter,
  now: Date,
): Promise<readonly Filter[]> {
  const { search, status, method, origin } = filter;
  const keys = toFilters(filter);
  const found = search === undefined ? [] : await findSearched(db, tenant, sealer, search);
  const isOfKeys = keys.length > 0 || search !== undefined;
  const methods = method === undefined ? chargeMethods : [method];
  const overdue = status === 'EXPIRED' ? [overdueCharges(tenant, now, methods)] : [];
  const isOfOrigin: Filter = (query) => void query.whereIn('origin', origin === undefined ? saleOrigins : [origin]);
  if (isOfKeys) {
    const states = status === undefined ? [] : [...chargeStatusParts(status, now), ...overdue];
    const isOfMethod = method === undefined ? [] : [is('method', method)];
    return times(times(found, states), [all([...keys, isOfOrigin, ...isOfMethod])]);
  }
  const kinds = (origin === undefined ? saleOrigins : [origin]).map((each) => is('origin', each));
  if (status === undefined && method === undefined) return kinds;
  const ways = methods.map((each) => is('method', each));
  const stored = times(times(kinds, chargeStatusParts(status, now)), ways);
  return [...stored, ...overdue.map((isOverdue) => all([isOverdue, isOfOrigin]))];
}

function toFilters({ id, externalId, customerId }: StoreChargeFilter): readonly Filter[] {
  const keys = { id, external_id: externalId, customer_id: customerId };
  return Object.entries(keys).flatMap(([column, value]) => (value === undefined ? [] : [is(column, value)]));
}

function is(column: string, value: string): Filter {
  return (query) => void query.where(column, value);
}

function all(filters: readonly Filter[]): Filter {
  return (query) => {
    for (const filter of filters) filter(query);
  };
}

/** Every part of one with every part of the other; an empty list stands for one part without a condition. */
function times(one: readonly Filter[], other: readonly Filter[]): readonly Filter[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  return one.flatMap((first) => other.map((second) => all([first, second])));
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

/** Disjoint parts: the charges that a searched text names, by what it looks like. */
async function findSearched(db: Db, tenant: Tenant, sealer: Sealer, search: string): Promise<readonly Filter[]> {
  const kind = kindOfId(search);
  const column = kind && columnOfKind[kind];
  if (column !== undefined) return [is(column, search)];
  if (kind === 'refund' || kind === 'dispute') {
    const chargeId = await findChargeId(db, tenant, kind, search);
    return [is('id', chargeId ?? '')];
  }
  const isExternalId = is('external_id', search);
  const besides = (column: string, value: string): Filter => {
    return (query) => void query.where(column, value).whereRaw('external_id is distinct from :search', { search });
  };
  if (/^[ED]\w{31}$/.test(search)) return [isExternalId, besides('end_to_end_id', search)];
  const customers = await findCustomerIdsWith(db, tenant, sealer, search, customersMax);
  return [isExternalId, ...customers.map((id) => besides('customer_id', id))];
}

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

import { isAppError, mapPage, type Cents, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  inTimedSnapshot,
  selectPage,
  selectScannedPage,
  sumRows,
  type Db,
  type Filter,
  type PageOptions,
  type Row,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import {
  chargeMethods,
  chargeStatuses,
  saleOrigins,
  type Charge,
  type ChargeMethod,
  type ChargeStatus,
  type SaleOrigin,
} from './charge';
import { periodTooLarge } from './charge-errors';
import { chargeStatusParts, overdueCharges } from './charge-queries';
import { charges, rowToCharge } from './charge-row';
import { all, findPaidBy, findSearched, is } from './charge-search';

interface StoreChargeFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly method?: ChargeMethod | undefined;
  readonly origin?: SaleOrigin | undefined;
  readonly customerId?: string | undefined;
  readonly checkoutId?: string | undefined;
  /** Those that were paid, whatever became of the money. */
  readonly isPaid?: boolean | undefined;
  /** Those that are PAID and of which a part went back. */
  readonly isPartlyRefunded?: boolean | undefined;
  /** Without codes that visits of links made and that stay unpaid. */
  readonly hidesVisits?: boolean | undefined;
  /** In a payer's name: by its beginning, of the newest charges anywhere in it. */
  readonly payer?: string | undefined;
  /** An id of the charge or of a record it belongs to, an external or end-to-end id, an e-mail or tax id, and more: {@link findSearched}. */
  readonly search?: string | undefined;
  /** Inclusive, like `amountCentsMax`. */
  readonly amountCentsMin?: Cents | undefined;
  readonly amountCentsMax?: Cents | undefined;
}

/** Charges that a page of what no index has (a range of amounts, a part that went back) may scan. */
const scannedMax = 5_000;

/** Charges that a page by amount may scan: they lie in the table in another order. */
const scannedByAmountMax = 2_000;

/** Charges that a sum is of. */
const summedMax = 10_000;
const sumTimeoutMs = 2_000;

/** Without the Pix code: a list does not show it, and its picture would have to be drawn. */
const listedColumns = charges.columns.filter((name) => name !== charges.column('brCode'));

interface Asked {
  readonly page: PageRequest;
  readonly filter: StoreChargeFilter;
  /** Decides which pending charges read EXPIRED. */
  readonly now: Date;
  readonly isOldestFirst?: boolean | undefined;
  /** The largest amount first, with `isOldestFirst` the smallest. */
  readonly isByAmount?: boolean | undefined;
}

/** Every sale, newest first. */
export async function listStoreCharges(db: Db, tenant: Tenant, sealer: Sealer, asked: Asked): Promise<Page<Charge>> {
  const listed = await (asked.isByAmount ? amountOptions : listOptions)(db, tenant, sealer, asked);
  const options = { ...listed, page: asked.page, columns: listedColumns, sortColumn: 'sort_key' };
  if (options.filter === undefined) {
    return mapPage(await selectPage<Row & { id: string }>(db, tenant, options), rowToCharge);
  }
  const scanned = await selectScannedPage<Row>(db, tenant, options, asked.isByAmount ? scannedByAmountMax : scannedMax);
  return mapPage(scanned.page, rowToCharge);
}

/** What charges come to: the newest 10,000 at most. */
export interface ChargeSums {
  readonly count: number;
  readonly isCut: boolean;
  readonly amountCents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
}

const summedColumns = charges.pick('amountCents', 'paidAmountCents', 'refundedCents');

/** The sums of all that is listed, on whatever page; undefined when it takes too long. */
export async function sumStoreCharges(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  asked: Asked,
): Promise<ChargeSums | undefined> {
  const { createdFrom, createdTo } = asked.page;
  const listed = await listOptions(db, tenant, sealer, asked);
  const options = {
    ...listed,
    page: { createdFrom, createdTo },
    columns: summedColumns.columns,
    sortColumn: 'sort_key',
  };
  try {
    const { count, isCut, sums } = await inTimedSnapshot(db, { timeoutMs: sumTimeoutMs, late: periodTooLarge }, (tx) =>
      sumRows(tx, tenant, options, summedMax),
    );
    const { amountCents, paidAmountCents = 0, refundedCents } = summedColumns.fromRow(sums);
    return { count, isCut, amountCents, paidCents: paidAmountCents, refundedCents };
  } catch (error) {
    if (isAppError(error) && error.reason === periodTooLarge().reason) return undefined;
    throw error;
  }
}

type Options = Pick<PageOptions, 'table' | 'parts' | 'partsOverlap' | 'filter' | 'isOldestFirst' | 'leadingColumn'>;

/** One index has all amounts in order, of whatever kind the charges are: a page looks through a bounded number of them. */
async function amountOptions(db: Db, tenant: Tenant, sealer: Sealer, asked: Asked): Promise<Options> {
  const { filter, now, isOldestFirst } = asked;
  const found = await findParts(db, tenant, sealer, asked);
  const { amountCentsMin: min, amountCentsMax: max } = filter;
  const isBetween: Filter = (query) => {
    if (min !== undefined) query.where('amount_cents', '>=', min);
    if (max !== undefined) query.where('amount_cents', '<=', max);
  };
  const others = { ...filter, amountCentsMin: undefined, amountCentsMax: undefined };
  const ofRows = scannedFilter(others);
  const conditions = [...toKeys(others), ...toConditions(filter, now), isBetween, ...(ofRows ? [ofRows] : [])];
  return {
    table: charges.name,
    isOldestFirst,
    leadingColumn: 'amount_cents',
    filter: all(conditions),
    parts: found,
    partsOverlap: found.length > 1,
  };
}

/** `filter` is what no index has. */
async function listOptions(db: Db, tenant: Tenant, sealer: Sealer, asked: Asked): Promise<Options> {
  const { filter, now, isOldestFirst } = asked;
  const order = { table: charges.name, isOldestFirst, filter: scannedFilter(filter) };
  const keys = toKeys(filter);
  const found = await findParts(db, tenant, sealer, asked);
  if (keys.length === 0 && found.length === 0) return { ...order, parts: listParts(tenant, filter, now) };
  const isOfKeys = all([...keys, ...toConditions(filter, now)]);
  return { ...order, parts: times(found, [isOfKeys]), partsOverlap: found.length > 1 };
}

/** What is looked for among the rows of the others, a bounded number of them a page. */
function scannedFilter({ amountCentsMin: min, amountCentsMax: max, isPartlyRefunded = false }: StoreChargeFilter) {
  const isRange = min !== max;
  if (!isPartlyRefunded && !isRange) return undefined;
  return (query: Parameters<Filter>[0]): void => {
    if (isPartlyRefunded) query.where('status', 'PAID').where('refunded_cents', '>', 0);
    if (isRange && min !== undefined) query.where('amount_cents', '>=', min);
    if (isRange && max !== undefined) query.where('amount_cents', '<=', max);
  };
}

async function findParts(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  { filter: { search, payer }, page }: Asked,
): Promise<readonly Filter[]> {
  const searched = search === undefined ? [] : await findSearched(db, tenant, sealer, search, page);
  const paid = payer === undefined ? [] : await findPaidBy(db, tenant, payer, page);
  return times(searched, paid);
}

/** Each selects few rows by an index, which all other filters narrow. */
function toKeys(filter: StoreChargeFilter): readonly Filter[] {
  const { id, externalId, customerId, checkoutId, amountCentsMin: min, amountCentsMax: max } = filter;
  const amount = min === max ? min : undefined;
  const keys = {
    ...{ id, external_id: externalId, customer_id: customerId, checkout_id: checkoutId },
    amount_cents: amount,
  };
  return Object.entries(keys).flatMap(([column, value]) => (value === undefined ? [] : [is(column, value)]));
}

/** All other filters, for rows that a key selects. */
function toConditions(filter: StoreChargeFilter, now: Date): readonly Filter[] {
  const { status, method, origin, isPaid = false, hidesVisits = false } = filter;
  return [
    (query) => void query.whereIn('origin', origin === undefined ? saleOrigins : [origin]),
    ...(method === undefined ? [] : [is('method', method)]),
    ...(status === undefined ? [] : [readsStatus(status, now)]),
    ...(isPaid ? [((query) => void query.whereNotNull('paid_at')) satisfies Filter] : []),
    ...(hidesVisits ? [isNoVisit] : []),
  ];
}

/** The charges that read `status` at `now`, of few rows: the SQL twin of `statusAt`. */
function readsStatus(status: ChargeStatus, now: Date): Filter {
  const isOver = 'coalesce(payable_until, expires_at) <= :now';
  if (status === 'PENDING') return (query) => void query.where({ status }).whereRaw(`not (${isOver})`, { now });
  if (status !== 'EXPIRED') return (query) => void query.where({ status });
  return (query) => void query.whereRaw(`(status = 'EXPIRED' or status = 'PENDING' and ${isOver})`, { now });
}

/** What a visit of a link made: a Pix code that stays unpaid. */
const visit = { origin: 'PAYMENT_LINK', method: 'PIX', statuses: ['PENDING', 'EXPIRED', 'CANCELLED'] } as const;

const isNoVisit: Filter = (query) =>
  void query.whereRaw('not (origin = :origin and method = :method and status = any(:statuses))', {
    ...visit,
    statuses: [...visit.statuses],
  });

/** Of {@link toConditions} `isPaid`. */
const paidStatuses: readonly ChargeStatus[] = ['PAID', 'REFUNDED', 'UNDER_DISPUTE', 'CHARGED_BACK'];

/** Disjoint parts, each of which an index has in order. */
function listParts(tenant: Tenant, filter: StoreChargeFilter, now: Date): readonly Filter[] {
  const { method, origin, isPaid = false, isPartlyRefunded = false, hidesVisits = false } = filter;
  const status = filter.status ?? (isPartlyRefunded ? 'PAID' : undefined);
  const methods = method === undefined ? chargeMethods : [method];
  const origins = origin === undefined ? saleOrigins : [origin];
  const isOfOrigin: Filter = (query) => void query.whereIn('origin', origins);
  const overdue = status === 'EXPIRED' ? [overdueCharges(tenant, now, methods)] : [];
  const besides = overdue.map((isOverdue) => all([isOverdue, isOfOrigin, ...(hidesVisits ? [isNoVisit] : [])]));
  const isWhole = status === undefined && method === undefined && !isPaid;
  const stored = origins.flatMap((each) => {
    const isHidden = hidesVisits && each === visit.origin;
    if (isWhole && !isHidden) return [is('origin', each)];
    return chargeStatuses
      .filter((name) => (status ?? name) === name && (!isPaid || paidStatuses.includes(name)))
      .flatMap((name) =>
        methods
          .filter((way) => !(isHidden && way === visit.method && visit.statuses.some((unpaid) => unpaid === name)))
          .map((way) => all([is('origin', each), ...statusPart(name, status, now), is('method', way)])),
      );
  });
  return [...stored, ...besides];
}

/** Without a status that is asked for, what is stored: what is overdue then reads EXPIRED in the list. */
function statusPart(name: ChargeStatus, asked: ChargeStatus | undefined, now: Date): readonly Filter[] {
  return asked === undefined ? [is('status', name)] : chargeStatusParts(name, now);
}

/** Every part of one with every part of the other; an empty list stands for one part without a condition. */
function times(one: readonly Filter[], other: readonly Filter[]): readonly Filter[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  return one.flatMap((first) => other.map((second) => all([first, second])));
}

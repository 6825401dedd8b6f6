import {
  foldText,
  idPrefixes,
  idTime,
  mapPage,
  normalizeTaxId,
  type CrossTenant,
  type Owned,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { selectPage, type Db, type Filter, type PageOptions, type Row } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { foldEmail } from '../customers/customer';
import type { PaymentMethod } from '../money/fees';
import type { Checkout } from './checkout';
import { checkouts, rowToCheckout, rowToOwnedCheckout } from './checkout-row';
import { checkoutFrequencies, type CheckoutFrequency, type CheckoutStatus } from './checkout-status';

/** Keys of one checkout; all that are given must match. */
export interface CheckoutKeys {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly customerId?: string | undefined;
}

export interface CheckoutFilter extends CheckoutKeys {
  /** Empty means every frequency. */
  readonly frequencies: readonly CheckoutFrequency[];
  readonly status?: CheckoutStatus | undefined;
  readonly email?: string | undefined;
  readonly taxId?: string | undefined;
  /** The external id, or of the newest a part of an item's name, without case and accents. */
  readonly search?: string | undefined;
  readonly method?: PaymentMethod | undefined;
}

/**
 * The newest checkout that matches every given key, of one kind when a frequency is given. An id finds its record of
 * any kind, so that the error can name the right route.
 */
export async function findCheckout(
  db: Db,
  tenant: Tenant,
  keys: CheckoutKeys,
  frequency?: CheckoutFrequency,
): Promise<Checkout | undefined> {
  const query = checkouts.of(db, tenant).orderBy('id', 'desc').first(checkouts.columns);
  applyKeys(query, keys);
  if (frequency !== undefined && keys.id === undefined) query.where('frequency', frequency);
  // Prepared once a connection: parsing and planning would be most of this read.
  if (isOnlyId(keys)) void query.options({ name: 'checkout_find' });
  const row = await query;
  return row && rowToCheckout(row);
}

function isOnlyId({ id, externalId, customerId }: CheckoutKeys): boolean {
  return id !== undefined && externalId === undefined && customerId === undefined;
}

/** A checkout with its tenant, by its unguessable id: for public pages. */
export async function resolveCheckout(
  db: Db,
  _all: CrossTenant,
  id: string,
): Promise<Owned<{ readonly checkout: Checkout }> | undefined> {
  const row = await db<Row>(checkouts.name).where({ id }).first(checkouts.columns);
  return row && rowToOwnedCheckout(row);
}

/** `now` decides which pending checkouts read EXPIRED. */
export async function listCheckouts(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  filter: CheckoutFilter,
  now: Date,
): Promise<Page<Checkout>> {
  const rows = await selectPage<Row & { id: string }>(db, tenant, {
    table: checkouts.name,
    columns: checkouts.columns,
    page,
    idKind: 'checkout',
    cursorFilter: (query) => {
      if (filter.frequencies.length > 0) query.whereIn('frequency', filter.frequencies);
    },
    filter: (query) => {
      applyKeys(query, filter);
      if (filter.method !== undefined) void query.whereRaw(takesSql(filter.method), { method: filter.method });
      if (filter.email === undefined && filter.taxId === undefined) return;
      query.whereIn('customer_id', customersWith(db, tenant, sealer, filter));
    },
    parts: filter.search === undefined ? listParts(tenant, filter, now) : searchParts(tenant, page, filter, now),
    partsOverlap: filter.search !== undefined,
  });
  return mapPage(rows, rowToCheckout);
}

/** Of each kind: the newest whose items are looked through, within the days that are asked for. */
const recentMax = 1_000;

const sellsSql = `exists (select from jsonb_array_elements(items) sold where strpos(fold_name(sold ->> 'name'), :part) > 0)`;

/** By the external id, and by the items of the newest: its cost has a bound. */
function searchParts(
  tenant: Tenant,
  { createdTo }: PageRequest,
  { search = '', frequencies, status }: CheckoutFilter,
  now: Date,
): readonly Filter[] {
  const until = createdTo === undefined ? '~' : `${idPrefixes.checkout}_${idTime(createdTo.getTime())}`;
  const kinds = frequencies.length === 0 ? checkoutFrequencies : frequencies;
  const recent = kinds.map((frequency): Filter => (query) => {
    void query.where({ frequency }).whereRaw(
      `id >= coalesce((
         select id from checkouts where store_id = :storeId and dev_mode = :devMode and frequency = :frequency and id < :until
         order by id desc offset :recentMax limit 1), '')`,
      { ...tenant, frequency, until, recentMax },
    );
    void query.whereRaw(sellsSql, { part: foldText(search) });
  });
  const isNamed: Filter = (query) => void query.where('external_id', search).whereIn('frequency', kinds);
  const found = [isNamed, ...recent];
  if (status === undefined) return found;
  return found.flatMap((one) =>
    reading(tenant, status, now).map((state): Filter => (query) => {
      one(query);
      state(query);
    }),
  );
}

/** What is paid by a wallet is paid by card. */
function takesSql(method: PaymentMethod): string {
  return method === 'CARD' ? '(:method = any(methods) or cardinality(wallets) > 0)' : ':method = any(methods)';
}

/** One part for each frequency and status, as the indexes order them; a key or a customer selects few rows anyway. */
function listParts(tenant: Tenant, filter: CheckoutFilter, now: Date): readonly Filter[] {
  const states = filter.status === undefined ? [] : reading(tenant, filter.status, now);
  const named = [filter.id, filter.externalId, filter.customerId, filter.email, filter.taxId];
  if (named.some((value) => value !== undefined)) return states;
  const frequencies = filter.frequencies.length === 0 ? checkoutFrequencies : filter.frequencies;
  const kinds = frequencies.map(
    (frequency): Filter =>
      (query) =>
        void query.where({ frequency }),
  );
  if (filter.status === undefined) return kinds;
  return kinds.flatMap((kind) =>
    states.map((state): Filter => (query) => {
      kind(query);
      state(query);
    }),
  );
}

function isStored(status: CheckoutStatus): Filter {
  return (query) => void query.where('status', status);
}

/** The checkouts that read `status` at `now`: the SQL twin of `checkoutStatusAt`. */
function reading(tenant: Tenant, status: CheckoutStatus, now: Date): readonly Filter[] {
  if (status === 'PENDING') {
    return [(query) => void query.where({ status }).whereRaw('(expires_at is null or expires_at > :now)', { now })];
  }
  return status === 'EXPIRED' ? [isStored(status), overdue(tenant, now)] : [isStored(status)];
}

/** Through the queue of the expiry job, as for charges. */
function overdue({ storeId, devMode }: Tenant, now: Date): Filter {
  return (query) =>
    void query.whereRaw(
      `id = any(array(
         select id from checkouts
         where status = 'PENDING' and expires_at <= :now
           and store_id is not distinct from :storeId and dev_mode is not distinct from :devMode
       ))`,
      { now, storeId, devMode },
    );
}

/** As many as one store may confirm, of its newest records. */
const returnHostsMax = 100;
const recordsRead = 10_000;

/** The hosts of the addresses to which checkouts and card charges lead their buyers, as they stand in the addresses. */
export async function listReturnHosts(db: Db, { storeId, devMode }: Tenant): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { host: string }[] }>(
    `select distinct split_part(split_part(lower(address), '://', 2), '/', 1) as host from (
       (select unnest(array[completion_url, return_url]) as address from checkouts
        where store_id = :storeId and dev_mode = :devMode order by id desc limit :recordsRead)
       union all
       (select return_url from charges where store_id = :storeId and dev_mode = :devMode and origin = 'TRANSPARENT'
        order by sort_key desc limit :recordsRead)
     ) as led
     where address is not null limit :returnHostsMax`,
    { storeId, devMode, recordsRead, returnHostsMax },
  );
  return [...new Set(rows.flatMap(({ host }) => URL.parse(`https://${host}`)?.host ?? []))];
}

type Query = Parameters<NonNullable<PageOptions['filter']>>[0];

function applyKeys(query: Query, keys: CheckoutKeys): void {
  if (keys.id !== undefined) query.where('id', keys.id);
  if (keys.externalId !== undefined) query.where('external_id', keys.externalId);
  if (keys.customerId !== undefined) query.where('customer_id', keys.customerId);
}

/** Ids of customers by e-mail and tax id, deleted ones included: their checkouts stay. */
function customersWith(db: Db, tenant: Tenant, sealer: Sealer, filter: CheckoutFilter): Query {
  const query = db('customers').select('id').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
  // Always true: lets the planner use the indexes on live and on deleted customers together.
  query.whereRaw('(deleted_at is null or deleted_at is not null)');
  if (filter.email !== undefined) query.where('email_folded', foldEmail(filter.email));
  if (filter.taxId !== undefined) query.where('tax_id_fingerprint', sealer.fingerprint(normalizeTaxId(filter.taxId)));
  return query;
}

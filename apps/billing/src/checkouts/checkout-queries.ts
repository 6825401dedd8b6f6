import { mapPage, normalizeTaxId, tenantOf, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db, type Filter, type PageOptions } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { foldEmail } from '../customers/customer';
import type { PaymentMethod } from '../money/fees';
import type { Checkout } from './checkout';
import { checkoutColumns, rowToCheckout, type CheckoutRow } from './checkout-row';
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
  readonly method?: PaymentMethod | undefined;
}

/**
 * The newest checkout that matches every given key, of one kind when a frequency is given. An id finds its record
 * whatever its kind, so that the caller can be told which route to use.
 */
export async function findCheckout(
  db: Db,
  tenant: Tenant,
  keys: CheckoutKeys,
  frequency?: CheckoutFrequency,
): Promise<Checkout | undefined> {
  const query = db('checkouts')
    .select(...checkoutColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .orderBy('id', 'desc')
    .limit(1);
  applyKeys(query, keys);
  if (frequency !== undefined && keys.id === undefined) query.where('frequency', frequency);
  // Prepared once a connection: parsing and planning would be most of this read.
  if (isOnlyId(keys)) void query.options({ name: 'checkout_find' });
  const rows = (await query) as readonly CheckoutRow[];
  return rows[0] && rowToCheckout(rows[0]);
}

function isOnlyId({ id, externalId, customerId }: CheckoutKeys): boolean {
  return id !== undefined && externalId === undefined && customerId === undefined;
}

/** The public payment page knows only the unguessable id. */
export async function resolveCheckout(
  db: Db,
  id: string,
): Promise<{ readonly tenant: Tenant; readonly checkout: Checkout } | undefined> {
  const rows = (await db('checkouts')
    .select('store_id', ...checkoutColumns)
    .where({ id })) as readonly (CheckoutRow & { store_id: string })[];
  return rows[0] && { tenant: tenantOf(rows[0].store_id, rows[0].dev_mode), checkout: rowToCheckout(rows[0]) };
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
  const rows = await selectPage<CheckoutRow>(db, tenant, {
    table: 'checkouts',
    columns: checkoutColumns,
    page,
    idKind: 'checkout',
    cursorFilter: (query) => {
      if (filter.frequencies.length > 0) query.whereIn('frequency', filter.frequencies);
    },
    filter: (query) => {
      applyKeys(query, filter);
      if (filter.method !== undefined) query.whereRaw('? = any(methods)', [filter.method]);
      if (filter.email === undefined && filter.taxId === undefined) return;
      query.whereIn('customer_id', customersWith(db, tenant, sealer, filter));
    },
    parts: listParts(filter, now),
  });
  return mapPage(rows, rowToCheckout);
}

/** By frequency and status, as the indexes have them; what a key or a customer names is few rows already. */
function listParts(filter: CheckoutFilter, now: Date): readonly Filter[] {
  const states = filter.status === undefined ? [] : reading(filter.status, now);
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
function reading(status: CheckoutStatus, now: Date): readonly Filter[] {
  if (status === 'PENDING') {
    return [(query) => void query.where({ status }).whereRaw('(expires_at is null or expires_at > ?)', [now])];
  }
  return status === 'EXPIRED' ? [isStored(status), overdue(now)] : [isStored(status)];
}

/** Through the expiry job's queue: see the same of charges. */
function overdue(now: Date): Filter {
  return (query) =>
    void query.whereRaw(`id = any(array(select id from checkouts where status = 'PENDING' and expires_at <= ?))`, [
      now,
    ]);
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
  // Always true, and what lets the indexes on live customers and on deleted ones be used together.
  query.whereRaw('(deleted_at is null or deleted_at is not null)');
  if (filter.email !== undefined) query.where('email_folded', foldEmail(filter.email));
  if (filter.taxId !== undefined) query.where('tax_id_fingerprint', sealer.fingerprint(normalizeTaxId(filter.taxId)));
  return query;
}

/** The checkout of one cycle of a subscription. */
export async function findCycleCheckout(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  cycleNumber: number,
): Promise<Checkout | undefined> {
  const row = (await db('checkouts')
    .select(...checkoutColumns)
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    // In the text, as a prepared statement knows only then that the partial index applies.
    .whereRaw(`frequency = 'CYCLE'`)
    .where({ subscription_id: subscriptionId, cycle_number: cycleNumber })
    .first()
    .options({ name: 'checkout_of_cycle' })) as CheckoutRow | undefined;
  return row && rowToCheckout(row);
}

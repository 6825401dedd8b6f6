import { isCouponCode, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  bigint,
  boolean,
  int,
  json,
  optional,
  selectPage,
  table,
  text,
  timestamp,
  type Db,
  type PageOptions,
  type Row,
} from '@pitanga/database';
import {
  couponStatuses,
  foldCode,
  type Coupon,
  type CouponDuration,
  type CouponStatus,
  type DiscountKind,
} from './coupon';
import { notACouponOfThisList } from './coupon-errors';

export const coupons = table('coupons', {
  id: text('id'),
  code: text('code'),
  devMode: boolean('dev_mode'),
  discountKind: text<DiscountKind>('discount_kind'),
  discount: bigint('discount'),
  status: text<CouponStatus>('status'),
  notes: optional(text('notes')),
  maxRedeems: bigint('max_redeems'),
  redeemsCount: bigint('redeems_count'),
  startsAt: optional(timestamp('starts_at')),
  expiresAt: optional(timestamp('expires_at')),
  duration: text<CouponDuration>('duration'),
  durationInCycles: optional(int('duration_in_cycles')),
  metadataJson: json('metadata'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

/** By what a code is found. Rows of earlier releases have no key, and codes of ASCII alone. */
const codeKey = 'coalesce(code_key, code_folded)';

/** Inserts the coupon; false when one that is not deleted has its code. */
export async function insertCoupon(db: Db, tenant: Tenant, coupon: Coupon): Promise<boolean> {
  const { storeId, devMode } = tenant;
  const inserted: unknown[] = await db(coupons.name)
    .insert({ store_id: storeId, code_key: foldCode(coupon.code), ...coupons.toRow({ ...coupon, devMode }) })
    // Two indexes hold codes unique until the one of earlier releases goes.
    .onConflict()
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** A status that is kept in a row counts until the coupon's end. */
const beforeEnd = '(expires_at is null or expires_at > ?)';

/** Turns an ACTIVE coupon INACTIVE or an INACTIVE one ACTIVE, in one statement; undefined when there is neither. */
export async function toggleCouponStatus(db: Db, tenant: Tenant, code: string, now: Date): Promise<Coupon | undefined> {
  const [row]: Row[] = await ofCode(db, tenant, code)
    .whereIn('status', ['ACTIVE', 'INACTIVE'])
    .whereRaw(beforeEnd, [now])
    .update({
      status: db.raw(`case status when 'ACTIVE' then 'INACTIVE' else 'ACTIVE' end`),
      updated_at: now,
    })
    .returning(coupons.columns);
  return row && coupons.fromRow(row);
}

/** Marks the coupon deleted, which frees its code; undefined when there is none. */
export async function markCouponDeleted(db: Db, tenant: Tenant, code: string, now: Date): Promise<Coupon | undefined> {
  const [row]: Row[] = await ofCode(db, tenant, code)
    .whereNot('status', 'DELETED')
    .update(coupons.toRow({ status: 'DELETED', updatedAt: now }))
    .returning(coupons.columns);
  return row && coupons.fromRow(row);
}

/** The coupon with this code: the newest deleted one if `isDeleted`, else the one that is not deleted. */
export async function findCoupon(db: Db, tenant: Tenant, code: string, isDeleted = false): Promise<Coupon | undefined> {
  if (!isCouponCode(code)) return undefined;
  const query = ofCode(db, tenant, code).orderBy('id', 'desc');
  if (isDeleted) query.where('status', 'DELETED');
  else query.whereNot('status', 'DELETED');
  const row = await query.first(coupons.columns);
  return row && coupons.fromRow(row);
}

/** The coupons with these codes that are not deleted, ignoring case; unknown codes are left out. */
export async function findCouponsByCode(db: Db, tenant: Tenant, codes: readonly string[]): Promise<readonly Coupon[]> {
  const rows = await coupons
    .of(db, tenant)
    .whereRaw(`${codeKey} = any (?::text[])`, [codes.filter(isCouponCode).map(foldCode)])
    .whereNot('status', 'DELETED')
    .select(coupons.columns);
  return rows.map((row) => coupons.fromRow(row));
}

interface CouponFilter {
  readonly code?: string | undefined;
  readonly status?: CouponStatus | undefined;
  /** Store time, at which a coupon has the status. */
  readonly at: Date;
}

/** The statuses of a list without a filter. */
const listed = couponStatuses.filter((status) => status !== 'DELETED');

/**
 * Coupons that are not deleted, newest first. The cursors are codes, because merchants see no other id.
 * INVALID_ARGUMENT for a cursor that is the code of no coupon of this tenant.
 */
export async function listCoupons(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: CouponFilter,
): Promise<Page<Coupon>> {
  const rows = await selectPage<Row>(db, tenant, {
    table: coupons.name,
    columns: coupons.columns,
    page: await withRowIds(db, tenant, page),
    idKind: 'coupon',
    filter: (query) => {
      query.whereNot('status', 'DELETED');
      if (filter.code !== undefined) query.whereRaw(`${codeKey} = ?`, [foldCode(filter.code)]);
    },
    parts: toParts(filter),
  });
  const items = rows.items.map((row) => coupons.fromRow(row));
  return {
    items,
    hasMore: rows.hasMore,
    next: rows.next && items.at(-1)?.code,
    before: rows.before && items.at(0)?.code,
  };
}

/** By the status in the row, which the index of the lists has. Past their end those of every status are EXPIRED. */
function toParts({ status, at }: CouponFilter): NonNullable<PageOptions['parts']> {
  if (status === undefined) return listed.map((kept) => (query) => void query.where({ status: kept }));
  if (status !== 'EXPIRED') return [(query) => void query.where({ status }).whereRaw(beforeEnd, [at])];
  return listed.map((kept) => (query) => {
    query.where({ status: kept });
    if (kept !== 'EXPIRED') query.where('expires_at', '<=', at);
  });
}

/** The page with row ids in place of the codes. A page with both cursors stays as it is: selectPage refuses it. */
async function withRowIds(db: Db, tenant: Tenant, page: PageRequest): Promise<PageRequest> {
  const { after, before } = page;
  if (after !== undefined && before !== undefined) return page;
  if (after !== undefined) return { ...page, after: await findRowId(db, tenant, 'after', after) };
  return before === undefined ? page : { ...page, before: await findRowId(db, tenant, 'before', before) };
}

/** A deleted coupon's code stays a valid cursor, so that a list can be read on; a coupon that is not deleted wins. */
async function findRowId(db: Db, tenant: Tenant, cursor: 'after' | 'before', code: string): Promise<string> {
  const coupon = (await findCoupon(db, tenant, code)) ?? (await findCoupon(db, tenant, code, true));
  if (!coupon) throw notACouponOfThisList(cursor);
  return coupon.id;
}

function ofCode(db: Db, tenant: Tenant, code: string) {
  return coupons.of(db, tenant).whereRaw(`${codeKey} = ?`, [foldCode(code)]);
}

import type { Page, PageRequest, Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import { couponStatuses, foldCode, isCouponCode, type Coupon, type CouponStatus } from './coupon';
import { notACouponOfThisList } from './coupon-errors';
import { couponColumns, rowToCoupon, type CouponRow } from './coupon-repository';

/** The states of a list without a filter. */
const listed = couponStatuses.filter((status) => status !== 'DELETED');

interface CouponFilter {
  readonly code?: string | undefined;
  readonly status?: CouponStatus | undefined;
}

/** The coupon with this code: the newest deleted one for status DELETED, else the one that is not deleted. */
export async function findCoupon(
  db: Db,
  tenant: Tenant,
  code: string,
  status?: CouponStatus,
): Promise<Coupon | undefined> {
  if (!isCouponCode(code)) return undefined;
  const query = ofTenant(db, tenant)
    .select(...couponColumns)
    .where('code_folded', foldCode(code))
    .orderBy('id', 'desc')
    .limit(1);
  if (status === 'DELETED') query.where('status', 'DELETED');
  else query.whereNot('status', 'DELETED');
  if (status !== undefined) query.where('status', status);
  const rows = (await query) as readonly CouponRow[];
  return rows[0] && rowToCoupon(rows[0]);
}

/**
 * Coupons that are not deleted, newest first. The cursors are codes, as a merchant knows no other id.
 * INVALID_ARGUMENT for a cursor that is the code of no coupon of this tenant.
 */
export async function listCoupons(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: CouponFilter,
): Promise<Page<Coupon>> {
  const rows = await selectPage<CouponRow>(db, tenant, {
    table: 'coupons',
    columns: couponColumns,
    page: await withRowIds(db, tenant, page),
    idKind: 'coupon',
    filter: (query) => {
      query.whereNot('status', 'DELETED');
      if (filter.code !== undefined) query.where('code_folded', foldCode(filter.code));
    },
    parts: (filter.status === undefined ? listed : [filter.status]).map(
      (status) => (query) => void query.where({ status }),
    ),
  });
  const items = rows.items.map(rowToCoupon);
  return {
    items,
    hasMore: rows.hasMore,
    next: rows.next && items.at(-1)?.code,
    before: rows.before && items.at(0)?.code,
  };
}

/** The page with row ids in place of the codes. Both cursors at once stay as they are: selectPage refuses them. */
async function withRowIds(db: Db, tenant: Tenant, page: PageRequest): Promise<PageRequest> {
  const { after, before } = page;
  if (after !== undefined && before !== undefined) return page;
  if (after !== undefined) return { ...page, after: await rowIdOf(db, tenant, 'after', after) };
  return before === undefined ? page : { ...page, before: await rowIdOf(db, tenant, 'before', before) };
}

/** A coupon deleted while its list was read is still a place in it; the one that lives now goes first. */
async function rowIdOf(db: Db, tenant: Tenant, cursor: 'after' | 'before', code: string): Promise<string> {
  const coupon = (await findCoupon(db, tenant, code)) ?? (await findCoupon(db, tenant, code, 'DELETED'));
  if (!coupon) throw notACouponOfThisList(cursor);
  return coupon.id;
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('coupons').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}

/** The live coupons with these codes, compared ignoring case; those that do not exist are left out. */
export async function findCouponsByCode(db: Db, tenant: Tenant, codes: readonly string[]): Promise<readonly Coupon[]> {
  const rows = (await ofTenant(db, tenant)
    .select(...couponColumns)
    .whereIn('code_folded', codes.filter(isCouponCode).map(foldCode))
    .whereNot('status', 'DELETED')) as readonly CouponRow[];
  return rows.map(rowToCoupon);
}

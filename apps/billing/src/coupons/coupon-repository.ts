import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { foldCode, type Coupon, type CouponStatus, type DiscountKind } from './coupon';

export interface CouponRow {
  readonly id: string;
  readonly code: string;
  readonly dev_mode: boolean;
  readonly discount_kind: DiscountKind;
  readonly discount: number;
  readonly status: CouponStatus;
  readonly notes: string | null;
  readonly max_redeems: number;
  readonly redeems_count: number;
  readonly metadata: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const couponColumns = [
  'id',
  'code',
  'dev_mode',
  'discount_kind',
  'discount',
  'status',
  'notes',
  'max_redeems',
  'redeems_count',
  'metadata',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CouponRow)[];

/** Inserts the coupon unless one that is not deleted has its code; answers whether it was inserted. */
export async function insertCoupon(db: Db, tenant: Tenant, coupon: Coupon): Promise<boolean> {
  const inserted: unknown[] = await db('coupons')
    .insert({
      id: coupon.id,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      code: coupon.code,
      discount_kind: coupon.discountKind,
      discount: coupon.discount,
      status: coupon.status,
      notes: coupon.notes ?? null,
      max_redeems: coupon.maxRedeems,
      redeems_count: coupon.redeemsCount,
      metadata: coupon.metadataJson,
      created_at: coupon.createdAt,
      updated_at: coupon.updatedAt,
    })
    .onConflict(db.raw(`(store_id, dev_mode, code_folded) where status <> 'DELETED'`))
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Switches an ACTIVE coupon off or an INACTIVE one on, in one statement; undefined when there is neither. */
export async function toggleCouponStatus(db: Db, tenant: Tenant, code: string, now: Date): Promise<Coupon | undefined> {
  const rows = await ofCode(db, tenant, code)
    .whereIn('status', ['ACTIVE', 'INACTIVE'])
    .update({
      status: db.raw(`case status when 'ACTIVE' then 'INACTIVE' else 'ACTIVE' end`),
      updated_at: now,
    })
    .returning<CouponRow[]>([...couponColumns]);
  return rows[0] && rowToCoupon(rows[0]);
}

/** Marks the coupon deleted, which frees its code; undefined when there is none. */
export async function markCouponDeleted(db: Db, tenant: Tenant, code: string, now: Date): Promise<Coupon | undefined> {
  const rows = await ofCode(db, tenant, code)
    .whereNot('status', 'DELETED')
    .update({ status: 'DELETED', updated_at: now })
    .returning<CouponRow[]>([...couponColumns]);
  return rows[0] && rowToCoupon(rows[0]);
}

function ofCode(db: Db, tenant: Tenant, code: string) {
  return db('coupons').where({ store_id: tenant.storeId, dev_mode: tenant.devMode, code_folded: foldCode(code) });
}

export function rowToCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    devMode: row.dev_mode,
    discountKind: row.discount_kind,
    discount: row.discount,
    status: row.status,
    notes: row.notes ?? undefined,
    maxRedeems: row.max_redeems,
    redeemsCount: row.redeems_count,
    metadataJson: row.metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** After `from` and not after `until`, in the store's time, which is `offsetMs` ahead of real time. */
export interface DueWindow {
  readonly from: Date;
  readonly until: Date;
  readonly offsetMs: number;
}

/** `coalesce(payable_until, expires_at, expires_at)` is the expression of the index on charges of dev mode. */
const nextDueSql = `
  select min(due_at) as due_at from (
    (select coalesce(payable_until, expires_at, expires_at) as due_at from charges
     where store_id = :storeId and dev_mode and status = 'PENDING'
       and coalesce(payable_until, expires_at, expires_at) > :from and coalesce(payable_until, expires_at, expires_at) <= :until
     order by coalesce(payable_until, expires_at, expires_at) limit 1)
    union all
    (select expires_at from checkouts
     where store_id = :storeId and dev_mode and status = 'PENDING' and expires_at > :from and expires_at <= :until
     order by expires_at limit 1)
    union all
    (select run_at + :offsetMs * interval '1 millisecond' from refunds
     where store_id = :storeId and dev_mode and step in ('APPROVE', 'SEND', 'WATCH')
       and run_at > :realFrom and run_at <= :realUntil order by run_at limit 1)
    union all
    (select run_at + :offsetMs * interval '1 millisecond' from simulated_disputes
     where store_id = :storeId and dev_mode and run_at > :realFrom and run_at <= :realUntil order by run_at limit 1)
  ) next`;

/** The first instant in the window at which a charge, checkout, refund or dispute of a dev environment is due. */
export async function findNextDue(db: Db, tenant: Tenant, window: DueWindow): Promise<Date | undefined> {
  const { from, until, offsetMs } = window;
  const { rows } = await db.raw<{ rows: { due_at: Date | null }[] }>(nextDueSql, {
    storeId: tenant.storeId,
    from,
    until,
    offsetMs,
    realFrom: new Date(from.getTime() - offsetMs),
    realUntil: new Date(until.getTime() - offsetMs),
  });
  return rows[0]?.due_at ?? undefined;
}

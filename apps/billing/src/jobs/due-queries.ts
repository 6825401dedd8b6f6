import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** After `from` and not after `until`, in the store's time, which is `offsetMs` ahead of real time. */
export interface DueWindow {
  readonly from: Date;
  readonly until: Date;
  readonly offsetMs: number;
}

/** The expression of the index on charges of dev mode. */
const chargeDue = 'coalesce(payable_until, expires_at, expires_at)';

/** The first or last expiry in a window, of charges and checkouts: one look-up in an index of each. */
const expirySql = (choose: 'min' | 'max', window: (due: string) => string): string => {
  const of = (table: string, due: string): string => `
    (select ${due} as due_at from ${table}
     where store_id = :storeId and dev_mode and status = 'PENDING' and ${window(due)}
     order by ${due} ${choose === 'min' ? 'asc' : 'desc'} limit 1)`;
  return `select ${choose}(due_at) from (${of('charges', chargeDue)} union all ${of('checkouts', 'expires_at')}) expiries`;
};

/**
 * Expiries within a minute of the first are done together, at the last of them: nothing follows from one that could not
 * follow a minute later, each is noted at its own time, and thousands of charges of one day would stop the clock
 * thousands of times.
 */
const nextDueSql = `
  with sharp as (
    select min(due_at) as due_at from (
      (select run_at + :offsetMs * interval '1 millisecond' as due_at from refunds
       where store_id = :storeId and dev_mode and step in ('APPROVE', 'SEND', 'WATCH')
         and run_at > :realFrom and run_at <= :realUntil order by run_at limit 1)
      union all
      (select run_at + :offsetMs * interval '1 millisecond' from simulated_disputes
       where store_id = :storeId and dev_mode and run_at > :realFrom and run_at <= :realUntil order by run_at limit 1)
    ) next
  ), first as (
    select (${expirySql('min', (due) => `${due} > :from and ${due} <= :until`)}) as due_at
  )
  select least(sharp.due_at, (
    ${expirySql('max', (due) => `${due} >= first.due_at and ${due} <= least(:until, first.due_at + interval '1 minute')`)}
  )) as due_at from sharp, first`;

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

import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, isOwnedBy, table, text, timestamp, type Row, type Tx } from '@pitanga/database';
import { isNotSetAside } from './set-aside-repository';
import { movedClocksSql } from './moved-clocks';

/** An overdue row, and the store's time at which it expires. */
export interface OverdueRow {
  readonly id: string;
  readonly at: Date;
}

export interface OverdueClaim {
  /** Real time. */
  readonly now: Date;
  readonly limit: number;
  /** Only the rows of this tenant, whose test clock was moved. */
  readonly only?: Tenant | undefined;
}

export type ClaimOverdue = (tx: Tx, all: CrossTenant, claim: OverdueClaim) => Promise<readonly Owned<OverdueRow>[]>;

interface OverdueTable {
  readonly table: 'charges' | 'checkouts';
  readonly job: 'CHARGE_EXPIRY' | 'CHECKOUT_EXPIRY';
  /** SQL for when a row is overdue, as the index has it; and as the index of one store's open rows has it. */
  readonly dueAt: string;
  readonly dueAtOfStore: string;
  /** SQL for what a row waits for beside that. */
  readonly isReady?: string;
}

/**
 * Locks a batch of PENDING rows that are overdue; skips rows that a payment has locked. Stores whose test clock was moved
 * have {@link claimOverdueOnTestClocks}.
 */
export function claimOverdue({ table, job, dueAt, isReady = 'true' }: OverdueTable): ClaimOverdue {
  const sql = `
    select id, store_id, dev_mode, cast(:now as timestamptz) as at from ${table}
    where status = 'PENDING' and ${dueAt} <= :now
      and not exists (select from store_clocks c where ${table}.dev_mode and c.store_id = ${table}.store_id)
      and ${isNotSetAside(job, table)} and ${isReady}
    order by ${dueAt} limit :limit for update skip locked`;
  return async function claim(tx: Tx, _all: CrossTenant, { now, limit }: OverdueClaim) {
    const { rows } = await tx.raw<{ rows: DueRow[] }>(sql, { now, limit });
    return rows.map(rowToOverdue);
  };
}

/**
 * The same by the time of the stores whose test clock was moved: of one store, or of all that no advance is moving. Each
 * row expires at its own instant, since a test clock may stop once for those of a whole minute.
 */
export function claimOverdueOnTestClocks({
  table,
  job,
  dueAtOfStore: dueAt,
  isReady = 'true',
}: OverdueTable): ClaimOverdue {
  const sql = `
    select own.id, own.store_id, own.dev_mode, own.at from (${movedClocksSql}) clocks cross join lateral (
      select id, store_id, dev_mode, greatest(${dueAt}, updated_at) as at from ${table}
      where store_id = clocks.store_id and dev_mode and status = 'PENDING' and ${dueAt} <= clocks.now
        and ${isNotSetAside(job, table)} and ${isReady}
      order by ${dueAt} limit :limit for update skip locked
    ) own limit :limit`;
  return async function claim(tx: Tx, _all: CrossTenant, { now, limit, only }: OverdueClaim) {
    const { rows } = await tx.raw<{ rows: DueRow[] }>(sql, { now, limit, storeId: only?.storeId ?? null });
    return rows.map(rowToOverdue);
  };
}

interface DueRow {
  readonly id: string;
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly at: Date;
}

const rowToOverdue = ({ id, store_id: storeId, dev_mode: devMode, at }: DueRow): Owned<OverdueRow> => ({
  tenant: toTenant(storeId, devMode),
  id,
  at,
});

const dueRows = table('due', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  at: timestamp('at'),
});

/** SQL that expires claimed rows of a table, with {@link overdueBindings}. */
export const expireSql = (name: string): string => `
  update ${name} set status = 'EXPIRED', updated_at = due.at
  from ${dueRows.unnestSql('due')} where ${isOwnedBy(name, 'due')}`;

export const overdueBindings = (due: readonly Owned<OverdueRow>[]): Row =>
  dueRows.toArrays(due.map(({ tenant: { storeId, devMode }, id, at }) => ({ storeId, devMode, id, at })));

import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { AdvanceablePart } from './advance';

interface PartRow {
  readonly charge_id: string;
  readonly number: number;
  readonly open_cents: number;
  readonly due_at: Date;
}

/**
 * The open parts of a store's card payments that are due after `now` (store time), the earliest first; locks nothing.
 * What is due already is about to settle, at no cost.
 */
export async function findAdvanceableParts(
  db: Db,
  tenant: Tenant,
  now: Date,
  limit: number,
): Promise<readonly AdvanceablePart[]> {
  const { rows } = await db.raw<{ rows: PartRow[] }>(
    `select p.charge_id, p.number, p.open_cents, p.due_at
     from pending_parts p
     join statement_entries e on e.store_id = p.store_id and e.dev_mode = p.dev_mode and e.id = p.statement_entry_id
     where p.store_id = ? and p.dev_mode = ? and p.open_cents > 0 and p.due_at > ? and e.method = 'CARD'
     order by p.due_at, p.charge_id, p.number
     limit ?`,
    [tenant.storeId, tenant.devMode, now, limit],
  );
  return rows.map((row) => ({
    chargeId: row.charge_id,
    number: row.number,
    openCents: cents(row.open_cents),
    dueAt: row.due_at,
  }));
}

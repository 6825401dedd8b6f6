import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Hold, HoldPurpose, HoldState } from './hold';

interface HoldRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly id: string;
  readonly state: HoldState;
  readonly purpose: HoldPurpose | null;
  readonly amount_cents: number;
  readonly fee_cents: number;
  readonly charge_id: string | null;
  readonly statement_entry_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A hold released before it was reserved: nothing is known of it but that it must never take money. */
export interface RefusedHold {
  readonly id: string;
  readonly state: 'RELEASED';
  readonly purpose: undefined;
}

/** Writes a hold unless its id is taken; false when it is. Waits for another transaction with the same id. */
export async function insertHold(tx: Db, tenant: Tenant, hold: Hold | RefusedHold, at: Date): Promise<boolean> {
  const money =
    hold.purpose === undefined
      ? { purpose: null, amount_cents: 0, fee_cents: 0, charge_id: null, statement_entry_id: null }
      : {
          purpose: hold.purpose,
          amount_cents: hold.amountCents,
          fee_cents: hold.feeCents,
          charge_id: hold.chargeId ?? null,
          statement_entry_id: hold.statementEntryId,
        };
  const row: HoldRow = {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: hold.id,
    state: hold.state,
    ...money,
    created_at: at,
    updated_at: at,
  };
  const inserted: { id: string }[] = await tx('holds').insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** Locks a hold until the transaction ends. */
export async function lockHold(tx: Db, tenant: Tenant, id: string): Promise<Hold | RefusedHold | undefined> {
  const row = await tx<HoldRow>('holds')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id })
    .forUpdate()
    .first();
  return row && rowToHold(row);
}

/** Ends a hold that is HELD; its row must be locked. */
export async function endHold(
  tx: Db,
  tenant: Tenant,
  id: string,
  state: Exclude<HoldState, 'HELD'>,
  at: Date,
): Promise<void> {
  const changed = await tx('holds')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, state: 'HELD' })
    .update({ state, updated_at: at });
  if (changed !== 1) throw new Error(`hold ${id} is not HELD`);
}

function rowToHold(row: HoldRow): Hold | RefusedHold {
  if (row.purpose === null || row.statement_entry_id === null) {
    return { id: row.id, state: 'RELEASED', purpose: undefined };
  }
  return {
    id: row.id,
    state: row.state,
    purpose: row.purpose,
    amountCents: cents(row.amount_cents),
    feeCents: cents(row.fee_cents),
    chargeId: row.charge_id ?? undefined,
    statementEntryId: row.statement_entry_id,
  };
}

import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Dispute, DisputeState } from './dispute';

interface DisputeRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly id: string;
  readonly charge_id: string;
  readonly state: DisputeState;
  readonly amount_cents: number;
  readonly statement_entry_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Writes a dispute unless its id is taken; false when it is. Waits for another transaction with the same id. */
export async function insertDispute(tx: Db, tenant: Tenant, dispute: Dispute, at: Date): Promise<boolean> {
  const row: DisputeRow = {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: dispute.id,
    charge_id: dispute.chargeId,
    state: dispute.state,
    amount_cents: dispute.amountCents,
    statement_entry_id: dispute.statementEntryId,
    created_at: at,
    updated_at: at,
  };
  const inserted: { id: string }[] = await tx('disputes').insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** Ends a dispute that is OPEN and answers it as it was; undefined when it has ended already. */
export async function endDispute(
  tx: Db,
  tenant: Tenant,
  id: string,
  state: Exclude<DisputeState, 'OPEN'>,
  at: Date,
): Promise<Dispute | undefined> {
  const [row] = await tx('disputes')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, state: 'OPEN' })
    .update({ state, updated_at: at })
    .returning<DisputeRow[]>('*');
  return (
    row && {
      id: row.id,
      chargeId: row.charge_id,
      state: 'OPEN',
      amountCents: cents(row.amount_cents),
      statementEntryId: row.statement_entry_id,
    }
  );
}

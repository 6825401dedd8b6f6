import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Overpayment, OverpaymentState } from './overpayment';

interface OverpaymentRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly id: string;
  readonly charge_id: string;
  readonly state: OverpaymentState;
  readonly amount_cents: number;
  readonly statement_entry_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Writes an overpayment unless its id is taken; false when it is. */
export async function insertOverpayment(tx: Db, tenant: Tenant, overpayment: Overpayment, at: Date): Promise<boolean> {
  const row: OverpaymentRow = {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    id: overpayment.id,
    charge_id: overpayment.chargeId,
    state: overpayment.state,
    amount_cents: overpayment.amountCents,
    statement_entry_id: overpayment.statementEntryId,
    created_at: at,
    updated_at: at,
  };
  const inserted: { id: string }[] = await tx('overpayments').insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** Ends an overpayment that is OPEN and answers it as it was; undefined when it has ended already. */
export async function endOverpayment(tx: Db, tenant: Tenant, id: string, at: Date): Promise<Overpayment | undefined> {
  const [row] = await tx('overpayments')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, id, state: 'OPEN' })
    .update({ state: 'RETURNED', updated_at: at })
    .returning<OverpaymentRow[]>('*');
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

import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { outboxAppended, outboxBindings, outboxInsertSql, type Db } from '@pitanga/database';
import type { Charge } from './charge';
import { charges } from './charge-row';

const saved = charges.pick(
  'status',
  'paidAmountCents',
  'paidAt',
  'paymentReference',
  'payerName',
  'payerMaskedTaxId',
  'payerIsCustomer',
  'updatedAt',
);

const saveSql = `
  with paid as (
    update charges set ${saved.columns.map((name) => `${name} = :${name}`).join(', ')}
    where id = :id and store_id = :storeId and dev_mode = :devMode and status = 'PENDING'
    returning id
  )
  ${outboxInsertSql('paid')}`;

/**
 * Saves a payment by card of a charge that the caller has not locked, with its event, in one statement.
 * @returns false, with nothing done, unless the charge is still PENDING
 */
export async function savePaidAlone(
  db: Db,
  tenant: Tenant,
  charge: Charge,
  event: OutboundEvent,
  recordedAt: Date,
): Promise<boolean> {
  const { status, paidAmountCents, paidAt, paymentReference, updatedAt, payer } = charge;
  const cells = saved.toRow({
    ...{ status, paidAmountCents, paidAt, paymentReference, updatedAt },
    payerName: payer?.name,
    payerMaskedTaxId: payer?.maskedTaxId,
    payerIsCustomer: payer?.isSameAsCustomer,
  });
  const bindings = { ...tenant, id: charge.id, ...cells, ...outboxBindings(event, recordedAt) };
  const { rowCount } = await db.raw<{ rowCount: number }>(saveSql, bindings).options({ name: 'charge_paid_alone' });
  if (rowCount === 1) outboxAppended(db);
  return rowCount === 1;
}

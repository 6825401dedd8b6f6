import type { OutboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { isOwnedBy, outboxAppended, outboxBindings, type Db, type Row } from '@pitanga/database';
import type { Charge } from './charge';
import { charges } from './charge-row';
import { eventsInsertSql, sharedWrites } from './shared-writes';

const saved = charges.pick(
  'id',
  'storeId',
  'devMode',
  'status',
  'paidAmountCents',
  'paidAt',
  'endToEndId',
  'paymentReference',
  'payerName',
  'payerMaskedTaxId',
  'payerIsCustomer',
  'payerRef',
  'updatedAt',
);

/** A payment and its event as rows. */
interface Paid {
  readonly id: string;
  readonly charge: Row;
  readonly event: Row;
  isSaved: boolean;
}

/** Arrays, as PostgreSQL takes rows of JSON for a hundred, and reads a table of thousands as a whole for so many. */
const saveSql = `
  with paid as (
    update charges c set ${saved.assignmentsSql('p', ['id', 'storeId', 'devMode'])}
    from ${saved.unnestSql('p')}
    where ${isOwnedBy('c', 'p')} and c.status = 'PENDING'
    returning c.id
  ),
  events as (${eventsInsertSql('paid')})
  select id from paid`;

/**
 * Saves a payment of a charge that the caller has not locked, with its event. Alone it shares its statement and
 * commit with those of other requests.
 * @returns false, with nothing done, unless the charge is still PENDING: also where it was saved, but the database's answer
 * was lost
 */
export async function savePaidAlone(
  db: Db,
  tenant: Tenant,
  charge: Charge,
  event: OutboundEvent,
  recordedAt: Date,
): Promise<boolean> {
  const { id, status, paidAmountCents, paidAt, pix, paymentReference, updatedAt, payer } = charge;
  const row = saved.toRow({
    ...{ ...tenant, id, status, paidAmountCents, paidAt, paymentReference, updatedAt },
    payerName: payer?.name,
    payerMaskedTaxId: payer?.maskedTaxId,
    payerIsCustomer: payer?.isSameAsCustomer,
    payerRef: payer?.ref,
    endToEndId: pix?.endToEndId,
  });
  const paid: Paid = { id, charge: row, event: outboxBindings(event, recordedAt), isSaved: false };
  await (db.isTransaction === true ? saveAll(db, [paid]) : saves(db).submit(paid));
  return paid.isSaved;
}

const saves = sharedWrites<Paid>(saveAll);

async function saveAll(db: Db, payments: readonly Paid[]): Promise<void> {
  // A charge that is paid twice at once is updated by one of its rows, and would have an event for each.
  const byId = new Map(payments.map((paid) => [paid.id, paid]));
  const together = [...byId.values()];
  const bindings = {
    ...saved.rowsToArrays(together.map(({ charge }) => charge)),
    events: JSON.stringify(together.map(({ event }) => event)),
  };
  const { rows } = await db.raw<{ rows: { id: string }[] }>(saveSql, bindings).options({ name: 'charges_paid_alone' });
  for (const { id } of rows) {
    const paid = byId.get(id);
    if (paid) paid.isSaved = true;
  }
  if (rows.length > 0) outboxAppended(db);
}

import type { OutboundEvent } from '@pitanga/contracts';
import type { Owned } from '@pitanga/core';
import { isOwnedBy, type Db, type Locked, type Row, type Tx } from '@pitanga/database';
import type { Charge } from './charge';
import { charges } from './charge-row';
import { eventRows, eventsInsertSql, sharedWrites } from './shared-writes';

/** A charge that a payment makes PAID, as it was `before`, with the events of the payment in their order. */
export type PaidCharge<Before extends Charge = Charge> = Owned<{
  readonly before: Before;
  readonly charge: Charge;
  readonly events: readonly OutboundEvent[];
}>;

const saved = charges.pick(
  'id',
  'storeId',
  'devMode',
  // The one it had.
  'status',
  'customerId',
  'paidAmountCents',
  'paidAt',
  'endToEndId',
  'paymentReference',
  'payerName',
  'payerMaskedTaxId',
  'payerIsCustomer',
  'payerRef',
  'accountOwner',
  // Null where it stays.
  'metadataJson',
  'updatedAt',
);

/** The payments of charges as rows. */
interface PaidRow {
  readonly id: string;
  readonly charge: Row;
  readonly events: readonly Row[];
  isSaved: boolean;
}

/**
 * The one statement that makes charges PAID, each only from the status that its payment was judged by.
 */
const saveSql = (from: string) => `
  with paid as (
    update charges c set status = 'PAID', metadata = coalesce(p.metadata, c.metadata),
      ${saved.assignmentsSql('p', ['id', 'storeId', 'devMode', 'status', 'metadataJson'])}
    from ${from}
    where ${isOwnedBy('c', 'p')} and c.status = p.status
    returning c.id
  ),
  events as (${eventsInsertSql('paid')})
  select id from paid`;
/** Arrays, as PostgreSQL takes rows of JSON for a hundred, and reads a table of thousands as a whole for so many. */
const saveManySql = saveSql(saved.unnestSql('p'));
/** Its plan is one for any size of the table. */
const saveOneSql = saveSql(`(select ${saved.parametersSql('')}) as p(${saved.columns.join(', ')})`);

/** Saves payments of charges with their events; throws unless each charge is as it was locked. */
export async function savePaidCharges(
  tx: Tx,
  payments: readonly PaidCharge<Locked<Charge>>[],
  recordedAt: Date,
): Promise<void> {
  const rows = payments.map((payment) => toPaidRow(payment, recordedAt));
  await saveAll(tx, rows);
  const unsaved = rows.find(({ isSaved }) => !isSaved);
  if (unsaved) throw new Error(`charge ${unsaved.id} changed under its own lock`);
}

/**
 * Saves a payment of a charge that the caller has not locked, with its events. Alone it shares its statement and
 * commit with those of other requests.
 * @returns false, with nothing done, unless the charge still has its status: also where it was saved, but the database's
 * answer was lost
 */
export async function savePaidUnlocked(db: Db, payment: PaidCharge, recordedAt: Date): Promise<boolean> {
  const row = toPaidRow(payment, recordedAt);
  await (db.isTransaction === true ? saveAll(db, [row]) : saves(db).submit(row));
  return row.isSaved;
}

const saves = sharedWrites<PaidRow>(saveAll);

async function saveAll(db: Db, payments: readonly PaidRow[]): Promise<void> {
  // A charge that is paid twice at once is updated by one of its rows, and would have the events of each.
  const byId = new Map(payments.map((paid) => [paid.id, paid]));
  const together = [...byId.values()];
  const [first] = together;
  if (!first) return;
  const events = JSON.stringify(together.flatMap((paid) => paid.events));
  const [sql, bindings, name] =
    together.length === 1
      ? [saveOneSql, first.charge, 'charge_save_paid']
      : [saveManySql, saved.rowsToArrays(together.map(({ charge }) => charge)), 'charges_save_paid'];
  const { rows } = await db.raw<{ rows: { id: string }[] }>(sql, { ...bindings, events }).options({ name });
  for (const { id } of rows) {
    const paid = byId.get(id);
    if (paid) paid.isSaved = true;
  }
}

function toPaidRow({ tenant, before, charge, events }: PaidCharge, recordedAt: Date): PaidRow {
  const { id, customerId, paidAmountCents, paidAt, pix, paymentReference, updatedAt, payer, metadataJson } = charge;
  const { accountOwner } = charge;
  const row = saved.toRow({
    ...{ ...tenant, id, customerId, paidAmountCents, paidAt, paymentReference, accountOwner, updatedAt },
    status: before.status,
    payerName: payer?.name,
    payerMaskedTaxId: payer?.maskedTaxId,
    payerIsCustomer: payer?.isSameAsCustomer,
    payerRef: payer?.ref,
    endToEndId: pix?.endToEndId,
    ...(metadataJson !== before.metadataJson && { metadataJson }),
  });
  return {
    id,
    charge: { [charges.column('metadataJson')]: null, ...row },
    events: eventRows(id, events, recordedAt),
    isSaved: false,
  };
}

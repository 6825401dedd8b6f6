import { toTenant, type AccountOwner, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  cents,
  optional,
  smallint,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import { contextColumns } from '../statement/statement-repository';
import { flat, groupByTenant } from '../owned-rows';
import { ownerStep, type OpenPart, type SettledPart } from './pending-part';

const pendingParts = table('pending_parts', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  chargeId: text('charge_id'),
  number: smallint('number'),
  amountCents: cents('amount_cents'),
  openCents: cents('open_cents'),
  settledCents: cents('settled_cents'),
  /** The store's time. */
  dueAt: timestamp('due_at'),
  /** Real time: `due_at` less the offset of the store's test clock. */
  runAt: timestamp('run_at'),
  statementEntryId: text('statement_entry_id'),
  subAccountId: optional(text('sub_account_id')),
});

const openParts = pendingParts.pick('number', 'openCents', 'subAccountId');

/** Locks the parts of a charge, in order, against settlement and other takers; also those that have settled. */
export async function lockParts(tx: Tx, tenant: Tenant, chargeId: string): Promise<Locked<readonly OpenPart[]>> {
  const rows: Row[] = await pendingParts
    .of(tx, tenant)
    .where({ charge_id: chargeId })
    .orderBy('number')
    .forUpdate()
    .select(openParts.columns);
  return asLocked(rows.map((row) => openParts.fromRow(row)));
}

const charges = pendingParts.pick('storeId', 'devMode', 'chargeId');
/** What is open of a part, with its key. */
export const partAmounts = pendingParts.pick('storeId', 'devMode', 'chargeId', 'number', 'openCents');
const lockedParts = pendingParts.pick('storeId', 'devMode', 'chargeId', 'number', 'openCents', 'subAccountId');

/** Locks the parts of several charges, in key order; see {@link lockParts}. */
export async function lockPartsOfCharges(
  tx: Tx,
  of: readonly Owned<{ readonly chargeId: string }>[],
): Promise<readonly Owned<{ readonly chargeId: string; readonly parts: readonly OpenPart[] }>[]> {
  const { rows } = await tx
    .raw<{ rows: Row[] }>(
      `select ${lockedParts.selectSql('p')}
       from ${charges.unnestSql('k')}
       join pending_parts p on p.store_id = k.store_id and p.dev_mode = k.dev_mode and p.charge_id = k.charge_id
       order by p.store_id, p.dev_mode, p.charge_id, p.number
       for update of p`,
      charges.toArrays(of.map(flat)),
    )
    .options({ name: 'lock_parts_of_charges' });
  const groups = groupByTenant(
    rows.map((row) => lockedParts.fromRow(row)),
    ({ chargeId }) => chargeId,
  );
  return groups.map(({ tenant, id, rows: parts }) => ({
    tenant,
    chargeId: id,
    parts: parts.map(({ number, openCents, subAccountId }) => ({ number, openCents, subAccountId })),
  }));
}

/** When the store's next part settles, after `from` and not after `until` (store time); dev mode only. */
export async function findNextPartDue(
  db: Db,
  tenant: Tenant,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<Date | undefined> {
  const due = pendingParts.pick('dueAt');
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${due.selectSql()} from pending_parts
     where store_id = :storeId and dev_mode and settled_cents < amount_cents and open_cents > 0 and due_at > :from
       and due_at <= :until
     order by due_at limit 1`,
    { storeId: tenant.storeId, from, until },
  );
  return rows[0] && due.fromRow(rows[0]).dueAt;
}

/**
 * Brings the settlement of a store's parts forward, because its test clock was moved. Of all that have not settled:
 * parts that a refund or a dispute took whole may be restored.
 */
export async function shiftParts(tx: Tx, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update pending_parts set run_at = run_at - :deltaMs * interval '1 millisecond'
     where store_id = :storeId and dev_mode and settled_cents < amount_cents`,
    { deltaMs, storeId: tenant.storeId },
  );
}

/** The moment of a settlement run, real time, and the most parts it settles. */
export interface SettlementBatch {
  readonly now: Date;
  readonly limit: number;
}

/**
 * Marks due parts of all stores as settled, the longest due first; post their journals in the same transaction. Skips
 * parts that a refund, a dispute or another replica has locked, with the others of their installment, which settle in one
 * journal, and stores whose test clock is being moved, which settles theirs and waits for it.
 */
export async function settleDueParts(
  tx: Tx,
  _all: CrossTenant,
  batch: SettlementBatch,
): Promise<readonly SettledPart[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(settleAllSql, { ...batch }).options({ name: 'settle_due_parts' });
  return rows.map(toSettledPart);
}

/** The same for a store's dev environment, whose test clock is being moved. */
export async function settleDuePartsOfStore(
  tx: Tx,
  tenant: Tenant,
  batch: SettlementBatch,
): Promise<readonly SettledPart[]> {
  const { rows } = await tx
    .raw<{ rows: Row[] }>(settleOfStoreSql, { ...batch, storeId: tenant.storeId })
    .options({ name: 'settle_due_parts_of_store' });
  return rows.map(toSettledPart);
}

function toSettledPart(row: Row): SettledPart {
  const { storeId, devMode, ...part } = settledParts.fromRow(row);
  const { owner } = payments.fromRow(row);
  return { ...part, owner, tenant: toTenant(storeId, devMode), context: contextColumns.fromRow(row) };
}

/** A settled part as `settleDueSql` returns it. */
const settledParts = table('settled', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  chargeId: text('charge_id'),
  number: smallint('number'),
  amountCents: cents('amount_cents'),
  settledBeforeCents: cents('settled_before_cents'),
  occurredAt: timestamp('occurred_at'),
  subAccountId: optional(text('sub_account_id')),
});
const payments = table('journals', { owner: optional(text<AccountOwner>('owner')) });

/** The rest of a part's context; its charge_id is the part's. */
const paymentContext = contextColumns.pick(
  'method',
  'description',
  'checkoutId',
  'externalId',
  'subscriptionId',
  'customer',
);

const installmentSql = (number: string) => `${number} % ${String(ownerStep)}`;

// The clock of a store is due_at - run_at ahead of real time. The parts of one installment are due at once.
const settleDueSql = (condition: string) => `
  with locked as (
    select store_id, dev_mode, charge_id, number, open_cents, settled_cents
    from pending_parts p
    where open_cents > 0 and run_at <= cast(:now as timestamptz)
      and ${condition}
    -- Installment by installment, each of at most 21 parts: the first of them is never cut by the limit.
    order by run_at, store_id, dev_mode, charge_id, ${installmentSql('number')}, number
    limit :limit
    for update skip locked
  ), due as (
    -- Of an installment all parts, or none: what the limit or another lock kept from some is left to the next run.
    select l.* from (
      select *, count(*) over (partition by store_id, dev_mode, charge_id, ${installmentSql('number')}) as parts from locked
    ) l
    where l.parts = (
      select count(*) from pending_parts p
      where p.store_id = l.store_id and p.dev_mode = l.dev_mode and p.charge_id = l.charge_id and p.open_cents > 0
        and ${installmentSql('p.number')} = ${installmentSql('l.number')}
    )
  ), settled as (
    update pending_parts p set settled_cents = p.settled_cents + d.open_cents, open_cents = 0
    from due d
    where p.store_id = d.store_id and p.dev_mode = d.dev_mode and p.charge_id = d.charge_id and p.number = d.number
    returning p.store_id, p.dev_mode, p.charge_id, p.number, p.statement_entry_id, d.open_cents as amount_cents,
      d.settled_cents as settled_before_cents, p.sub_account_id, cast(:now as timestamptz) + (p.due_at - p.run_at) as occurred_at
  )
  select ${settledParts.selectSql('s')}, ${payments.selectSql('j')}, ${paymentContext.selectSql('e')}
  from settled s
  left join journals j on j.store_id = s.store_id and j.dev_mode = s.dev_mode and j.id = 'capture:' || s.charge_id
  left join statement_entries e
    on e.store_id = s.store_id and e.dev_mode = s.dev_mode and e.id = s.statement_entry_id`;
const settleAllSql = settleDueSql(`not exists (
        select from store_clocks c
        where p.dev_mode and c.store_id = p.store_id and c.advancing_until > cast(:now as timestamptz)
      )`);
const settleOfStoreSql = settleDueSql('store_id = :storeId and dev_mode');

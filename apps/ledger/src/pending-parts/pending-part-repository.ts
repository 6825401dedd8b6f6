import { cents, tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { rowToContext, type StatementContextRow } from '../statement/statement-repository';
import type { ChargePartTaking, OpenPart, PartTaking, SettledPart } from './pending-part';

interface PartRow {
  readonly number: number;
  readonly open_cents: number;
}

interface DueRow extends StatementContextRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
  readonly charge_id: string;
  readonly number: number;
  readonly amount_cents: number;
  readonly settled_before_cents: number;
  readonly occurred_at: Date;
}

/** Locks the parts of a charge, in order, against settlement and other takers; answers all, the settled too. */
export async function lockParts(tx: Db, tenant: Tenant, chargeId: string): Promise<readonly OpenPart[]> {
  const rows = await tx('pending_parts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, charge_id: chargeId })
    .orderBy('number')
    .forUpdate()
    .select<PartRow[]>('number', 'open_cents');
  return rows.map((row) => ({ number: row.number, openCents: cents(row.open_cents) }));
}

/** Takes from parts and remembers from which; their rows must be locked. */
export async function insertTakings(
  tx: Db,
  tenant: Tenant,
  takerId: string,
  takings: readonly ChargePartTaking[],
): Promise<void> {
  await tx.raw(
    `with taken as (
       insert into part_takings (store_id, dev_mode, taker_id, charge_id, number, amount_cents)
       select :storeId, :devMode, :takerId, t.charge_id, t.number, t.amount_cents
       from unnest(cast(:charges as text[]), cast(:numbers as smallint[]), cast(:amounts as bigint[]))
         as t(charge_id, number, amount_cents)
       returning *
     )
     update pending_parts p set open_cents = p.open_cents - t.amount_cents from taken t
     where p.store_id = t.store_id and p.dev_mode = t.dev_mode and p.charge_id = t.charge_id and p.number = t.number`,
    {
      storeId: tenant.storeId,
      devMode: tenant.devMode,
      takerId,
      charges: takings.map(({ chargeId }) => chargeId),
      numbers: takings.map(({ number }) => number),
      amounts: takings.map(({ amountCents }) => amountCents),
    },
  );
}

/** Puts what a taker took back where it was, due as it was; the charge's parts must be locked. */
export async function returnTakings(tx: Db, tenant: Tenant, takerId: string): Promise<readonly PartTaking[]> {
  const { rows } = await tx.raw<{ rows: { number: number; amount_cents: number }[] }>(
    `with returned as (
       delete from part_takings where store_id = :storeId and dev_mode = :devMode and taker_id = :takerId returning *
     ), restored as (
       update pending_parts p set open_cents = p.open_cents + r.amount_cents from returned r
       where p.store_id = r.store_id and p.dev_mode = r.dev_mode and p.charge_id = r.charge_id and p.number = r.number
     )
     select number, amount_cents from returned`,
    { storeId: tenant.storeId, devMode: tenant.devMode, takerId },
  );
  return rows.map((row) => ({ number: row.number, amountCents: cents(row.amount_cents) }));
}

/**
 * Brings the settlement of a store's parts nearer, because its test clock was moved. Of all that have not settled:
 * those a refund or a dispute has taken whole may come back.
 */
export async function shiftParts(tx: Db, tenant: Tenant, deltaMs: number): Promise<void> {
  await tx.raw(
    `update pending_parts set run_at = run_at - ? * interval '1 millisecond'
     where store_id = ? and dev_mode and settled_cents < amount_cents`,
    [deltaMs, tenant.storeId],
  );
}

/**
 * Settles up to `limit` parts that are due at `now` (real time), the longest due first; their journals belong into the
 * same transaction. Parts that a refund, a dispute or another replica holds are left for the next time. Of one store's
 * dev environment, or of all stores whose test clock is not being advanced just now: the advance settles theirs, and
 * waits for it.
 */
export async function claimDueParts(
  tx: Db,
  now: Date,
  limit: number,
  tenant?: Tenant,
): Promise<readonly SettledPart[]> {
  const { rows } = await tx
    .raw<{ rows: DueRow[] }>(claimDuePartsSql, { now, limit, storeId: tenant?.storeId ?? null })
    .options({ name: 'claim_due_parts' });
  return rows.map((row) => ({
    tenant: tenantOf(row.store_id, row.dev_mode),
    chargeId: row.charge_id,
    number: row.number,
    amountCents: cents(row.amount_cents),
    settledBeforeCents: cents(row.settled_before_cents),
    occurredAt: row.occurred_at,
    context: rowToContext(row),
  }));
}

/** A store's clock is ahead of real time by due_at − run_at. */
const claimDuePartsSql = `
  with due as (
    select store_id, dev_mode, charge_id, number, open_cents, settled_cents
    from pending_parts p
    where open_cents > 0 and run_at <= cast(:now as timestamptz)
      and case when cast(:storeId as text) is null
        then not exists (select from store_clocks c
          where p.dev_mode and c.store_id = p.store_id and c.advancing_until > cast(:now as timestamptz))
        else store_id = :storeId and dev_mode end
    order by run_at
    limit :limit
    for update skip locked
  ), settled as (
    update pending_parts p set settled_cents = p.settled_cents + d.open_cents, open_cents = 0
    from due d
    where p.store_id = d.store_id and p.dev_mode = d.dev_mode and p.charge_id = d.charge_id and p.number = d.number
    returning p.store_id, p.dev_mode, p.charge_id, p.number, p.statement_entry_id, d.open_cents as amount_cents,
      d.settled_cents as settled_before_cents, cast(:now as timestamptz) + (p.due_at - p.run_at) as occurred_at
  )
  select s.store_id, s.dev_mode, s.charge_id, s.number, s.amount_cents, s.settled_before_cents, s.occurred_at,
    e.method, e.description, e.checkout_id, e.external_id, e.subscription_id, e.customer
  from settled s
  left join statement_entries e
    on e.store_id = s.store_id and e.dev_mode = s.dev_mode and e.id = s.statement_entry_id`;

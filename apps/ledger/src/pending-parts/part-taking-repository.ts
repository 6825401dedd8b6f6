import type { Owned, Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  cents,
  smallint,
  table,
  text,
  type Db,
  type Locked,
  type Row,
  type Tx,
  type Values,
} from '@pitanga/database';
import { flat, groupByTenant } from '../owned-rows';
import type { ChargePartTaking, PartTaking } from './pending-part';

export const partTakings = table('part_takings', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  takerId: text('taker_id'),
  chargeId: text('charge_id'),
  number: smallint('number'),
  amountCents: cents('amount_cents'),
});

const chargeTakings = partTakings.pick('chargeId', 'number', 'amountCents');

/**
 * Locks the parts that takings are planned from, in key order, and waits for settlements and other takers. Undefined when
 * a part has less open than the plan takes.
 */
export async function lockPartsToTake(
  tx: Tx,
  tenant: Tenant,
  takings: readonly ChargePartTaking[],
): Promise<Locked<readonly ChargePartTaking[]> | undefined> {
  const { rows } = await tx.raw<{ rows: { is_open: boolean }[] }>(
    `select p.open_cents >= t.amount_cents as is_open
     from ${chargeTakings.unnestSql('t')}
     join pending_parts p on p.store_id = :storeId and p.dev_mode = :devMode and p.charge_id = t.charge_id
       and p.number = t.number
     order by p.charge_id, p.number
     for update of p`,
    { ...chargeTakings.toArrays(takings), storeId: tenant.storeId, devMode: tenant.devMode },
  );
  const areOpen = rows.length === takings.length && rows.every(({ is_open: isOpen }) => isOpen);
  return areOpen ? asLocked(takings) : undefined;
}

/** Takes from parts and records which. */
export async function insertTakings(
  tx: Tx,
  tenant: Tenant,
  _parts: Locked<readonly object[]>,
  takerId: string,
  takings: readonly ChargePartTaking[],
): Promise<void> {
  await tx.raw(
    `with inserted as (
       insert into part_takings (store_id, dev_mode, taker_id, ${chargeTakings.selectSql()})
       select :storeId, :devMode, :takerId, ${chargeTakings.selectSql('t')} from ${chargeTakings.unnestSql('t')}
       returning *
     )
     update pending_parts p set open_cents = p.open_cents - t.amount_cents from inserted t
     where p.store_id = t.store_id and p.dev_mode = t.dev_mode and p.charge_id = t.charge_id and p.number = t.number`,
    { ...chargeTakings.toArrays(takings), storeId: tenant.storeId, devMode: tenant.devMode, takerId },
  );
}

/** Returns to the parts what a taker took. They are due when they were due before. */
export async function restoreTakings(
  tx: Tx,
  tenant: Tenant,
  _parts: Locked<readonly object[]>,
  takerId: string,
): Promise<readonly PartTaking[]> {
  const restored = partTakings.pick('number', 'amountCents');
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `with deleted as (
       delete from part_takings where store_id = :storeId and dev_mode = :devMode and taker_id = :takerId returning *
     ), restored as (
       update pending_parts p set open_cents = p.open_cents + d.amount_cents from deleted d
       where p.store_id = d.store_id and p.dev_mode = d.dev_mode and p.charge_id = d.charge_id and p.number = d.number
     )
     select ${restored.selectSql()} from deleted`,
    { storeId: tenant.storeId, devMode: tenant.devMode, takerId },
  );
  return rows.map((row) => restored.fromRow(row));
}

export const takers = partTakings.pick('storeId', 'devMode', 'takerId');

type ByTaker<Taking> = readonly Owned<{ readonly takerId: string; readonly takings: readonly Taking[] }>[];

/** What takers took of parts. */
export function findTakings(db: Db, of: readonly Owned<{ readonly takerId: string }>[]): Promise<ByTaker<PartTaking>> {
  return findByTaker(db, of, partTakings, { name: 'find_takings', orderBy: 'number' });
}

/** What takers took by one table. Only a taker changes its takings, so a lock of the taker is a lock of them. */
export async function findByTaker<Taking extends Values<typeof takers>>(
  db: Db,
  of: readonly Owned<{ readonly takerId: string }>[],
  takings: { readonly name: string; selectSql(alias: string): string; fromRow(row: Row): Taking },
  { name, orderBy }: { readonly name: string; readonly orderBy: string },
): Promise<ByTaker<Taking>> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(
      `select ${takings.selectSql('t')}
       from ${takers.unnestSql('k')}
       join ${takings.name} t on t.store_id = k.store_id and t.dev_mode = k.dev_mode and t.taker_id = k.taker_id
       order by t.store_id, t.dev_mode, t.taker_id, t.${orderBy}`,
      takers.toArrays(of.map(flat)),
    )
    .options({ name });
  const groups = groupByTenant(
    rows.map((row) => takings.fromRow(row)),
    ({ takerId }) => takerId,
  );
  return groups.map(({ tenant, id, rows: taken }) => ({ tenant, takerId: id, takings: taken }));
}

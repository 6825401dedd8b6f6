import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  boolean,
  deleteInBatches,
  int,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type PurgeLimits,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Agreement } from '../agreements/agreement';
import { dueAgainSql } from '../charges/confirmation-queue';
import type { CardReplacement } from './card-replacement';

const replacements = table('card_replacements', {
  id: text('id'),
  subscriptionId: text('subscription_id'),
  cardId: text('card_id'),
  reference: text('reference'),
  status: text<CardReplacement['status']>('status'),
  cycleNumber: optional(int('cycle_number')),
  attempts: optional(int('attempts')),
  createdAt: timestamp('created_at'),
});
const owner = table('card_replacements', { storeId: text('store_id'), devMode: boolean('dev_mode') });

type OwnedReplacement = Owned<{ readonly replacement: CardReplacement }>;

/** Refuse the one that waits before. */
export async function insertReplacement(
  tx: Tx,
  tenant: Tenant,
  { subscriptionId }: Locked<Agreement>,
  replacement: Omit<CardReplacement, 'subscriptionId'>,
  runAt: Date,
): Promise<void> {
  const { storeId, devMode } = tenant;
  const values = replacements.toRow({ ...replacement, subscriptionId });
  const row = { store_id: storeId, dev_mode: devMode, ...values, run_at: runAt };
  await tx(replacements.name).insert(row);
}

/** A replacement has the lock of its agreement. */
export async function findReplacement(
  tx: Tx,
  tenant: Tenant,
  { subscriptionId }: Locked<Agreement>,
  id: string,
): Promise<CardReplacement | undefined> {
  const row = await replacements
    .of(tx, tenant)
    .where({ id, subscription_id: subscriptionId })
    .first(replacements.columns);
  return row && replacements.fromRow(row);
}

/** The replacement of an unguessable id, and its tenant. */
export async function resolveReplacement(db: Db, _all: CrossTenant, id: string): Promise<OwnedReplacement | undefined> {
  const row = await db<Row>(replacements.name)
    .where({ id })
    .first([...owner.columns, ...replacements.columns]);
  return row && ownedFromRow(row);
}

/** Ends one that waits; the first end stands. */
export async function endReplacement(
  tx: Tx,
  tenant: Tenant,
  { subscriptionId }: Locked<Agreement>,
  id: string,
  status: Exclude<CardReplacement['status'], 'WAITING'>,
): Promise<void> {
  const waiting = { id, subscription_id: subscriptionId, status: 'WAITING' };
  await replacements.of(tx, tenant).where(waiting).update({ status });
}

/** Refuses the one that waits, because a newer card was given. */
export async function refuseWaiting(tx: Tx, tenant: Tenant, { subscriptionId }: Locked<Agreement>): Promise<void> {
  await replacements
    .of(tx, tenant)
    .where({ subscription_id: subscriptionId, status: 'WAITING' })
    .update({ status: 'REFUSED' });
}

/** Something has happened to a verification at the provider: the one that waits for it is read now. */
export async function wakeReplacement(db: Db, tenant: Tenant, reference: string, now: Date): Promise<void> {
  await replacements
    .of(db, tenant)
    .where({ reference, status: 'WAITING' })
    .where('run_at', '>', now)
    .update({ run_at: now });
}

/** Claims those that wait and are due, and puts each off: two replicas get different ones. */
export async function claimReplacements(
  db: Db,
  _all: CrossTenant,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly OwnedReplacement[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with due as materialized (
       select id from card_replacements where status = 'WAITING' and run_at <= :now
       order by run_at limit :limit for update skip locked
     )
     update card_replacements r set run_at = ${dueAgainSql('r.created_at')} from due where r.id = due.id
     returning ${owner.selectSql('r')}, ${replacements.selectSql('r')}`,
    { now, limit },
  );
  return rows.map(ownedFromRow);
}

/** Deletes those that ended and began a month ago; returns how many. `now` is real time. */
export async function purgeReplacements(db: Db, _all: CrossTenant, now: Date, limits?: PurgeLimits): Promise<number> {
  return deleteInBatches(
    db,
    `delete from card_replacements where id in (
       select id from card_replacements where created_at <= ?::timestamptz - interval '30 days' and status <> 'WAITING'
       order by created_at limit ? for update skip locked)`,
    now,
    limits,
  );
}

function ownedFromRow(row: Row): OwnedReplacement {
  const { storeId, devMode } = owner.fromRow(row);
  return { tenant: toTenant(storeId, devMode), replacement: replacements.fromRow(row) };
}

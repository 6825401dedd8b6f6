import type { Owned } from '@pitanga/core';
import {
  boolean,
  isOwnedBy,
  optional,
  ownedIds,
  ownedIdsSql,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { Agreement, CycleAttempt } from './agreement';
import { agreements } from './agreement-repository';

const findAgreementsSql = `
  select ${agreements.selectSql('a')} from ${ownedIdsSql('k')}
  join agreements a on ${isOwnedBy('a', 'k', 'subscription_id')}`;

/** The agreements of subscriptions of any stores, by the id of the subscription. */
export async function findAgreements(
  db: Db,
  subscriptions: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Agreement>> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(findAgreementsSql, ownedIds(subscriptions))
    .options({ name: 'agreements_find' });
  return bySubscription(rows);
}

/** The same with their rows locked. */
export async function lockAgreements(
  tx: Tx,
  subscriptions: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, Agreement>> {
  const { rows } = await tx
    .raw<{ rows: Row[] }>(`${findAgreementsSql} order by a.subscription_id for update of a`, ownedIds(subscriptions))
    .options({ name: 'agreements_lock' });
  return bySubscription(rows);
}

function bySubscription(rows: readonly Row[]): ReadonlyMap<string, Agreement> {
  return new Map(rows.map((row) => agreements.fromRow(row)).map((found) => [found.subscriptionId, found]));
}

const findKnownSql = `
  select a.attempt_id from ${ownedIdsSql('k')} join cycle_attempts a on ${isOwnedBy('a', 'k', 'attempt_id')}`;

/** Which of these attempts were begun or voided before, by anybody. */
export async function findKnownAttempts(
  tx: Tx,
  attempts: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx
    .raw<{ rows: { attempt_id: string }[] }>(findKnownSql, ownedIds(attempts))
    .options({ name: 'attempts_known' });
  return new Set(rows.map((row) => row.attempt_id));
}

const newAttempts = table('cycle_attempts', {
  attemptId: text('attempt_id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  subscriptionId: text('subscription_id'),
  chargeId: optional(text('charge_id')),
  checkoutId: optional(text('checkout_id')),
  sendingUntil: optional(timestamp('sending_until')),
  createdAt: timestamp('created_at'),
});
const insertAttemptsSql = `${newAttempts.insertManySql} on conflict (attempt_id) do nothing returning attempt_id`;

/** Inserts attempts, claimed for this process, unless they exist; returns the ids of those that were new. */
export async function insertAttempts(
  tx: Tx,
  attempts: readonly Owned<CycleAttempt>[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (attempts.length === 0) return new Set();
  const rows = attempts.map(({ tenant: { storeId, devMode }, ...attempt }) => ({
    ...attempt,
    storeId,
    devMode,
    createdAt: at,
  }));
  const { rows: inserted } = await tx
    .raw<{ rows: { attempt_id: string }[] }>(insertAttemptsSql, newAttempts.toArrays(rows))
    .options({ name: 'attempts_insert' });
  return new Set(inserted.map((row) => row.attempt_id));
}

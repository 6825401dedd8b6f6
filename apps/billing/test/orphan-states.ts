import type { Db, Invariant } from '@pitanga/database';
import { orphansGoBack } from '../src/jobs/invariants';

/** What an account may have made in place of each charge. */
const insertOrphans = (db: Db, state: string, chargeId: string) =>
  db.raw(`insert into charge_orphans
    (store_id, provider, reference, account, method, charge_id, amount_cents, state, created_at)
    select c.store_id, 'bacen-pix', c.id, 'account', 'PIX', ${chargeId}, c.amount_cents, '${state}', c.created_at
    from charges c`);

/** Damage, and the rule that finds it. */
export const orphanCases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  ['what an orphan was paid is not on its way back', orphansGoBack, (db) => insertOrphans(db, 'PAID', 'c.id')],
];

/** Orphans in every state, each of them right. */
export const orphanStates: readonly [string, (db: Db) => Promise<unknown>][] = [
  ...['OPEN', 'ABSENT', 'CANCELLED'].map((state): [string, (db: Db) => Promise<unknown>] => [
    `orphans are ${state}`,
    (db) => insertOrphans(db, state, 'c.id'),
  ]),
  ['orphans of charges that were never written were paid', (db) => insertOrphans(db, 'PAID', `'pix_char_none'`)],
];

import { openTransaction, type Db, type Invariant, type Tx } from '@pitanga/database';

/**
 * Applies `damage` in a transaction, runs the invariants at `now` and rolls back; returns the names of those that are violated.
 * Triggers and foreign keys are off in it, which only a superuser can do: they prevent what the invariants detect.
 */
export async function violatedInvariants(
  db: Db,
  invariants: readonly Invariant[],
  now: Date,
  damage: (tx: Tx) => Promise<unknown>,
): Promise<readonly string[]> {
  const broken: string[] = [];
  const tx = await openTransaction(db);
  try {
    await tx.raw('set local session_replication_role = replica');
    await damage(tx);
    for (const { name, violations } of invariants) if ((await violations(tx, now)).length > 0) broken.push(name);
  } finally {
    await tx.rollback();
  }
  return broken;
}

import { openTransaction, type Db, type Invariant, type Tx } from '@pitanga/database';

/**
 * Plants `damage`, asks the rules, and takes it back; answers the names of those that are broken. Triggers and foreign
 * keys are off meanwhile, as only a superuser can have them: what they prevent is what the rules are there to find.
 */
export async function brokenBy(
  db: Db,
  invariants: readonly Invariant[],
  damage: (tx: Tx) => Promise<unknown>,
): Promise<readonly string[]> {
  const broken: string[] = [];
  const tx = await openTransaction(db);
  try {
    await tx.raw('set local session_replication_role = replica');
    await damage(tx);
    for (const { name, violations } of invariants) if ((await violations(tx)).length > 0) broken.push(name);
  } finally {
    await tx.rollback();
  }
  return broken;
}

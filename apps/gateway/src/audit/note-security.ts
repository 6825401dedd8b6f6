import type { StoreScope } from '@pitanga/core';
import type { Origin } from '../access/origin';
import { installationChain, type AuditFact } from './audit-entry';
import type { TxDeps } from '../use-case-deps';
import { isOfPerson, toNotice, type Told } from './notice-kinds';
import { insertNotice, listOwnerIds } from './notice-repository';

/** Writes the mail about an entry of the audit log in its transaction: to the person, or to every owner of the store. */
export async function noteAudited(tx: TxDeps, scope: StoreScope, fact: AuditFact): Promise<void> {
  const told = toNotice(fact);
  if (!told) return;
  if (isOfPerson(scope.storeId)) return noteSecurity(tx, fact.target.id, undefined, fact, told);
  // Also who was one until now.
  const readers = new Set(await listOwnerIds(tx.db, scope));
  if (told.kind === 'OWNER_REMOVED') readers.add(fact.target.id);
  for (const userId of readers) await noteSecurity(tx, userId, scope.storeId, fact, told);
}

/** Tells a person of a sign-in from a browser that they have not signed in by before. */
export function noteNewDevice(tx: TxDeps, userId: string, from: Origin): Promise<void> {
  const actor = { kind: 'USER', id: userId, from } as const;
  // A mail queue that is older shows what it is about alone.
  return noteSecurity(tx, userId, undefined, { actor }, { kind: 'NEW_DEVICE', about: from.device });
}

async function noteSecurity(
  { db, clock, ids }: TxDeps,
  userId: string,
  storeId: string | undefined,
  { actor }: Pick<AuditFact, 'actor'>,
  { kind, about }: Told,
): Promise<void> {
  const createdAt = clock.real();
  const id = ids.next('accountMessage', createdAt);
  const by = { actorKind: actor.kind, actorId: actor.id };
  await insertNotice(
    db,
    { storeId: storeId ?? installationChain },
    { id, kind, userId, storeId, ...by, ...actor.from, about, createdAt },
  );
}

import type { StoreScope } from '@pitanga/core';
import { installationChain, type AuditFact } from './audit-entry';
import type { TxDeps } from '../use-case-deps';
import { isOfPerson, toNotice, type Told } from './notice-kinds';
import { insertNotice, listOwnerIds } from './notice-repository';

/** Writes the mail about an entry of the audit log in its transaction: to the person, or to every owner of the store. */
export async function noteAudited(tx: TxDeps, scope: StoreScope, fact: AuditFact): Promise<void> {
  const told = toNotice(fact);
  if (!told) return;
  if (isOfPerson(scope.storeId)) return noteSecurity(tx, fact.target.id, undefined, fact, told);
  for (const userId of await listOwnerIds(tx.db, scope)) await noteSecurity(tx, userId, scope.storeId, fact, told);
}

/** Tells a person of a sign-in from a browser that they have not signed in by before. */
export function noteNewDevice(tx: TxDeps, userId: string, userAgent: string): Promise<void> {
  const actor = { kind: 'USER', id: userId } as const;
  return noteSecurity(tx, userId, undefined, { actor }, { kind: 'NEW_DEVICE', about: describeBrowser(userAgent) });
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
    { id, kind, userId, storeId, ...by, about, createdAt },
  );
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const browserNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;

/** `Chrome (Windows)`: enough for its person to know, and not the whole text, which a stranger writes. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find((name) => userAgent.includes(`${name}/`));
  const system = systems.find((name) => userAgent.includes(name));
  if (browser === undefined) return system ?? '';
  const name = browserNames[browser] ?? browser;
  return system === undefined ? name : `${name} (${system})`;
}

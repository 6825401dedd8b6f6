import type { CrossTenant, StoreScope } from '@pitanga/core';
import { transact, type Db } from '@pitanga/database';
import type { UseCaseDeps, TxDeps } from '../use-case-deps';
import { noteAudited } from './note-security';
import { findBreak, hashEntry, installationChain, noHash, type AuditFact } from './audit-entry';
import { hasEntry, insertEntry, listEntriesAfter, listHeads, lockHead } from './audit-repository';

/** Where acts belong that are of no store, such as a person's own sign-in. */
export const installation: StoreScope = { storeId: installationChain };

/**
 * Adds an entry in the transaction of the change that it describes, and the mail about it: all are written or none. One transaction at a
 * time adds to a chain, so write it last.
 */
export async function appendAudit(tx: TxDeps, scope: StoreScope, fact: AuditFact): Promise<void> {
  const { actor, target, before, after, action, devMode, requestId } = fact;
  await noteAudited(tx, scope, fact);
  const head = await lockHead(tx.db, scope, noHash);
  const at = tx.clock.real();
  const unhashed = {
    chain: scope.storeId,
    seq: head.seq + 1,
    id: tx.ids.next('auditEntry', at),
    at,
    actorKind: actor.kind,
    actorId: actor.id,
    action,
    targetType: target.type,
    targetId: target.id,
    devMode,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    requestId,
    previousHash: head.hash,
  };
  await insertEntry(tx.db, scope, { ...unhashed, hash: hashEntry(unhashed) });
}

/** Adds an entry in a transaction of its own: of an act whose effect is in another service, or is none. */
export function recordAudit(deps: UseCaseDeps, scope: StoreScope, fact: AuditFact): Promise<void> {
  return transact(deps, (tx) => appendAudit(tx, scope, fact));
}

/**
 * {@link recordAudit} of an act that happens to its target once, such as a decision: a repeat writes the entry
 * that a crash after the act left out, and no second one.
 */
export function recordAuditOnce(deps: UseCaseDeps, scope: StoreScope, fact: AuditFact): Promise<void> {
  return transact(deps, async (tx) => {
    // First, so that of two at once the second finds the entry of the first.
    await lockHead(tx.db, scope, noHash);
    const isRecorded = await hasEntry(tx.db, scope, { action: fact.action, targetId: fact.target.id });
    if (!isRecorded) await appendAudit(tx, scope, fact);
  });
}

/** Takes about as long as {@link recordAudit}, and adds nothing. */
export function skipAudit(deps: UseCaseDeps, scope: StoreScope): Promise<void> {
  return transact(deps, async (tx) => void (await lockHead(tx.db, scope, noHash)));
}

const chainsAtOnce = 100;
const entriesAtOnce = 1000;

/** Reads every chain from its start and names each break. Memory stays flat however long a chain is. */
export async function findAuditBreaks(db: Db, all: CrossTenant): Promise<string[]> {
  const breaks: string[] = [];
  let after = '';
  for (;;) {
    const heads = await listHeads(db, all, after, chainsAtOnce);
    for (const { chain, seq, hash } of heads) {
      const found = await findChainBreak(db, { storeId: chain }, { seq, hash });
      if (found !== undefined) breaks.push(found);
      after = chain;
    }
    if (heads.length < chainsAtOnce) return breaks;
  }
}

async function findChainBreak(
  db: Db,
  scope: StoreScope,
  head: { readonly seq: number; readonly hash: Buffer },
): Promise<string | undefined> {
  let last = { seq: 0, hash: noHash };
  while (last.seq < head.seq) {
    const entries = await listEntriesAfter(db, scope, last.seq, entriesAtOnce);
    for (const entry of entries) {
      const found = findBreak(entry, last);
      if (found !== undefined) return found;
      last = entry;
      if (entry.seq === head.seq && !entry.hash.equals(head.hash)) return `the chain ${scope.storeId} was written anew`;
    }
    if (entries.length < entriesAtOnce) break;
  }
  // Entries added while the chain was read lie behind the head as it was.
  if (last.seq < head.seq) return `the chain ${scope.storeId} ends at entry ${String(last.seq)} of ${String(head.seq)}`;
  return undefined;
}

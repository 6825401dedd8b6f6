import { createHash } from 'node:crypto';
import type { Actor } from '../access/actor';

/** A change that somebody has to answer for, before it has its place in the chain. */
export interface AuditFact {
  readonly actor: Actor;
  /** `<thing>.<verb in the past>`, e.g. `api_key.revoked`. */
  readonly action: string;
  readonly target: { readonly type: string; readonly id: string };
  /** Absent for what belongs to both environments. */
  readonly devMode?: boolean | undefined;
  /** What the change replaced and what it wrote: no secret, no personal data (the log cannot be erased). */
  readonly before?: AuditState | undefined;
  readonly after?: AuditState | undefined;
  readonly requestId: string;
}

export type AuditState = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An entry of the log. `seq` counts 1, 2, 3 … within its chain, without a gap. */
export interface AuditEntry {
  readonly chain: string;
  readonly seq: number;
  readonly id: string;
  readonly at: Date;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly devMode: boolean | undefined;
  /** JSON text as it was hashed. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly requestId: string;
  /** SHA-256, 32 bytes: zeros before the first entry. */
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** The chain of acts that belong to no store. */
export const installationChain = 'installation';

export const noHash: Buffer = Buffer.alloc(32);

/** SHA-256 over every field of the entry, the hash of the entry before it included. */
export function hashEntry(entry: Omit<AuditEntry, 'hash'>): Buffer {
  const fields = [
    entry.chain,
    entry.seq,
    entry.id,
    entry.at.toISOString(),
    entry.actorKind,
    entry.actorId,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.devMode ?? null,
    entry.before ?? null,
    entry.after ?? null,
    entry.requestId,
    entry.previousHash.toString('hex'),
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}

/** Why the entry cannot follow the one before it; undefined when it can. */
export function findBreak(
  entry: AuditEntry,
  before: { readonly seq: number; readonly hash: Buffer },
): string | undefined {
  const place = `entry ${String(entry.seq)} of the chain ${entry.chain}`;
  if (entry.seq !== before.seq + 1) return `${place} does not follow entry ${String(before.seq)}`;
  if (!entry.previousHash.equals(before.hash)) return `${place} names another hash for the entry before it`;
  return hashEntry(entry).equals(entry.hash) ? undefined : `${place} does not have the content of its hash`;
}

import { invalidArgument, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import type { UseCaseDeps } from '../use-case-deps';
import type { AuditEntry, AuditFact } from './audit-entry';
import { recordAudit, recordAuditOnce } from './audit-log';
import { findEntrySeq, listMadeKeys, selectEntries } from './audit-repository';

/** Conditions on the entries of a list; absent ones let everything pass. */
export interface AuditFilter {
  readonly id?: string | undefined;
  readonly action?: string | undefined;
  readonly actorId?: string | undefined;
  readonly targetId?: string | undefined;
}

/** The audit logs of stores. */
export interface AuditLog {
  /**
   * A page of a store's log, newest first: what belongs to the caller's environment, and to both.
   * @throws AppError INVALID_ARGUMENT for a cursor of no entry of this list
   */
  list(request: {
    readonly tenant: Tenant;
    readonly page: PageRequest;
    readonly filter: AuditFilter;
  }): Promise<Page<AuditEntry>>;
  /** The API keys of an environment that a person has made, by creating or rolling them, or that such a key has. */
  madeKeys(tenant: Tenant, userId: string): Promise<string[]>;
  /** Adds an act whose effect is in another service, once that has answered. */
  record(tenant: Tenant, fact: AuditFact): Promise<void>;
  /** {@link record} of an act that happens to its target once: adds nothing when the log has it. */
  recordOnce(tenant: Tenant, fact: AuditFact): Promise<void>;
}

export function createAuditLog(deps: UseCaseDeps): AuditLog {
  const { db } = deps;
  return {
    madeKeys: (tenant, userId) => listMadeKeys(db, tenant, { userId }),
    record: (tenant, fact) => recordAudit(deps, tenant, fact),
    recordOnce: (tenant, fact) => recordAuditOnce(deps, tenant, fact),
    list: async ({ tenant, page, filter }) => {
      const cursor = await findCursor(db, tenant, page);
      const found = await selectEntries(db, tenant, { page, filter, ...cursor });
      const hasMore = found.length > page.limit;
      const items = found.slice(0, page.limit);
      const isBackwards = cursor?.afterSeq !== undefined;
      if (isBackwards) items.reverse();
      // The cursor's own entry lies on the other side.
      const [further, earlier] = isBackwards ? [true, hasMore] : [hasMore, cursor !== undefined];
      const next = further ? items.at(-1)?.id : undefined;
      return { items, hasMore: next !== undefined, next, before: earlier ? items.at(0)?.id : undefined };
    },
  };
}

async function findCursor(db: UseCaseDeps['db'], tenant: Tenant, { after, before }: PageRequest) {
  const id = after ?? before;
  if (id === undefined) return undefined;
  const seq = await findEntrySeq(db, tenant, id);
  const name = after === undefined ? 'before' : 'after';
  if (seq === undefined) throw invalidArgument(`Property '${name}' should be the id of an item of this list`);
  return after === undefined ? { afterSeq: seq } : { beforeSeq: seq };
}

import { hash as digest, timingSafeEqual } from 'node:crypto';
import { isSandboxStore, type Clock, type CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createReadCache, type Log } from '@pitanga/runtime';
import { recordSandboxUse } from '../members/sandbox-people';
import type { SessionLifetimes } from './session';
import { sessionsUnavailable } from './session-errors';
import { findVisitor, recordSessionUse, type FoundVisitor } from './session-repository';
import { isSessionToken } from './session-token';

export type Visitor = Pick<FoundVisitor, 'session' | 'store'>;

/** Resolves the cookies of people, as the keyring resolves keys. */
export interface SessionRing {
  /**
   * The session of a token and its place in a store ('' for none); undefined when the token is wrong or has ended.
   * @throws AppError UNAVAILABLE when the database fails.
   */
  resolve(token: string, storeId: string): Promise<Visitor | undefined>;
}

export interface SessionRingOptions {
  readonly db: Db;
  readonly all: CrossTenant;
  readonly log: Log;
  readonly clock: Clock;
  readonly lifetimes: SessionLifetimes;
}

const useRecordedEveryMs = 60_000;
/** How old an answer may be: a change of sessions and roles counts within it. */
const answersKeptMs = 1_000;

/** Answers of the database, negative ones included, are kept for a second. */
export function createSessionRing({ db, all, log, clock, lifetimes }: SessionRingOptions): SessionRing {
  const answers = createReadCache<Visitor | undefined>({ ttlMs: answersKeptMs, nowMs: () => performance.now() });

  async function lookUp(wanted: Buffer, storeId: string): Promise<Visitor | undefined> {
    const now = clock.real();
    const idleSince = new Date(now.getTime() - lifetimes.idleMs);
    const found = await findVisitor(db, all, { hash: wanted, storeId, now, idleSince }).catch((error: unknown) => {
      throw sessionsUnavailable(error);
    });
    // Compared again in constant time, unlike the index.
    if (!found || !timingSafeEqual(found.hash, wanted)) return undefined;
    const { session, store } = found;
    if (now.getTime() - session.lastSeenAt.getTime() >= useRecordedEveryMs) {
      note('the use of a session could not be noted', recordSessionUse(db, all, session.id, now));
    }
    if (store && isSandboxStore(store.dev.tenant)) {
      note('the use of a sandbox could not be noted', recordSandboxUse(db, store.dev.tenant, now));
    }
    return { session, store };
  }

  /** Not awaited: a slow or failed write delays no request. */
  function note(failure: string, written: Promise<void>): void {
    written.catch((error: unknown) => {
      log.warn({ err: error }, failure);
    });
  }

  return {
    resolve(token, storeId) {
      if (!isSessionToken(token)) return Promise.resolve(undefined);
      const hash = digest('sha256', token, 'buffer');
      return answers.get(`${hash.toString('base64')} ${storeId}`, () => lookUp(hash, storeId));
    },
  };
}

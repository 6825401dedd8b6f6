import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Clock, CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import { LRUCache } from 'lru-cache';
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

/** A sign-out, a removed member and a new role take effect everywhere within this time. */
const cacheTtlMs = 1_000;
const answersMax = 10_000;
const useRecordedEveryMs = 60_000;

interface Answer {
  readonly visitor: Promise<Visitor | undefined>;
  /** When the query started: the answer may be that old. */
  readonly queriedAtMs: number;
}

/** Caches answers of the database, negative ones included, for at most one second; concurrent requests share a query. */
export function createSessionRing({ db, all, log, clock, lifetimes }: SessionRingOptions): SessionRing {
  const answers = new LRUCache<string, Answer>({ max: answersMax });

  async function lookUp(wanted: Buffer, storeId: string): Promise<Visitor | undefined> {
    const now = clock.real();
    const idleSince = new Date(now.getTime() - lifetimes.idleMs);
    const found = await findVisitor(db, all, { hash: wanted, storeId, now, idleSince });
    // Compared again in constant time, unlike the index.
    if (!found || !timingSafeEqual(found.hash, wanted)) return undefined;
    const { session, store } = found;
    if (now.getTime() - session.lastSeenAt.getTime() >= useRecordedEveryMs) recordUse(session.id, now);
    return { session, store };
  }

  /** Not awaited: a slow or failed write delays no request. */
  function recordUse(sessionId: string, now: Date): void {
    recordSessionUse(db, all, sessionId, now).catch((error: unknown) => {
      log.warn({ err: error, sessionId }, 'the use of a session could not be noted');
    });
  }

  return {
    resolve(token, storeId) {
      if (!isSessionToken(token)) return Promise.resolve(undefined);
      const hash = digest('sha256', token, 'buffer');
      const known = `${hash.toString('base64')} ${storeId}`;
      const nowMs = performance.now();
      const answer = answers.get(known);
      if (answer && nowMs - answer.queriedAtMs < cacheTtlMs) return answer.visitor;
      const visitor = lookUp(hash, storeId).catch((error: unknown) => {
        answers.delete(known);
        throw sessionsUnavailable(error);
      });
      answers.set(known, { visitor, queriedAtMs: nowMs });
      return visitor;
    },
  };
}

import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Clock, CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import { LRUCache } from 'lru-cache';
import { keyExpired, keysUnavailable } from './api-key-errors';
import { findApiKeyByHash, recordApiKeyUse } from './api-key-repository';
import { isKeyText } from './key-text';
import type { Principal } from '../access/principal';

/** Resolves keys to callers. */
export interface Keyring {
  /**
   * The caller of a key; undefined for a wrong or revoked key.
   * @throws AppError UNAUTHENTICATED API_KEY_EXPIRED for an expired key, UNAVAILABLE when the database fails.
   */
  resolve(text: string): Promise<Principal | undefined>;
}

export interface KeyringOptions {
  readonly db: Db;
  readonly all: CrossTenant;
  readonly log: Log;
  readonly clock: Clock;
}

/** A revocation takes effect everywhere within this time. */
const cacheTtlMs = 1_000;
const keysMax = 10_000;
const useRecordedEveryMs = 60_000;

interface Found {
  readonly principal: Principal;
  readonly expiresAt: Date | undefined;
}

interface Answer {
  readonly found: Promise<Found | undefined>;
  /** When the query started: the answer may be that old. */
  readonly queriedAtMs: number;
}

/**
 * Caches answers of the database, negative ones included, for at most one second and at most 10,000 keys. Concurrent
 * requests of a key share one query, because the promise is cached.
 */
export function createKeyring({ db, all, log, clock }: KeyringOptions): Keyring {
  const answers = new LRUCache<string, Answer>({ max: keysMax });

  async function lookUp(hash: string): Promise<Found | undefined> {
    const wanted = Buffer.from(hash, 'base64');
    const found = await findApiKeyByHash(db, all, wanted);
    // Compared again in constant time, unlike the index.
    if (!found || !timingSafeEqual(found.hash, wanted)) return undefined;
    if (!isExpired(found)) recordUse(found.principal, found.lastUsedAt);
    return found;
  }

  const isExpired = ({ expiresAt }: Pick<Found, 'expiresAt'>): boolean =>
    expiresAt !== undefined && expiresAt <= clock.real();

  function find(text: string): Promise<Found | undefined> {
    const hash = digest('sha256', text, 'base64');
    const nowMs = performance.now();
    const known = answers.get(hash);
    if (known && nowMs - known.queriedAtMs < cacheTtlMs) return known.found;
    const found = lookUp(hash).catch((error: unknown) => {
      answers.delete(hash);
      throw keysUnavailable(error);
    });
    answers.set(hash, { found, queriedAtMs: nowMs });
    return found;
  }

  /** Not awaited: a slow or failed write delays no request. */
  function recordUse({ tenant, actor: { id: keyId } }: Principal, lastUsedAt: Date | undefined): void {
    const at = clock.real();
    const unlessSince = new Date(at.getTime() - useRecordedEveryMs);
    if (lastUsedAt && lastUsedAt >= unlessSince) return;
    recordApiKeyUse(db, tenant, keyId, { at, unlessSince }).catch((error: unknown) => {
      log.warn({ err: error, keyId }, 'the use of an API key could not be noted');
    });
  }

  return {
    async resolve(text) {
      if (!isKeyText(text)) return undefined;
      const found = await find(text);
      if (found && isExpired(found)) throw keyExpired();
      return found?.principal;
    },
  };
}

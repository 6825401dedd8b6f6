import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Clock, CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import { LRUCache } from 'lru-cache';
import { keysUnavailable } from './api-key-errors';
import { findApiKeyByHash, recordApiKeyUse } from './api-key-repository';
import { isKeyText } from './key-text';
import type { Principal } from './principal';

/** Resolves keys to callers. */
export interface Keyring {
  /**
   * The caller a key stands for, whose `keyKind` says what it may be used for at all; undefined for a wrong or
   * revoked key.
   * @throws AppError UNAVAILABLE when the database cannot be asked.
   */
  resolve(text: string): Promise<Principal | undefined>;
}

export interface KeyringOptions {
  readonly db: Db;
  readonly all: CrossTenant;
  readonly log: Log;
  readonly clock: Clock;
}

/** A revoke must be effective everywhere within this time, so nothing is believed for longer. */
const cacheTtlMs = 1_000;
const keysMax = 10_000;
const useRecordedEveryMs = 60_000;

interface Answer {
  readonly principal: Promise<Principal | undefined>;
  /** When the database was asked, not when it answered: what it said may be that old. */
  readonly askedAtMs: number;
}

/**
 * Keeps each answer of the database, also a "no", for at most one second and for at most 10,000 keys.
 * Concurrent requests of a key share one query, because the promise itself is kept.
 */
export function createKeyring({ db, all, log, clock }: KeyringOptions): Keyring {
  const answers = new LRUCache<string, Answer>({ max: keysMax });

  async function ask(hash: string): Promise<Principal | undefined> {
    const wanted = Buffer.from(hash, 'base64');
    const found = await findApiKeyByHash(db, all, wanted);
    // The index compares in its own way; the decision to trust is made in constant time.
    if (!found || !timingSafeEqual(found.hash, wanted)) return undefined;
    recordUse(found.principal, found.lastUsedAt);
    return found.principal;
  }

  /** Not awaited by anyone: a slow or failed note costs no request anything. */
  function recordUse({ tenant, keyId }: Principal, lastUsedAt: Date | undefined): void {
    const at = clock.real();
    const unlessSince = new Date(at.getTime() - useRecordedEveryMs);
    if (lastUsedAt && lastUsedAt >= unlessSince) return;
    recordApiKeyUse(db, tenant, keyId, { at, unlessSince }).catch((error: unknown) => {
      log.warn({ err: error, keyId }, 'the use of an API key could not be noted');
    });
  }

  return {
    resolve(text) {
      if (!isKeyText(text)) return Promise.resolve(undefined);
      const hash = digest('sha256', text, 'base64');
      const nowMs = performance.now();
      const known = answers.get(hash);
      if (known && nowMs - known.askedAtMs < cacheTtlMs) return known.principal;
      const principal = ask(hash).catch((error: unknown) => {
        answers.delete(hash);
        throw keysUnavailable(error);
      });
      answers.set(hash, { principal, askedAtMs: nowMs });
      return principal;
    },
  };
}

import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Clock, CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createReadCache, type Log } from '@pitanga/runtime';
import { keyExpired, keysUnavailable } from './api-key-errors';
import { findKeyMaker } from './key-maker';
import { findApiKeyByHash, recordApiKeyUse } from './api-key-repository';
import { isKeyText } from './key-text';
import type { Principal } from '../access/principal';
import { listRolePermissions } from '../access/role';

/** Resolves keys to callers. */
export interface Keyring {
  /**
   * The caller of a key; undefined for a wrong or revoked key.
   * @throws AppError UNAUTHENTICATED API_KEY_EXPIRED for an expired key, UNAVAILABLE when the database fails.
   */
  resolve(text: string): Promise<Principal | undefined>;
  /**
   * Whether who made a key may do themselves what the permission is for, as of now; always for the operator's keys.
   * @throws AppError UNAVAILABLE when the database fails
   */
  mayManage(key: Principal, permission: string): Promise<boolean>;
}

export interface KeyringOptions {
  readonly db: Db;
  readonly all: CrossTenant;
  readonly log: Log;
  readonly clock: Clock;
}

const useRecordedEveryMs = 60_000;
/** How old an answer may be: a change of a key counts within it. */
const answersKeptMs = 1_000;

/** Answers of the database, negative ones included, are kept for a second. */
export function createKeyring({ db, all, log, clock }: KeyringOptions): Keyring {
  const answers = createReadCache<Principal | undefined>({ ttlMs: answersKeptMs, nowMs: () => performance.now() });

  async function lookUp(wanted: Buffer): Promise<Principal | undefined> {
    const found = await findApiKeyByHash(db, all, wanted).catch((error: unknown) => {
      throw keysUnavailable(error);
    });
    // Compared again in constant time, unlike the index.
    if (!found || !timingSafeEqual(found.hash, wanted)) return undefined;
    if (!isExpired(found.principal)) recordUse(found.principal, found.lastUsedAt);
    return found.principal;
  }

  const isExpired = ({ expiresAt }: Principal): boolean => expiresAt !== undefined && expiresAt <= clock.real();

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
      const hash = digest('sha256', text, 'buffer');
      const caller = await answers.get(hash.toString('base64'), () => lookUp(hash));
      if (caller && isExpired(caller)) throw keyExpired();
      return caller;
    },
    async mayManage({ tenant, actor }, permission) {
      const maker = await findKeyMaker(db, tenant, actor.id).catch((error: unknown) => {
        throw keysUnavailable(error);
      });
      if (!maker) return true;
      const granted: ReadonlySet<string> = maker.role === undefined ? new Set() : listRolePermissions(maker.role);
      return granted.has(permission);
    },
  };
}

import { timingSafeEqual } from 'node:crypto';
import { isSandboxStore, type Clock, type CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createReadCache, type Log } from '@pitanga/runtime';
import { keyExpired, keysUnavailable } from './api-key-errors';
import { findKeyMaker } from './key-maker';
import { findApiKeyByHash, findApiKeyByToken, recordApiKeyUse, type FoundApiKey } from './api-key-repository';
import { hashKey, isAccessToken, isKeyText } from './key-text';
import type { Principal } from '../access/principal';
import { recordSandboxUse } from '../members/sandbox-people';
import { listRolePermissions } from '../access/role';

/** Resolves keys to callers. */
export interface Keyring {
  /**
   * The caller of a key, or of an access token that stands for one; undefined for a wrong or revoked one.
   * @param takesTokens at /mcp alone
   * @throws AppError UNAUTHENTICATED API_KEY_EXPIRED for an expired key, UNAVAILABLE when the database fails.
   */
  resolve(text: string, takesTokens?: boolean): Promise<Principal | undefined>;
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

type Find = (hash: Buffer) => Promise<FoundApiKey | undefined>;

const useRecordedEveryMs = 60_000;
/** How old an answer may be: a change of a key counts within it. */
export const answersKeptMs = 1_000;

/** Answers of the database, negative ones included, are kept for a second. */
export function createKeyring({ db, all, log, clock }: KeyringOptions): Keyring {
  const answers = createReadCache<Principal | undefined>({ ttlMs: answersKeptMs, nowMs: () => performance.now() });

  async function lookUp(wanted: Buffer, find: Find): Promise<Principal | undefined> {
    const found = await find(wanted).catch((error: unknown) => {
      throw keysUnavailable(error);
    });
    // Compared again in constant time, unlike the index.
    if (!found || !timingSafeEqual(found.hash, wanted)) return undefined;
    if (!isExpired(found.principal)) recordUse(found.principal, found.lastUsedAt);
    return found.principal;
  }

  async function resolveBy(text: string, find: Find): Promise<Principal | undefined> {
    const hash = hashKey(text);
    const caller = await answers.get(hash.toString('base64'), () => lookUp(hash, find));
    if (caller && isExpired(caller)) throw keyExpired();
    return caller;
  }

  const byKey: Find = (hash) => findApiKeyByHash(db, all, hash);
  const byToken: Find = (hash) => findApiKeyByToken(db, all, hash, clock.real());

  const isExpired = ({ expiresAt }: Principal): boolean => expiresAt !== undefined && expiresAt <= clock.real();

  /** Not awaited: a slow or failed write delays no request. */
  function recordUse({ tenant, actor: { id: keyId } }: Principal, lastUsedAt: Date | undefined): void {
    const at = clock.real();
    const unlessSince = new Date(at.getTime() - useRecordedEveryMs);
    if (lastUsedAt && lastUsedAt >= unlessSince) return;
    const noted = [recordApiKeyUse(db, tenant, keyId, { at, unlessSince })];
    if (isSandboxStore(tenant)) noted.push(recordSandboxUse(db, tenant, at));
    Promise.all(noted).catch((error: unknown) => {
      log.warn({ err: error, keyId }, 'the use of an API key could not be noted');
    });
  }

  return {
    resolve(text, takesTokens = false) {
      if (isKeyText(text)) return resolveBy(text, byKey);
      return takesTokens && isAccessToken(text) ? resolveBy(text, byToken) : Promise.resolve(undefined);
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

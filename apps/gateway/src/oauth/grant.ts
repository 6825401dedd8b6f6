import { hash } from 'node:crypto';
import type { IdSource } from '@pitanga/core';
import { isReading, type Permission } from '../access/permission';
import { listAllForKey } from '../access/guards';
import { accessTokenPrefix, hashKey } from '../api-keys/key-text';

/** What a person granted an assistant: one key of one store, which its tokens stand for. */
export interface Grant {
  readonly id: string;
  readonly storeId: string;
  readonly devMode: boolean;
  readonly keyId: string;
  readonly clientId: string;
  readonly userId: string;
  /** As the client gave it when it asked. */
  readonly redirectUri: string;
  readonly codeHash: Buffer;
  readonly codeChallenge: string;
  readonly codeExpiresAt: Date;
  readonly exchangedAt: Date | undefined;
  readonly createdAt: Date;
}

/** An access token and the refresh token beside it, without their texts. */
export interface TokenPair {
  readonly grantId: string;
  readonly refreshHash: Buffer;
  readonly accessHash: Buffer;
  readonly accessExpiresAt: Date;
  readonly refreshExpiresAt: Date;
  readonly refreshedAt: Date | undefined;
  readonly createdAt: Date;
}

/** docs/behaviour/mcp.md#oauth-tokens */
export const codeMs = 60_000;
const accessMs = 3_600_000;
const refreshMs = 30 * 86_400_000;

/** 43 base-62 characters are 256 random bits. */
const secretLength = 43;
const refreshPrefix = 'pit_mcpr_';

export function newCode(ids: IdSource): string {
  return ids.token(secretLength);
}

/** Whether this is the text of whose hash the code was asked for: PKCE (RFC 7636) by S256, the only method. */
export function isVerifier(challenge: string, verifier: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) && hash('sha256', verifier, 'base64url') === challenge;
}

export interface NewTokens {
  readonly access: string;
  readonly refresh: string;
  readonly pair: TokenPair;
}

/** Tokens of a grant, which end no later than its key. */
export function newTokens(ids: IdSource, grantId: string, keyEndsAt: Date | undefined, now: Date): NewTokens {
  const endsIn = (ms: number) => new Date(Math.min(now.getTime() + ms, keyEndsAt?.getTime() ?? Infinity));
  const access = accessTokenPrefix + ids.token(secretLength);
  const refresh = refreshPrefix + ids.token(secretLength);
  const pair = {
    grantId,
    refreshHash: hashKey(refresh),
    accessHash: hashKey(access),
    accessExpiresAt: endsIn(accessMs),
    refreshExpiresAt: endsIn(refreshMs),
    refreshedAt: undefined,
    createdAt: now,
  };
  return { access, refresh, pair };
}

/**
 * What an assistant may do: of what the person may, all that reads, and if it is to write what is not the work of people
 * (docs/behaviour/http.md#key-managing), in both environments.
 */
export function listGrantable(held: ReadonlySet<string>, writes: boolean): readonly Permission[] {
  return listAllForKey(false).filter((name) => held.has(name) && (writes || isReading(name)));
}

/** Whether a key of a grant does more than read. */
export function doesWrite(permissions: readonly string[]): boolean {
  return !permissions.every(isReading);
}

/** For how many days a person may grant access. */
export const grantDays = [1, 7, 30, 90, 365] as const;

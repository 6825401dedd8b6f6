import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { toBase62, type IdSource } from '@pitanga/core';

/** SECRET keys call the API; PUBLIC keys are for card forms in browsers. */
export type ApiKeyKind = 'SECRET' | 'PUBLIC';

const stems: Readonly<Record<ApiKeyKind, string>> = { SECRET: 'pit', PUBLIC: 'pk' };
const randomLength = 32;
const checksumLength = 6;
const keyShape = /^(?:pit|pk)_(?:dev|prod)_[0-9A-Za-z]{38}$/;

/** `pit_dev_`, `pit_prod_`, `pk_dev_` or `pk_prod_`. */
export function keyPrefix(kind: ApiKeyKind, devMode: boolean): string {
  return `${stems[kind]}_${devMode ? 'dev' : 'prod'}_`;
}

/** A new key: prefix, 32 random base-62 characters, and the CRC-32 of all that in 6 base-62 characters. */
export function newKeyText(kind: ApiKeyKind, devMode: boolean, ids: IdSource): string {
  const body = keyPrefix(kind, devMode) + ids.token(randomLength);
  return body + computeChecksum(body);
}

/** True for the shape and checksum of an API key. A mistyped key fails here without a query. */
export function isKeyText(text: string): boolean {
  return keyShape.test(text) && text.endsWith(computeChecksum(text.slice(0, -checksumLength)));
}

/** What begins an access token of /mcp, which stands for a key. */
export const accessTokenPrefix = 'pit_mcp_';

/** True for the shape of an access token. */
export function isAccessToken(text: string): boolean {
  return /^pit_mcp_[0-9A-Za-z]{43}$/.test(text);
}

/** Stored and looked up instead of a key, or of a token that stands for one. */
export function hashKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function computeChecksum(body: string): string {
  return toBase62(crc32(body), checksumLength);
}

import { hash } from 'node:crypto';
import type { IdSource } from '@pitanga/core';

/** 43 base-62 characters are 256 random bits. */
const tokenLength = 43;

export function newSessionToken(ids: IdSource): string {
  return ids.token(tokenLength);
}

export function isSessionToken(text: string): boolean {
  return /^[0-9A-Za-z]{43}$/.test(text);
}

/** Stored and looked up instead of the token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

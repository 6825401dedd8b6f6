import { hash } from 'node:crypto';
import type { IdSource } from '@pitanga/core';

const codesCount = 10;
/** 16 characters of base 62 are 95 random bits: SHA-256 is enough of a hash for them. */
const codeLength = 16;

/** Ten codes in groups of four characters, each good once. */
export function newRecoveryCodes(ids: IdSource): readonly string[] {
  return Array.from({ length: codesCount }, () => (ids.token(codeLength).match(/.{4}/g) ?? []).join('-'));
}

/** Stored and looked up instead of the code; hyphens and spaces do not count. */
export function hashRecoveryCode(code: string): Buffer {
  return hash('sha256', code.replace(/[\s-]/g, ''), 'buffer');
}

import { domainToASCII } from 'node:url';

/** A person who signs in. Has a verified e-mail and a password. */
export interface User {
  readonly id: string;
  /** In the form of {@link normalizeEmail}. */
  readonly email: string;
  /** PHC string of argon2id. */
  readonly passwordHash: string;
  readonly createdAt: Date;
  readonly passwordChangedAt: Date;
}

const emailLengthMax = 254;

/**
 * The one form in which an e-mail is compared and kept: trimmed, NFC, small letters, its domain in ASCII. Undefined for
 * a text that is no e-mail.
 */
export function normalizeEmail(text: string): string | undefined {
  const [local, domain, ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  if (local === undefined || domain === undefined || more.length > 0) return undefined;
  const ascii = domainToASCII(domain);
  if (local === '' || /[\s\p{Cc}]/u.test(local) || !/^[^.]+(\.[^.]+)*$/.test(ascii)) return undefined;
  const email = `${local}@${ascii}`;
  return email.length <= emailLengthMax ? email : undefined;
}

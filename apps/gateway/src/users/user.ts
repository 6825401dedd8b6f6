import type { MessageLanguage } from '../access/language';

/** A person who signs in. Has a verified e-mail and a password. */
export interface User {
  readonly id: string;
  /** In the form of `normalizeEmail`. */
  readonly email: string;
  /** PHC string of argon2id. */
  readonly passwordHash: string;
  readonly createdAt: Date;
  readonly passwordChangedAt: Date;
  /** Of mail to the person: what they chose in the dashboard, or of the link that made the account. */
  readonly language?: MessageLanguage | undefined;
}

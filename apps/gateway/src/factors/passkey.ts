/** A credential that one person's authenticator holds. */
export interface Passkey {
  /** Of the credential, base64url. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** COSE. */
  readonly publicKey: Buffer;
  /** Uses as the authenticator counts them; 0 = it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

/** REGISTER: a new passkey of a person. SECOND_FACTOR: one of theirs after the password. SIGN_IN: any, instead of it. */
export type ChallengePurpose = 'REGISTER' | 'SECOND_FACTOR' | 'SIGN_IN';

/** A challenge for an authenticator; the challenge itself is stored as its hash. */
export interface PasskeyChallenge {
  readonly hash: Buffer;
  readonly purpose: ChallengePurpose;
  /** Who must answer; undefined for SIGN_IN. */
  readonly userId: string | undefined;
  readonly expiresAt: Date;
}

export const challengeLifetimeMs = 5 * 60_000;

export const passkeysMax = 10;

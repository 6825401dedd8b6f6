import type { MessageLanguage } from '../access/language';
import type { Role } from '../access/role';

/**
 * SIGN_UP: choose a password for a new account. ALREADY_REGISTERED: somebody signed up with an e-mail that has an
 * account; its link sets a new password. RESET_PASSWORD. NO_ACCOUNT: somebody asked for a new password of an e-mail
 * without account; its link opens nothing. INVITATION: join a store.
 */
export type MessageKind = 'SIGN_UP' | 'ALREADY_REGISTERED' | 'RESET_PASSWORD' | 'NO_ACCOUNT' | 'INVITATION';

/** A message to one e-mail, with a link that works once. */
export interface AccountMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly email: string;
  /** Whose password the link sets. */
  readonly userId: string | undefined;
  readonly invitation: Invitation | undefined;
  /** That of the person, or of the browser which asked for it, unless an invitation names another. */
  readonly language: MessageLanguage;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | undefined;
}

export interface Invitation {
  readonly storeId: string;
  readonly role: Role;
  /** A member's user id or an API key's; undefined: the operator. */
  readonly invitedBy: string | undefined;
}

const hourMs = 3_600_000;

/** How long each link works. */
export const linkLifetimeMs: Readonly<Record<MessageKind, number>> = {
  SIGN_UP: 24 * hourMs,
  ALREADY_REGISTERED: hourMs,
  RESET_PASSWORD: hourMs,
  NO_ACCOUNT: hourMs,
  INVITATION: 7 * 24 * hourMs,
};

/** Where the dashboard takes each link. */
export const linkPages: Readonly<Record<MessageKind, string>> = {
  SIGN_UP: 'sign-up',
  ALREADY_REGISTERED: 'reset-password',
  RESET_PASSWORD: 'reset-password',
  NO_ACCOUNT: 'sign-up',
  INVITATION: 'invitation',
};

/** Messages to one e-mail within an hour; further ones are not sent, and no answer but that of an invitation tells. */
export const messagesPerHour = 5;

/** Invitations within an hour of one store, and of one person or key in all stores. */
export const invitationsPerHour = 20;

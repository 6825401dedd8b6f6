import type { AccountMessage } from '../account-messages/account-message';
import type { Role } from '../access/role';
import type { ShownMember } from '../members/member-repository';
import type { MadeKey } from './made-keys';

/** A member, or a person who is invited, as the API shows them. */
export interface MemberRecord {
  /** Of the user, or of the invitation. */
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: 'ACTIVE' | 'INVITED';
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The end of an invitation. */
  readonly expiresAt: string | null;
}

/** Who was removed, with the keys of theirs that stay valid until they are rolled or revoked. */
export interface RemovedMember extends MemberRecord {
  readonly apiKeys: MadeKey[];
}

/** The keys of a person that were revoked. */
export interface RevokedKeys {
  /** Of the person. */
  readonly id: string;
  readonly apiKeys: readonly MadeKey[];
}

export function memberRecord({ userId: id, email, role, createdAt, updatedAt }: ShownMember): MemberRecord {
  return {
    id,
    email,
    role,
    status: 'ACTIVE',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    expiresAt: null,
  };
}

export function invitationRecord({ id, email, invitation, createdAt, expiresAt }: AccountMessage): MemberRecord {
  if (!invitation) throw new TypeError(`the message ${id} is no invitation`);
  return {
    id,
    email,
    role: invitation.role,
    status: 'INVITED',
    createdAt: createdAt.toISOString(),
    updatedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

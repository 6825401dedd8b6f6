import type { Role } from '../access/role';

/** A person in a store, in both of its environments. */
export interface Member {
  readonly storeId: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Members of a store, open invitations included. */
export const membersMax = 100;

/** Stores of one person. */
export const membershipsMax = 100;

/** Stores, of any status, beyond which a person creates no other. */
export const ownedStoresMax = 20;

import type { ApiRecord } from '../../api/records';
import type { Permission } from '../../session/store-context';
import { keyActions, findPermission, resources, type KeyAction, type Resource } from '../developers/keys/permissions';

export type Role = ApiRecord<'Member'>['role'];

export const roles = ['OWNER', 'DEVELOPER', 'FINANCE', 'SUPPORT', 'VIEWER'] as const satisfies readonly Role[];

/** The resources that everybody but support reads. */
const records = [
  'CHECKOUT',
  'DISPUTE',
  'CUSTOMER',
  'PRODUCT',
  'COUPON',
  'WITHDRAW',
  'SUB_ACCOUNT',
  'BANK_STATEMENT',
  'STORE',
] as const;

const readsAll: Partial<Record<Resource, readonly KeyAction[]>> = Object.fromEntries(
  records.map((resource) => [resource, ['READ']]),
);

/** What each role may do of each resource, as docs/roles.md says; an owner does everything. */
const granted: Readonly<Record<Exclude<Role, 'OWNER'>, Partial<Record<Resource, readonly KeyAction[]>>>> = {
  DEVELOPER: {
    ...readsAll,
    CHECKOUT: ['READ', 'CREATE', 'DELETE'],
    CUSTOMER: ['READ', 'CREATE'],
    PRODUCT: ['READ', 'CREATE', 'DELETE'],
    COUPON: ['READ', 'CREATE', 'UPDATE', 'DELETE'],
    TEST_CLOCK: ['UPDATE'],
    WEBHOOK: ['READ', 'CREATE', 'DELETE'],
    EVENT: ['READ'],
    REQUEST_LOG: ['READ'],
    API_KEY: ['READ', 'CREATE', 'DELETE'],
    CONNECT: ['READ'],
  },
  FINANCE: {
    ...readsAll,
    REFUND: ['CREATE'],
    DISPUTE: ['READ', 'UPDATE'],
    WITHDRAW: ['READ', 'CREATE'],
    SUB_ACCOUNT: ['READ', 'CREATE', 'WITHDRAW', 'TRANSFER'],
    CONNECT: ['READ'],
    AUDIT_LOG: ['READ'],
  },
  SUPPORT: {
    CHECKOUT: ['READ', 'CREATE'],
    REFUND: ['CREATE'],
    DISPUTE: ['READ'],
    CUSTOMER: ['READ', 'CREATE'],
    PRODUCT: ['READ'],
    COUPON: ['READ'],
    STORE: ['READ'],
    EVENT: ['READ'],
  },
  VIEWER: readsAll,
};

/** What exists of a resource, in the order of the columns. */
function listActions(resource: Resource): readonly KeyAction[] {
  return keyActions.filter((action) => findPermission(resource, action) !== undefined);
}

/** What a role may do of a resource: everything that exists, some of it, or nothing. */
export function roleGrant(
  role: Role,
  resource: Resource,
): { readonly isAll: boolean; readonly actions: readonly KeyAction[] } {
  const existing = listActions(resource);
  const actions = role === 'OWNER' ? existing : existing.filter((action) => granted[role][resource]?.includes(action));
  return { isAll: actions.length === existing.length, actions };
}

/** Every permission of a role. */
export function permissionsOfRole(role: Role): readonly Permission[] {
  return resources.flatMap((resource) =>
    roleGrant(role, resource).actions.map((action): Permission => `${resource}:${action}`),
  );
}

/** The roles that a person may give and take away: none with a permission they lack (docs/behaviour/people.md#no-escalation). */
export function rolesToGrant(may: (permission: Permission) => boolean): readonly Role[] {
  return roles.filter((role) => permissionsOfRole(role).every(may));
}

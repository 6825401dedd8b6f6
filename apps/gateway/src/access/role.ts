import { permissions, readPermissions, type Permission } from './permission';

/** A named set of permissions: nothing else knows roles (docs/behaviour/people.md#roles). */
export const roles = ['OWNER', 'DEVELOPER', 'FINANCE', 'SUPPORT', 'VIEWER'] as const;

export type Role = (typeof roles)[number];

/** Read permissions that show secrets' traces, people or the bytes of requests. */
const administrative: ReadonlySet<Permission> = new Set(['API_KEY:READ', 'MEMBER:READ', 'AUDIT_LOG:READ']);
const technical: ReadonlySet<Permission> = new Set(['REQUEST_LOG:READ', 'WEBHOOK:READ', 'EVENT:READ', 'CONNECT:READ']);

const recordReads = readPermissions.filter((name) => !administrative.has(name) && !technical.has(name));

const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  OWNER: permissions,
  DEVELOPER: [
    ...recordReads,
    ...technical,
    'API_KEY:READ',
    'API_KEY:CREATE',
    'API_KEY:DELETE',
    'WEBHOOK:CREATE',
    'WEBHOOK:DELETE',
    'CHECKOUT:CREATE',
    'CHECKOUT:DELETE',
    'COUPON:CREATE',
    'COUPON:UPDATE',
    'COUPON:DELETE',
    'CUSTOMER:CREATE',
    'PRODUCT:CREATE',
    'PRODUCT:DELETE',
    'TEST_CLOCK:UPDATE',
  ],
  FINANCE: [
    ...recordReads,
    'WITHDRAW:CREATE',
    'SUB_ACCOUNT:CREATE',
    'SUB_ACCOUNT:WITHDRAW',
    'SUB_ACCOUNT:TRANSFER',
    'REFUND:CREATE',
    'DISPUTE:UPDATE',
    'CONNECT:READ',
    'AUDIT_LOG:READ',
  ],
  SUPPORT: [
    'CHECKOUT:READ',
    'CHECKOUT:CREATE',
    'COUPON:READ',
    'CUSTOMER:READ',
    'CUSTOMER:CREATE',
    'PRODUCT:READ',
    'STORE:READ',
    'DISPUTE:READ',
    'REFUND:CREATE',
    'EVENT:READ',
  ],
  VIEWER: recordReads,
};

const permissionSets = new Map<Role, ReadonlySet<Permission>>(
  roles.map((role) => [role, new Set(rolePermissions[role])]),
);

export function listRolePermissions(role: Role): ReadonlySet<Permission> {
  return permissionSets.get(role) ?? new Set();
}

/** Whether a caller may grant or take away this role: it has every permission of the role. */
export function mayGrant(granted: ReadonlySet<string>, role: Role): boolean {
  return [...listRolePermissions(role)].every((name) => granted.has(name));
}

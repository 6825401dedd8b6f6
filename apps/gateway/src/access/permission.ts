/** All permissions of keys (docs/behaviour/http.md#permissions). */
export const permissions = [
  'CHECKOUT:CREATE',
  'CHECKOUT:READ',
  'CHECKOUT:DELETE',
  'COUPON:CREATE',
  'COUPON:READ',
  'COUPON:UPDATE',
  'COUPON:DELETE',
  'CUSTOMER:CREATE',
  'CUSTOMER:READ',
  'CUSTOMER:DELETE',
  'PRODUCT:CREATE',
  'PRODUCT:READ',
  'PRODUCT:DELETE',
  'STORE:READ',
  'STORE:CREATE',
  'STORE:UPDATE',
  'STORE:DELETE',
  'WITHDRAW:CREATE',
  'WITHDRAW:READ',
  'SUB_ACCOUNT:CREATE',
  'SUB_ACCOUNT:READ',
  'SUB_ACCOUNT:WITHDRAW',
  'SUB_ACCOUNT:TRANSFER',
  'CONNECT:READ',
  'CONNECT:CREATE',
  'CONNECT:DELETE',
  'WEBHOOK:READ',
  'WEBHOOK:CREATE',
  'WEBHOOK:DELETE',
  'REFUND:CREATE',
  'BANK_STATEMENT:READ',
  'EVENT:READ',
  'DISPUTE:READ',
  'DISPUTE:UPDATE',
  'API_KEY:READ',
  'API_KEY:CREATE',
  'API_KEY:DELETE',
  'MEMBER:READ',
  'MEMBER:CREATE',
  'MEMBER:UPDATE',
  'MEMBER:DELETE',
  'AUDIT_LOG:READ',
  'REQUEST_LOG:READ',
  'TEST_CLOCK:UPDATE',
] as const;

export type Permission = (typeof permissions)[number];

/** Names of AbacatePay's keys that are another name here (docs/behaviour/http.md#permission-synonyms). */
const synonyms = {
  'TRANSPARENT:CREATE': 'CHECKOUT:CREATE',
  'TRANSPARENT:READ': 'CHECKOUT:READ',
  'TRANSPARENT:DELETE': 'CHECKOUT:DELETE',
  'SUBSCRIPTION:CREATE': 'CHECKOUT:CREATE',
  'SUBSCRIPTION:READ': 'CHECKOUT:READ',
  'SUBSCRIPTION:DELETE': 'CHECKOUT:DELETE',
} as const satisfies Readonly<Record<string, Permission>>;

type PermissionSynonym = keyof typeof synonyms;

/** Every name that a key may be asked for by. */
export const permissionNames = [...permissions, ...(Object.keys(synonyms) as PermissionSynonym[])] as const;

/** Each permission once, in the order in which it was first named. */
export function namedPermissions(names: readonly (Permission | PermissionSynonym)[]): readonly Permission[] {
  return [
    ...new Set(names.map((name) => (name in synonyms ? synonyms[name as PermissionSynonym] : (name as Permission)))),
  ];
}

export const readPermissions: readonly Permission[] = permissions.filter(isReading);

/** Of a permission that changes nothing. */
export function isReading(name: string): boolean {
  return name.endsWith(':READ');
}

export function isPermission(text: string): text is Permission {
  return permissions.some((name) => name === text);
}

/** What a key may do by the permissions it was made with: STORE:CREATE moved the test clock before that had its own. */
export function expandKeyPermissions(granted: readonly string[]): ReadonlySet<string> {
  return new Set(granted.includes('STORE:CREATE') ? [...granted, 'TEST_CLOCK:UPDATE' satisfies Permission] : granted);
}

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
] as const;

export type Permission = (typeof permissions)[number];

export const readPermissions: readonly Permission[] = permissions.filter((name) => name.endsWith(':READ'));

export function isPermission(text: string): text is Permission {
  return permissions.some((name) => name === text);
}

/** What changes the store itself or its people, and with them both environments. */
export const storeWidePermissions: readonly Permission[] = [
  'MEMBER:CREATE',
  'MEMBER:UPDATE',
  'MEMBER:DELETE',
  'STORE:UPDATE',
  'STORE:DELETE',
];

import type { RoutePermission } from '../edge/admission/permissions';

/**
 * What a stolen session must not do alone: people of a store in either environment, since they belong to both; and in
 * production its keys, its accounts at providers, and money that leaves (docs/behaviour/people.md#step-up).
 */
const always: ReadonlySet<RoutePermission> = new Set([
  'MEMBER:CREATE',
  'MEMBER:UPDATE',
  'MEMBER:DELETE',
  'STORE:DELETE',
]);
const inProduction: ReadonlySet<RoutePermission> = new Set([
  'API_KEY:CREATE',
  'API_KEY:DELETE',
  'CONNECT:CREATE',
  'CONNECT:DELETE',
  'WITHDRAW:CREATE',
]);

export function needsFreshFactor(permission: RoutePermission, devMode: boolean): boolean {
  return always.has(permission) || (!devMode && inProduction.has(permission));
}

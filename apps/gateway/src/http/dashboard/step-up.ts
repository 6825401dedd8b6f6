import { storeWidePermissions } from '../../access/permission';
import type { RouteGuard, RoutePermission } from '../edge/admission/permissions';

/**
 * What a stolen session must not do alone: in either environment what belongs to both (people, the store itself) and
 * making keys; in production its accounts at providers, what leaves (money, events, answers to disputes), and erasing;
 * and what a route says of itself, as the copy of all of a person's data (docs/behaviour/people.md#step-up).
 */
const always: ReadonlySet<RoutePermission> = new Set([
  ...storeWidePermissions,
  // A key needs no second factor, so that making one is a way around it.
  'API_KEY:CREATE',
]);
const inProduction: ReadonlySet<RoutePermission> = new Set([
  'API_KEY:DELETE',
  'CONNECT:CREATE',
  'CONNECT:DELETE',
  'WITHDRAW:CREATE',
  'REFUND:CREATE',
  'DISPUTE:UPDATE',
  'CUSTOMER:DELETE',
  'WEBHOOK:CREATE',
  'WEBHOOK:DELETE',
]);

export function needsFreshFactor({ permission, factorInProduction = false }: RouteGuard, devMode: boolean): boolean {
  return always.has(permission) || (!devMode && (factorInProduction || inProduction.has(permission)));
}

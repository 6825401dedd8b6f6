import { notFound, type Tenant } from '@pitanga/core';
import { testIds, withDeps } from '@pitanga/testing';
import type { Deps } from '../src/deps';
import type { Billing } from './billing-harness';

const now = new Date('2026-11-20T15:00:00.000Z');

/** The sub-accounts of every store that {@link withSubAccounts} is of. */
export const [seller, partner] = [testIds.next('subAccount', now), testIds.next('subAccount', now)];

/** Billing, where the store has both sub-accounts. */
export function withSubAccounts({ deps }: Billing, tenant: Tenant): Deps {
  return withDeps(deps, {
    checkSubAccounts: (of: Tenant, ids: readonly string[]) => {
      const isKnown = of === tenant && ids.every((id) => id === seller || id === partner);
      return isKnown ? Promise.resolve() : Promise.reject(notFound('Sub account not found'));
    },
  });
}

import type { Clock, CrossTenant, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { countLiveApiKeys, hasUsedSecretKey } from '../api-keys/api-key-repository';
import { findFactors, hasSecondFactor } from '../factors/factor-repository';
import { listMembers } from '../members/member-repository';
import { noBranding } from '../stores/branding';
import { findStore } from '../stores/store-repository';
import type { StoreFacts } from './readiness';

/** @param all the factors of people, who may be members of several stores */
export async function findStoreFacts(
  { db, sealer, clock }: { readonly db: Db; readonly sealer: Sealer; readonly clock: Clock },
  all: CrossTenant,
  tenant: Tenant,
): Promise<StoreFacts> {
  const [store, live, isUsedElsewhere, members] = await Promise.all([
    findStore(db, tenant),
    countLiveApiKeys(db, tenant, clock.real(), 'SECRET'),
    hasUsedSecretKey(db, { ...tenant, devMode: !tenant.devMode }),
    listMembers(db, tenant, sealer),
  ]);
  const owners = members.filter(({ role }) => role === 'OWNER');
  const factors = await Promise.all(owners.map(({ userId }) => findFactors(db, all, userId)));
  return {
    website: store?.website ?? '',
    branding: store?.branding ?? noBranding,
    secretKeys: { live, isUsedElsewhere },
    owners: { count: owners.length, withoutSecondFactor: factors.filter((own) => !hasSecondFactor(own)).length },
  };
}

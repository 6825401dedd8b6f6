import type { CrossTenant, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { listApiKeys } from '../api-keys/api-key-repository';
import { findFactors, hasSecondFactor } from '../factors/factor-repository';
import { listMembers } from '../members/member-repository';
import { noBranding } from '../stores/branding';
import { findStore } from '../stores/store-repository';
import type { StoreFacts } from './readiness';

/** @param all the factors of people, who may be members of several stores */
export async function findStoreFacts(
  { db, sealer }: { readonly db: Db; readonly sealer: Sealer },
  all: CrossTenant,
  tenant: Tenant,
): Promise<StoreFacts> {
  const [store, keys, members] = await Promise.all([
    findStore(db, tenant),
    listApiKeys(db, tenant),
    listMembers(db, tenant, sealer),
  ]);
  const owners = members.filter(({ role }) => role === 'OWNER');
  const factors = await Promise.all(owners.map(({ userId }) => findFactors(db, all, userId)));
  return {
    website: store?.website ?? '',
    branding: store?.branding ?? noBranding,
    secretKeys: keys.filter(({ kind, revokedAt }) => kind === 'SECRET' && revokedAt === undefined).length,
    owners: { count: owners.length, withoutSecondFactor: factors.filter((own) => !hasSecondFactor(own)).length },
  };
}

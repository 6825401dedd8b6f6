import { everyTenant, type StoreScope } from '@pitanga/core';
import type { AuditFact } from './audit/audit-entry';
import { recordAudit } from './audit/audit-log';
import type { Deps } from './deps';
import type { Redis } from './http/edge/admission/redis';
import { createPersonRights } from './persons/person-rights';
import { createProviderTests } from './providers/provider-tests';
import { createProviders } from './providers/providers';
import { createReadiness } from './readiness/readiness';
import { findStoreFacts } from './readiness/store-facts';
import { findStore } from './stores/store-repository';

type Parts = Pick<Deps, 'db' | 'clock' | 'ids' | 'tools' | 'clients' | 'sealer'>;

/** What a store asks of several services at once. */
export function createStoreServices(
  parts: Parts,
  redis: Redis,
): Pick<Deps, 'persons' | 'providers' | 'checkReadiness'> {
  const { db, clock, clients } = parts;
  const record = (scope: StoreScope, fact: AuditFact): Promise<void> => recordAudit(parts, scope, fact);
  const providers = createProviders({
    clock,
    clients,
    record,
    tests: createProviderTests(redis),
    offered: async (scope) => (await findStore(db, scope))?.methods.prod ?? [],
  });
  return {
    persons: createPersonRights({ clock, clients, record }),
    providers,
    checkReadiness: createReadiness({
      clock,
      clients,
      providers,
      storeFacts: (tenant) => findStoreFacts(parts, everyTenant, tenant),
    }),
  };
}

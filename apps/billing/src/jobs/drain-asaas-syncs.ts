import { everyTenant, providerNotConfigured, type Tenant } from '@pitanga/core';
import { syncAsaasPayment } from '../charging/sync-asaas-payment';
import type { Deps } from '../deps';
import { sweepAsaas } from '../managing/sweep-asaas';
import {
  claimAsaasSyncs,
  deleteAsaasSync,
  postponeAsaasSync,
  type ClaimedAsaasSync,
} from '../syncs/asaas-sync-repository';
import type { SyncOutcome } from '../syncs/sync';
import { createSyncDrain } from './drain-syncs';

/** Longer than a boleto is open. */
const maxAgeMs = 400 * 86_400_000;

/** Creates the job that reads from Asaas what is due. */
export function createAsaasSyncDrain(deps: Deps): () => Promise<void> {
  const { db, log } = deps;
  return createSyncDrain<ClaimedAsaasSync>(deps, {
    callsPerStore: 4,
    claim: (claim) => claimAsaasSyncs(db, everyTenant, claim),
    read: (sync) => runAsaasSync(deps, sync.tenant, sync),
    delete: (sync) => deleteAsaasSync(db, sync.tenant, sync),
    postpone: (sync, next) => postponeAsaasSync(db, sync.tenant, sync, next),
    keep: (sync, runAt) => postponeAsaasSync(db, sync.tenant, sync, { runAt, attempts: 0 }),
    isExpired: ({ kind, requestedAt }, now) => kind !== 'PAID' && now.getTime() - requestedAt.getTime() > maxAgeMs,
    isAwaited: () => false,
    noteUnknown: ({ tenant: { storeId }, objectId }) => {
      log.warn({ storeId, reference: objectId }, 'Asaas named a charge that this store does not have');
    },
    describe: ({ kind, objectId }) => ({ kind, objectId }),
    sentences: { unread: 'a charge was not read from Asaas', givenUp: 'reading a charge from Asaas was given up' },
  });
}

async function runAsaasSync(deps: Deps, tenant: Tenant, { kind, objectId }: ClaimedAsaasSync): Promise<SyncOutcome> {
  const adapter = await deps.asaasAccounts.of(tenant);
  if (kind === 'PAID') return adapter ? sweepAsaas(deps, tenant, adapter) : { kind: 'SETTLED' };
  // The account was removed: its charges are read until they are too old, in case it comes back.
  if (!adapter) throw providerNotConfigured('PIX');
  return syncAsaasPayment(deps, tenant, adapter, objectId);
}

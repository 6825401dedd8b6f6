import { everyTenant, isAppError, providerNotConfigured, type Tenant } from '@pitanga/core';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
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
  if (kind === 'PAID') return adapter ? trySweep(deps, tenant, adapter) : { kind: 'SETTLED' };
  // The account was removed: its charges are read until they are too old, in case it comes back.
  if (!adapter) throw providerNotConfigured('PIX');
  return syncAsaasPayment(deps, tenant, adapter, objectId);
}

const busyMs = 10 * 60_000;

/** A list for which no calls are left holds no read of a charge up: it is asked for again later. */
async function trySweep(deps: Deps, tenant: Tenant, adapter: AsaasAdapter): Promise<SyncOutcome> {
  try {
    return await sweepAsaas(deps, tenant, adapter);
  } catch (error) {
    if (!isAppError(error) || error.reason !== 'ASAAS_BUSY') throw error;
    deps.log.warn({ storeId: tenant.storeId }, 'what was paid at Asaas was not listed: few calls are left');
    return { kind: 'OPEN', nextAt: new Date(deps.clock.real().getTime() + busyMs) };
  }
}

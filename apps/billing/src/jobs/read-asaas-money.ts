import { everyTenant, isAppError, type Tenant } from '@pitanga/core';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { beginReads, claimReads, scheduleRead } from '../asaas-entries/asaas-read-repository';
import type { Deps } from '../deps';
import { keepAsaasWebhook } from '../managing/asaas-account-service';
import { syncAsaasMoney } from '../managing/sync-asaas-money';
import { sweepAsaasDisputes } from '../returning/sync-asaas-dispute';

const batchSize = 10;
/** Longer than a run may take: a crashed process's store is read by another after it. */
const leaseMs = 10 * 60_000;
/** An account makes a few calls each time: a movement that nothing explains is seen on the same day. */
const everyMs = 6 * 3_600_000;
const soonMs = 60_000;
const retryMs = 30 * 60_000;

/**
 * Reads of every account at Asaas that is due what only a list shows: its money, disputes whose event was lost, and whether
 * its webhook has all events; several replicas share the work.
 */
export async function readAsaasMoney(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  await beginReads(deps.db, everyTenant, now);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  for (const { tenant } of await claimReads(deps.db, everyTenant, { now, leaseUntil, limit: batchSize })) {
    let afterMs = retryMs;
    await attempt(deps, tenant, 'the money of an account at Asaas was not read', async (adapter) => {
      afterMs = (await syncAsaasMoney(deps, everyTenant, tenant, adapter)) ? everyMs : soonMs;
    });
    // More money is read at once; the rest has time.
    if (afterMs !== soonMs) await readRest(deps, tenant);
    await scheduleRead(deps.db, tenant, new Date(deps.clock.real().getTime() + afterMs));
  }
}

async function readRest(deps: Deps, tenant: Tenant): Promise<void> {
  await attempt(deps, tenant, 'the webhook of an account at Asaas was not looked at', ({ client }) =>
    keepAsaasWebhook(deps, tenant, client.within('FOLLOW')),
  );
  await attempt(deps, tenant, 'the disputes of an account at Asaas were not listed', async (adapter) => {
    if (adapter.methods.includes('CARD')) await sweepAsaasDisputes(deps, tenant, adapter);
  });
}

/** A key may lack the permission for one thing and have it for another. */
async function attempt(
  { asaasAccounts, log }: Deps,
  tenant: Tenant,
  sentence: string,
  run: (adapter: AsaasAdapter) => Promise<void>,
): Promise<void> {
  const { storeId } = tenant;
  try {
    const adapter = await asaasAccounts.of(tenant);
    if (adapter) await run(adapter);
  } catch (err) {
    if (!isAppError(err)) log.error({ err, storeId }, sentence);
    else log.warn({ storeId, reason: err.reason }, sentence);
  }
}

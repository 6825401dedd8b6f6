import { everyTenant, isAppError } from '@pitanga/core';
import { beginReads, claimReads, scheduleRead } from '../asaas-entries/asaas-read-repository';
import type { Deps } from '../deps';
import { syncAsaasMoney } from '../managing/sync-asaas-money';

const batchSize = 10;
/** Longer than a run may take: a crashed process's store is read by another after it. */
const leaseMs = 10 * 60_000;
/** An account makes a few calls each time: a movement that nothing explains is seen on the same day. */
const everyMs = 6 * 3_600_000;
const soonMs = 60_000;
const retryMs = 30 * 60_000;

/** Reads the money of every account at Asaas that is due; several replicas share the work. */
export async function readAsaasMoney(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  await beginReads(deps.db, everyTenant, now);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  for (const { tenant } of await claimReads(deps.db, everyTenant, { now, leaseUntil, limit: batchSize })) {
    const { storeId } = tenant;
    let afterMs = retryMs;
    try {
      const adapter = await deps.asaasAccounts.of(tenant);
      if (adapter) afterMs = (await syncAsaasMoney(deps, everyTenant, tenant, adapter)) ? everyMs : soonMs;
    } catch (err) {
      if (!isAppError(err)) deps.log.error({ err, storeId }, 'the money of an account at Asaas was not read');
      else deps.log.warn({ storeId, reason: err.reason }, 'the money of an account at Asaas was not read');
    }
    await scheduleRead(deps.db, tenant, new Date(deps.clock.real().getTime() + afterMs));
  }
}

import { saoPauloDay, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { listPaid, type AsaasPaymentHint, type PaidFilter } from '../asaas/asaas-webhook';
import type { Deps } from '../deps';
import { recordAsaasEvents, requestAsaasSync } from '../syncs/asaas-sync-repository';
import type { SyncOutcome } from '../syncs/sync';

const everyMs = 10 * 60_000;
/** An account with many payments a day is listed more seldom: a page a minute is a sixth of what Asaas allows. */
const pageMs = 60_000;
/** What is paid just before midnight is still listed on its day. */
const lateMs = 3 * 3_600_000;
const pagesMax = 200;

/**
 * Finds what was paid although no event said so: lists of a hundred cost one call, where a read of every open charge would
 * burn the account's quota. Only what no event and no list has named before is read.
 */
export async function sweepAsaas(deps: Deps, tenant: Tenant, adapter: AsaasAdapter): Promise<SyncOutcome> {
  const now = deps.clock.real();
  const lists = adapter.client.within('LIST');
  const days = new Set([saoPauloDay(new Date(now.getTime() - lateMs)), saoPauloDay(now)]);
  const filters: readonly PaidFilter[] = [
    ...[...days].map((paymentDate) => ({ status: 'RECEIVED', paymentDate }) as const),
    { status: 'CONFIRMED', billingType: 'BOLETO' },
    ...(adapter.methods.includes('CARD') ? [cardsSince(now)] : []),
  ];
  let pages = 0;
  for (const filter of filters) {
    for (let hasMore = true, offset = 0; hasMore && pages < pagesMax; offset += 100) {
      const page = await listPaid(lists, filter, offset);
      await requestNew(deps, tenant, page.hints, now);
      hasMore = page.hasMore;
      pages += 1;
    }
  }
  const pauseMs = Math.max(everyMs, pages * pageMs) * lists.slowness();
  return { kind: 'OPEN', nextAt: new Date(now.getTime() + pauseMs) };
}

/** A page is open for half an hour, and a review takes hours. */
function cardsSince(now: Date): PaidFilter {
  const day = saoPauloDay(new Date(now.getTime() - 86_400_000));
  return { status: 'CONFIRMED', billingType: 'CREDIT_CARD', 'dateCreated[ge]': day };
}

async function requestNew(deps: Deps, tenant: Tenant, hints: readonly AsaasPaymentHint[], now: Date): Promise<void> {
  await transact(deps, async (tx) => {
    const states = hints.map(({ state }) => state);
    const recorded = await recordAsaasEvents(tx.db, tenant, states, now);
    for (const { state, reference: objectId } of hints) {
      if (recorded.has(state)) await requestAsaasSync(tx.db, tenant, { kind: 'PAYMENT', objectId }, now);
    }
  });
}

import type { Tenant } from '@pitanga/core';
import type { ReadDeps } from '../deps';
import type { RefundReading } from '../provider/refund-reading';
import { buildOrderId, refundOfOrder } from '../refunds/refund';
import { findRefund } from '../refunds/refund-queries';
import { noteBounce, wakeRefund } from '../refunds/refund-repository';
import type { StripeAdapter } from '../stripe/stripe-adapter';
import { readStripeRefund } from '../stripe/stripe-refund-reading';
import type { SyncOutcome } from '../syncs/sync';

/** Longer than a process takes to write what it has read. */
const endingMs = 60_000;

/**
 * Reads a refund from Stripe: one that is under way continues, and one that has failed there after it was COMPLETE here is
 * noted (docs/behaviour/refunds-and-disputes.md#bounced). A repeat changes nothing.
 */
export async function syncStripeRefund(
  deps: ReadDeps,
  tenant: Tenant,
  adapter: StripeAdapter,
  stripeId: string,
): Promise<SyncOutcome> {
  const told = await readStripeRefund(adapter.client, stripeId);
  const id = told && refundOfOrder(told.orderId);
  const refund = id === undefined ? undefined : await findRefund(deps.db, tenant, deps.sealer, id);
  if (!told || !refund) return { kind: 'SETTLED' };
  const now = deps.clock.real();
  await wakeRefund(deps.db, tenant, refund.id, now);
  if (told.reading.status !== 'FAILED' || told.orderId !== buildOrderId(refund)) return { kind: 'SETTLED' };
  // Another process may be about to write the success that it read before.
  if (refund.step === 'SEND' || refund.step === 'WATCH') {
    return { kind: 'OPEN', nextAt: new Date(now.getTime() + endingMs) };
  }
  // A person may have copied our metadata to a refund of their own.
  if (refund.status === 'COMPLETE' && refund.reference === stripeId) await note(deps, tenant, refund.id, told.reading);
  return { kind: 'SETTLED' };
}

async function note({ db, clock, log }: ReadDeps, tenant: Tenant, id: string, told: RefundReading): Promise<void> {
  const { failureReason: reason = 'UNKNOWN', providerCode: code } = told;
  if (!(await noteBounce(db, tenant, id, { reason, code, at: clock.real() }))) return;
  const { storeId } = tenant;
  log.error({ refundId: id, storeId, reason, code }, 'a refund that was COMPLETE did not reach its buyer');
}

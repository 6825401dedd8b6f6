import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { Deps } from '../deps';
import { findSenderKind } from '../payout-accounts/sender-kind';
import { nextReturnReadMs, type ActivePayout } from '../payouts/payout';
import { lockPayout, savePayout } from '../payouts/payout-repository';
import type { PayoutReading } from '../provider/payout-provider';
import { payoutEvent } from './payout-events';

const retryMs = 3_600_000;

/**
 * Asks whether a COMPLETE payout has come back, and books what has. A provider that does not answer is asked an hour later;
 * after the last time it is asked no more, but a callback still makes it.
 * @param read how it stands at its provider
 */
export async function watchReturns(
  deps: Deps,
  tenant: Tenant,
  payout: ActivePayout,
  read: () => Promise<PayoutReading | undefined>,
): Promise<void> {
  const { id, completedAt, updatedAt } = payout;
  const ageMs = deps.clock.now(tenant).getTime() - (completedAt ?? updatedAt).getTime();
  let nextMs = nextReturnReadMs(tenant, ageMs);
  try {
    const reading = await read();
    if (reading?.status === 'COMPLETE') await concludeReturn(deps, tenant, payout, reading);
    // Nothing that a provider says later makes an order that it has carried out a failed one: a person must look.
    else deps.log.error({ payoutId: id, status: reading?.status }, 'a payout that was COMPLETE is no longer so there');
  } catch (err) {
    deps.log.warn({ err, payoutId: id }, 'whether a payout has come back is unknown, its provider is asked later');
    if (nextMs !== undefined) nextMs = Math.min(nextMs, retryMs);
  }
  await scheduleNext(deps, tenant, payout, nextMs);
}

/** Books all that has come back so far; the ledger is called first and recognizes a repeat. */
async function concludeReturn(
  deps: Deps,
  tenant: Tenant,
  { id, kind, provider }: ActivePayout,
  { returnedCents }: Extract<PayoutReading, { readonly status: 'COMPLETE' }>,
): Promise<void> {
  if (returnedCents === 0) return;
  if (kind === 'REFUND') {
    // The refund stays COMPLETE, and the payer is still owed the money: a person must look.
    deps.log.error({ payoutId: id, returnedCents }, 'a refund to a Pix key has come back');
    return;
  }
  const at = deps.clock.now(tenant);
  const returned = { tenant, holdId: id, returnedCents, occurredAt: at, providerAccount: findSenderKind(provider) };
  await deps.ledger.returnPayout(returned, { requestId: deps.ids.next('request', deps.clock.real()) });
  await transact(deps, async (tx) => {
    const current = await lockPayout(tx.db, tenant, tx.sealer, id);
    if (!current) throw new Error(`payout ${id} vanished`);
    if (returnedCents <= current.returnedCents) return;
    const isWhole = returnedCents === current.amountCents;
    const changed: ActivePayout = {
      ...current,
      status: isWhole ? 'RETURNED' : current.status,
      returnedCents,
      updatedAt: at,
    };
    await savePayout(tx.db, tenant, current, changed);
    await appendEvents(tx.db, [payoutEvent('payout.returned', tx, tenant, changed)], tx.clock.real());
  });
}

/**
 * A callback may have made it due since it was read, and is not forgotten then.
 * @param afterMs undefined: it is not asked again
 */
async function scheduleNext(
  deps: Deps,
  tenant: Tenant,
  { id, runAt: readAt }: ActivePayout,
  afterMs: number | undefined,
): Promise<void> {
  await transact(deps, async (tx) => {
    const current = await lockPayout(tx.db, tenant, tx.sealer, id);
    if (current?.step !== 'RETURNS') return;
    const isBack = current.status === 'RETURNED';
    if (!isBack && current.runAt.getTime() !== readAt.getTime()) return;
    const step = isBack || afterMs === undefined ? 'DONE' : 'RETURNS';
    const runAt = new Date(tx.clock.real().getTime() + (afterMs ?? 0));
    await savePayout(tx.db, tenant, current, { ...current, step, attempts: 0, runAt });
  });
}

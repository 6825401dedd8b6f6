import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { waitsUntil } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import type { ActivePayout } from '../payouts/payout';
import { lockPayout, savePayout } from '../payouts/payout-repository';
import { payoutEvent } from './payout-events';

type PayoutChanges = Partial<
  Pick<ActivePayout, 'step' | 'attempts' | 'sentAt' | 'provider' | 'refusal' | 'providerCode'>
>;

/**
 * Locks a payout, writes the changes, due next at `runAt`, and answers it. Undefined, and nothing is written, when another
 * worker has changed its step or sent it since `from` was read.
 */
export async function movePayout(
  deps: Deps,
  tenant: Tenant,
  from: ActivePayout,
  changes: PayoutChanges,
  runAt: Date,
): Promise<ActivePayout | undefined> {
  return transact(deps, async (tx) => {
    const current = await lockPayout(tx.db, tenant, tx.sealer, from.id);
    if (current?.step !== from.step || current.sentAt?.getTime() !== from.sentAt?.getTime()) return undefined;
    const moved: ActivePayout = { ...current, ...changes, runAt };
    const to = from.step === 'RESERVE' ? reserved(tx, tenant, moved) : moved;
    await savePayout(tx.db, tenant, current, to);
    if (from.step === 'RESERVE') {
      await appendEvents(tx.db, [payoutEvent('payout.created', tx, tenant, to)], tx.clock.real());
    }
    return to;
  });
}

/** A payout whose money is held now: one above the limit stays there until a person decides, or its time ends. */
function reserved({ clock }: TxDeps, tenant: Tenant, payout: ActivePayout): ActivePayout {
  const { approval } = payout;
  if (approval?.status !== 'WAITING') return payout;
  const leftMs = waitsUntil(approval).getTime() - clock.now(tenant).getTime();
  return { ...payout, step: 'APPROVE', runAt: new Date(clock.real().getTime() + leftMs) };
}

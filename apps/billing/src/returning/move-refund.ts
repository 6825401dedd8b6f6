import type { Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import { waitsUntil } from '@pitanga/provider-account';
import type { Deps, TxDeps } from '../deps';
import { refundEvent } from '../messages/refund-events';
import type { Refund } from '../refunds/refund';
import { lockRefund, saveRefund } from '../refunds/refund-repository';

type RefundChanges = Partial<Pick<Refund, 'step' | 'attempts' | 'sentAt' | 'account' | 'refusal' | 'providerCode'>>;

/**
 * Locks a refund, writes the changes, due next at `runAt`, and answers it. Undefined, and nothing is written, when another
 * worker has changed its step or sent it since `from` was read.
 */
export async function moveRefund(
  deps: Deps,
  tenant: Tenant,
  from: Refund,
  changes: RefundChanges,
  runAt: Date,
): Promise<Refund | undefined> {
  return transact(deps, async (tx) => {
    const current = await lockRefund(tx.db, tenant, tx.sealer, from.id);
    if (current?.step !== from.step || current.sentAt?.getTime() !== from.sentAt?.getTime()) return undefined;
    const isReserved = from.step === 'RESERVE';
    const moved: Refund = { ...current, ...changes, ...(isReserved && { requestedAt: tx.clock.real() }) };
    const wait = isReserved ? waitForPerson(tx, tenant, moved) : undefined;
    const to = wait?.refund ?? moved;
    await saveRefund(tx.db, tenant, tx.sealer, current, to, wait?.runAt ?? runAt);
    if (isReserved) await appendEvents(tx.db, [refundEvent('refund.created', tx, tenant, to)], tx.clock.real());
    return to;
  });
}

/** A refund whose money is held now and whose key is not known to be the payer's: a person decides, or its time ends. */
function waitForPerson({ clock }: TxDeps, tenant: Tenant, refund: Refund) {
  const { approval } = refund;
  if (approval?.status !== 'WAITING') return undefined;
  const leftMs = waitsUntil(approval).getTime() - clock.now(tenant).getTime();
  return { refund: { ...refund, step: 'APPROVE' as const }, runAt: new Date(clock.real().getTime() + leftMs) };
}

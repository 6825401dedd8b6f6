import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { findCharge } from '../charges/charge-queries';
import { lockCharge } from '../checkouts/locked-charge-repository';
import type { Deps, TxDeps } from '../deps';
import { afterCancelMs, nextLook, type Orphan, type OrphanState } from '../orphans/orphan';
import { keepOrphanReference, saveOrphanState } from '../orphans/orphan-repository';
import { recordOverpayment } from '../returning/overpayment';
import type { SyncOutcome } from '../syncs/sync';
import { toCopy, type CopyPayment } from './account-copy';

/**
 * Looks for what an account may have made without an answer, and cancels it there, because another account made the
 * charge. What was paid by it all the same goes back as a late or second payment of that charge. A repeat is a no-op.
 * @throws AppError UNAVAILABLE when the account does not answer, or the store does not have it
 */
export async function syncOrphan(deps: Deps, tenant: Tenant, orphan: Orphan): Promise<SyncOutcome> {
  const { accounts = [] } = await deps.findProviders(tenant);
  const account = accounts.find(({ name, account: id }) => name === orphan.provider && id === orphan.account);
  const copy = account && toCopy(account, orphan);
  if (!copy) throw providerNotConfigured(orphan.method);
  const now = deps.clock.real();
  const reading = await copy.read();
  for (const payment of reading?.payments ?? []) await bookPayment(deps, tenant, orphan, payment);
  if (!reading) {
    const nextAt = nextLook(orphan, now);
    return nextAt ? { kind: 'OPEN', nextAt } : ended(deps, tenant, orphan, 'ABSENT');
  }
  if (reading.reference !== undefined) await keepOrphanReference(deps.db, tenant, orphan, reading.reference);
  if (reading.status === 'OPEN') {
    await copy.cancel(reading);
    return { kind: 'OPEN', nextAt: new Date(now.getTime() + afterCancelMs) };
  }
  return ended(deps, tenant, orphan, reading.status);
}

async function ended(deps: Deps, tenant: Tenant, orphan: Orphan, state: OrphanState): Promise<SyncOutcome> {
  // A payment that an earlier look has booked stays the end of it.
  if (orphan.state !== 'PAID') await saveOrphanState(deps.db, tenant, orphan, state);
  return { kind: 'SETTLED' };
}

async function bookPayment(deps: Deps, tenant: Tenant, orphan: Orphan, payment: CopyPayment): Promise<void> {
  const isBooked = await transact(deps, (tx) => bookAtCharge(tx, tenant, orphan, payment));
  if (isBooked) return;
  const { provider, reference } = orphan;
  deps.log.error({ storeId: tenant.storeId, provider, reference }, 'a payment without a charge was made at a provider');
}

/** False where no charge was written: its request ended between the two. */
async function bookAtCharge(tx: TxDeps, tenant: Tenant, orphan: Orphan, payment: CopyPayment): Promise<boolean> {
  const known = await findCharge(tx.db, tenant, orphan.chargeId);
  const locked = known && (await lockCharge(tx.db, tenant, known));
  if (!locked) return false;
  const { charge, checkout } = locked;
  const verdict = charge.paidAt === undefined ? 'LATE' : 'DUPLICATE';
  await recordOverpayment(tx, tenant, { charge, checkout, provider: orphan.provider }, payment, verdict);
  await saveOrphanState(tx.db, tenant, orphan, 'PAID');
  return true;
}

import { everyTenant, type Owned } from '@pitanga/core';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { findCharge } from '../charges/charge-queries';
import type { Deps } from '../deps';
import {
  claimBegunPayments,
  closeBegunPayment,
  deleteBegunPayment,
  type BegunPayment,
} from '../syncs/begun-payment-repository';
import { isChargeTxid } from '../syncs/pix-sync';
import { findChargeByTxid } from '../syncs/pix-sync-repository';

const batchSize = 50;
/** Longer than a run takes; what fails is tried again then. */
const leaseMs = 300_000;
/** One that was deleted may have been paid at a bank shortly before. */
const lookAgainMs = 3 * 86_400_000;

/** Deletes at Asaas what has no charge: its request was killed, and no buyer has seen it (docs/behaviour/providers.md#asaas-orphans). */
export async function dropOrphans(deps: Deps): Promise<void> {
  const now = deps.clock.real();
  const claim = { now, leaseUntil: new Date(now.getTime() + leaseMs), limit: batchSize };
  for (const payment of await claimBegunPayments(deps.db, everyTenant, claim)) {
    const { tenant, reference } = payment;
    try {
      await dropOrphan(deps, payment);
    } catch (error) {
      deps.log.warn({ err: error, storeId: tenant.storeId, reference }, 'a payment without a charge stays at Asaas');
    }
  }
}

async function dropOrphan(deps: Deps, payment: Owned<BegunPayment>): Promise<void> {
  const { db, log, clock } = deps;
  const { tenant, reference, closedAt } = payment;
  const adapter = (await hasCharge(deps, payment)) ? undefined : await deps.asaasAccounts.of(tenant);
  if (!adapter) return deleteBegunPayment(db, tenant, reference);
  const at = atAsaas(adapter, reference);
  const status = await at.read();
  const of = { storeId: tenant.storeId, reference };
  if (status === 'PAID') log.error(of, 'a payment without a charge was paid at Asaas');
  if (status !== 'OPEN' && (closedAt !== undefined || status === undefined || status === 'PAID')) {
    return deleteBegunPayment(db, tenant, reference);
  }
  if (status === 'OPEN') {
    log.warn(of, 'a payment without a charge is deleted at Asaas');
    await at.close();
  }
  const now = clock.real();
  const runAt = new Date(now.getTime() + lookAgainMs);
  await closeBegunPayment(db, tenant, { reference, closedAt: now, runAt });
}

async function hasCharge({ db }: Deps, { tenant, reference }: Owned<BegunPayment>): Promise<boolean> {
  const found = isChargeTxid(reference)
    ? await findChargeByTxid(db, tenant, reference)
    : await findCharge(db, tenant, reference);
  return found !== undefined;
}

function atAsaas({ pix, boleto }: AsaasAdapter, reference: string) {
  if (isChargeTxid(reference)) {
    return {
      read: async () => (await pix.readPix(reference))?.status,
      close: () => pix.cancelPix(reference),
    };
  }
  const handle = { chargeId: reference, reference: undefined };
  return {
    read: async () => (await boleto.readBoleto(handle))?.status,
    close: () => boleto.cancelBoleto(handle),
  };
}

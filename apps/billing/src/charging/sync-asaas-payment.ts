import type { Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { asaasName } from '../asaas/asaas-pix-provider';
import { statusAt, type Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import type { Deps } from '../deps';
import type { AsaasAdapter } from '../asaas/asaas-adapter';
import { wakeOrphan } from '../orphans/orphan-repository';
import { syncAsaasDispute } from '../returning/sync-asaas-dispute';
import { findChargeByTxid } from '../syncs/pix-sync-repository';
import { isChargeTxid } from '../syncs/pix-sync';
import type { SyncOutcome } from '../syncs/sync';
import { confirmPayment } from './confirm-payment';
import type { PaymentNotice } from './payment-notice';
import { applyOutcome, toAttempt } from './send-card-charge';

/** How soon what was deleted at Asaas is read again: it may have been paid a moment before, or be held back for days. */
const afterCancelMs = { min: 60_000, max: 6 * 3_600_000 };
/** A read without an event; a payment between two reads is found in the account's list. */
const lookMs = 86_400_000;

/**
 * Reads a charge from Asaas, confirms every payment of it, and deletes there what our side has closed: a code of Asaas
 * can be paid long after its charge has expired. A repeat is a no-op.
 * @param reference ours at Asaas: the txid of a Pix, the id of a boleto or a card's charge
 */
export async function syncAsaasPayment(
  deps: Deps,
  tenant: Tenant,
  adapter: AsaasAdapter,
  reference: string,
): Promise<SyncOutcome> {
  const isTxid = isChargeTxid(reference);
  const id = isTxid ? (await findChargeByTxid(deps.db, tenant, reference))?.id : reference;
  const charge = id === undefined ? undefined : await findCharge(deps.db, tenant, id);
  if (!charge) {
    const isOrphan = await wakeOrphan(deps.db, tenant, { provider: asaasName, reference }, deps.clock.real());
    return { kind: isOrphan ? 'SETTLED' : 'UNKNOWN' };
  }
  if (charge.provider !== asaasName) return { kind: 'SETTLED' };
  if (charge.card) {
    await bookCard(deps, tenant, adapter, charge);
    return syncAsaasDispute(deps, tenant, adapter, charge.id);
  }
  const { status, notices } = await readCharge(adapter, charge, reference);
  for (const notice of notices) await transact(deps, (tx) => confirmPayment(tx, tenant, notice));
  if (status !== 'OPEN') return { kind: 'SETTLED' };
  return followOpen(deps, adapter, charge, reference);
}

/** Books a card's payment; what has no outcome is followed and ended by the job of confirmations. */
async function bookCard(deps: Deps, tenant: Tenant, { card }: AsaasAdapter, charge: Charge): Promise<void> {
  const outcome = await card.readCardCharge(toAttempt(charge));
  if (outcome?.status === 'APPROVED') await applyOutcome(deps, tenant, charge, outcome);
}

/** Not known: of another account, perhaps; it is looked for as long as the charge is open. */
async function readCharge(adapter: AsaasAdapter, charge: Charge, reference: string) {
  const { id: chargeId, boleto, providerReference } = charge;
  if (!boleto) {
    const reading = await adapter.pix.readPix(reference, providerReference);
    const notices = (reading?.payments ?? []).map(({ endToEndId, ...payment }): PaymentNotice => ({
      chargeId,
      rail: 'PIX',
      reference: endToEndId,
      ...payment,
    }));
    return { status: reading?.status ?? 'OPEN', notices };
  }
  const reading = await adapter.boleto.readBoleto({ chargeId, reference: boleto.reference });
  const paid = reading?.payment;
  const notices: PaymentNotice[] = paid ? [{ chargeId, rail: 'BOLETO', payer: undefined, ...paid }] : [];
  return { status: reading?.status ?? 'OPEN', notices };
}

async function followOpen(
  deps: Deps,
  { pix, boleto }: AsaasAdapter,
  charge: Charge,
  reference: string,
): Promise<SyncOutcome> {
  const now = deps.clock.real();
  if (statusAt(charge, now) === 'PENDING') {
    const nextMs = Math.min(now.getTime() + lookMs, charge.expiresAt.getTime() + 1_000);
    return { kind: 'OPEN', nextAt: new Date(Math.max(nextMs, now.getTime() + 1_000)) };
  }
  if (charge.boleto) await boleto.cancelBoleto({ chargeId: charge.id, reference: charge.boleto.reference });
  else await pix.cancelPix(reference, charge.providerReference);
  const sinceMs = Math.max(now.getTime() - charge.expiresAt.getTime(), afterCancelMs.min);
  return { kind: 'OPEN', nextAt: new Date(now.getTime() + Math.min(sinceMs, afterCancelMs.max)) };
}

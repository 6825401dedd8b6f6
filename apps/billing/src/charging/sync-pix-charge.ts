import { providerNotConfigured, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { findAuthorizationByTxid } from '../authorizations/authorization-repository';
import { bacenPixName } from '../bacen-pix/bacen-pix-provider';
import type { Deps } from '../deps';
import { wakeOrphan } from '../orphans/orphan-repository';
import { isBoletoName, nextPoll } from '../syncs/pix-sync';
import type { PixProvider, PixReading } from '../provider/pix-provider';
import { findAdapter } from '../provider/providers';
import { findChargeByTxid } from '../syncs/pix-sync-repository';
import type { SyncOutcome } from '../syncs/sync';
import { requireAutomaticPix } from './provider-for';
import { confirmPayment } from './confirm-payment';
import { prepareNextCode } from './replace-code';
import { syncBankBoleto } from './sync-bank-boleto';

/**
 * Reads a charge from its bank and confirms every payment the bank reports; a repeated payment is a no-op. The content
 * of a callback is never trusted.
 * @throws AppError UNAVAILABLE when the bank does not answer or the store has no account
 */
export async function syncPixCharge(deps: Deps, tenant: Tenant, txid: string): Promise<SyncOutcome> {
  const charge = await findChargeByTxid(deps.db, tenant, txid);
  if (!charge) {
    const orphan = { provider: bacenPixName, reference: txid };
    return { kind: (await wakeOrphan(deps.db, tenant, orphan, deps.clock.real())) ? 'SETTLED' : 'UNKNOWN' };
  }
  if (charge.provider !== bacenPixName) return { kind: 'SETTLED' };
  if (isBoletoName(charge.id)) {
    // The Pix code of a boleto was paid; the boleto has polls of its own.
    await syncBankBoleto(deps, tenant, charge.id);
    return { kind: 'SETTLED' };
  }
  const pix = findAdapter(await deps.findProviders(tenant), 'pix', bacenPixName);
  if (!pix) throw providerNotConfigured('PIX');
  const reading = await readFromBank(deps, tenant, pix, { txid, subscriptionId: charge.subscriptionId });
  if (!reading) deps.log.warn({ storeId: tenant.storeId, chargeId: charge.id }, 'the bank does not know a charge');
  const nextCode =
    reading && charge.ensureSameTaxId
      ? await prepareNextCode(deps, tenant, pix, { chargeId: charge.id, txid, reading })
      : undefined;
  for (const { amountCents, endToEndId: reference, paidAt, payer, owner } of reading?.payments ?? []) {
    const notice = {
      chargeId: charge.id,
      rail: 'PIX',
      amountCents,
      reference,
      paidAt,
      payer,
      owner,
      nextCode,
    } as const;
    await transact(deps, (tx) => confirmPayment(tx, tenant, notice));
  }
  const nextAt = nextPoll(charge, deps.clock.real());
  const isFinal = reading?.status === 'PAID' ? reading.payments.length > 0 : reading?.status === 'CANCELLED';
  return isFinal || nextAt === undefined ? { kind: 'SETTLED' } : { kind: 'OPEN', nextAt };
}

/** The first payment of a subscription that need not be authorised has a due date, which a bank keeps apart. */
async function readFromBank(
  deps: Deps,
  tenant: Tenant,
  pix: PixProvider,
  { txid, subscriptionId }: { readonly txid: string; readonly subscriptionId: string | undefined },
): Promise<PixReading | undefined> {
  const start = subscriptionId === undefined ? undefined : await findAuthorizationByTxid(deps.db, tenant, txid);
  if (!start?.isOptional) return pix.readPix(txid);
  return (await requireAutomaticPix(deps, tenant)).readCode(txid);
}

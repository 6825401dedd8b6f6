import { createHash } from 'node:crypto';
import { isAppError, type Tenant } from '@pitanga/core';
import type { Locked } from '@pitanga/database';
import { payerRefusal, statusAt, type Charge } from '../charges/charge';
import { findCharge } from '../charges/charge-queries';
import { saveCode } from '../charges/charge-repository';
import { findCustomerById } from '../customers/customer-queries';
import type { Deps, TxDeps } from '../deps';
import { countFormerCodes, insertFormerCode } from '../syncs/former-code-repository';
import { firstPoll } from '../syncs/pix-sync';
import { schedulePixSync } from '../syncs/pix-sync-repository';
import type { PixProvider, PixReading } from '../provider/pix-provider';

/** A code that is registered with the bank, to take the place of `replaced`. */
export interface NextCode {
  readonly replaced: string;
  readonly txid: string;
  readonly brCode: string;
}

/** Each one is paid for by a real transfer; this only ends a game that somebody plays. */
const codesMax = 20;

/**
 * A bank's code is paid once. When everything paid by it is refused, the charge needs another code to stay payable;
 * this registers one, before the refusal is written. Its txid follows from the one that it replaces, so that a repeat
 * after a crash registers the same. Undefined when the charge needs none, or when the bank refuses to make one.
 * @throws AppError UNAVAILABLE when the bank does not answer; the reading is then repeated as a whole
 */
export async function prepareNextCode(
  deps: Deps,
  tenant: Tenant,
  provider: PixProvider,
  read: { readonly chargeId: string; readonly txid: string; readonly reading: PixReading },
): Promise<NextCode | undefined> {
  const { chargeId, txid, reading } = read;
  if (reading.status !== 'PAID' || reading.payments.length === 0) return undefined;
  const charge = await findCharge(deps.db, tenant, chargeId);
  const now = deps.clock.now(tenant);
  // An earlier code of the charge needs no successor: it has one.
  if (!charge?.ensureSameTaxId || charge.pix?.txid !== txid || statusAt(charge, now) !== 'PENDING') return undefined;
  const customer = await findCustomerById(deps.db, tenant, deps.sealer, charge.customerId);
  const isTaken = reading.payments.some(({ payer }) => !payerRefusal(charge, customer?.taxId, payer?.taxId));
  if (isTaken || (await countFormerCodes(deps.db, tenant, chargeId)) >= codesMax) return undefined;
  const { merchantName, merchantCity } = await deps.settings.of(deps.db, tenant);
  const order = {
    txid: nextTxid(txid),
    amountCents: charge.amountCents,
    merchantName,
    merchantCity,
    now,
    expiresAt: charge.expiresAt,
    description: charge.description,
    debtor:
      customer?.taxId === undefined || !customer.name ? undefined : { name: customer.name, taxId: customer.taxId },
    ensureSameTaxId: true,
  };
  try {
    const { brCode } = await provider.createPix(order);
    return { replaced: txid, txid: order.txid, brCode };
  } catch (error) {
    if (!isAppError(error) || error.kind !== 'FAILED_PRECONDITION') throw error;
    deps.log.warn({ err: error, chargeId }, 'the bank made no other code for a charge whose payer is refused');
    return undefined;
  }
}

/** Replaces the code of a charge and schedules the first poll of the new one; returns the charge as it is then. */
export async function replaceCode(
  tx: TxDeps,
  tenant: Tenant,
  charge: Locked<Charge>,
  next: NextCode | undefined,
): Promise<Charge> {
  if (!next || charge.pix?.txid !== next.replaced) return charge;
  const now = tx.clock.now(tenant);
  if (statusAt(charge, now) !== 'PENDING') return charge;
  const { txid, brCode } = next;
  const replaced: Locked<Charge> = { ...charge, updatedAt: now, pix: { ...charge.pix, txid, brCode } };
  await saveCode(tx.db, tenant, replaced);
  await insertFormerCode(tx.db, tenant, { txid: next.replaced, chargeId: charge.id, replacedAt: now });
  await schedulePixSync(tx.db, tenant, txid, firstPoll({ createdAt: now, expiresAt: charge.expiresAt }));
  return replaced;
}

/** 32 letters and digits (docs/behaviour/brazil.md#txid). */
function nextTxid(txid: string): string {
  return createHash('sha256').update(`next code after ${txid}`).digest('hex').slice(0, 32);
}

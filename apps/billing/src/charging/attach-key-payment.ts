import type { CrossTenant, Owned, Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { asaasName } from '../asaas/asaas-pix-provider';
import type { Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { findCharge } from '../charges/charge-queries';
import type { Deps, ReadDeps, TxDeps } from '../deps';
import { listStoresBeside, listStoresOfAccount } from '../key-payments/inbox-repository';
import type { KeyPayment } from '../key-payments/key-payment';
import {
  keyPaymentAmount,
  keyPaymentNotTaken,
  keyPaymentNotWaiting,
  keyPaymentOfOther,
  keyPaymentUnseen,
  keyPaymentWentBack,
} from '../key-payments/key-payment-errors';
import { lockKeyPayment } from '../key-payments/key-payment-repository';
import type { PixProvider, ReceivedPix } from '../provider/pix-provider';
import { requestAsaasSync } from '../syncs/asaas-sync-repository';
import { findReceivingAccount, requireKeyPayment, type Decider } from '../returning/receiving-account';
import { confirmPayment } from './confirm-payment';
import { noteWentBack } from './record-key-payments';

export interface Attachment extends Decider {
  readonly id: string;
  /** Of the store that takes the money. */
  readonly charge: Owned<{ readonly id: string }>;
}

/**
 * Makes a Pix the payment of a charge, by the rules of any payment: in time is when the bank received it
 * (docs/behaviour/key-payments.md#attach). What the charge cannot take is refused, and the Pix waits on.
 */
export async function attachKeyPayment(
  deps: Deps,
  all: CrossTenant,
  tenant: Tenant,
  attachment: Attachment,
): Promise<KeyPayment> {
  const payment = await requireKeyPayment(deps, all, tenant, attachment.id, attachment);
  // A repeat, also of a request whose answer was lost.
  if (payment.chargeId === attachment.charge.id) return payment;
  if (payment.status !== 'WAITING') throw keyPaymentNotWaiting(payment.status);
  const pix = await findReceivingAccount(deps, all, payment);
  const charge = await checkCharge(deps, all, pix, payment, attachment);
  await checkStillThere(deps, tenant, pix, payment);
  return transact(deps, (tx) => confirmAttached(tx, all, tenant, payment, { ...attachment, found: charge }));
}

async function checkCharge(
  { db }: ReadDeps,
  all: CrossTenant,
  pix: PixProvider,
  payment: KeyPayment,
  { charge, byOperator }: Attachment,
): Promise<Charge> {
  const found = await findCharge(db, charge.tenant, charge.id);
  if (!found) throw chargeNotFound();
  const stores = await listStoresOfAccount(db, all, payment.account);
  // Which of the keys of a login it came to, the operator says.
  const beside = byOperator && payment.isShared ? await listStoresBeside(db, all, payment.account) : [];
  const takers = [...stores.filter(({ isCurrent }) => isCurrent).map((store) => store.tenant), ...beside];
  const isOfAccount = takers.some(({ storeId }) => storeId === charge.tenant.storeId);
  if (found.method !== 'PIX' || found.provider !== pix.name || !isOfAccount) throw keyPaymentOfOther();
  if (found.amountCents !== payment.amountCents) throw keyPaymentAmount(found.amountCents, payment.amountCents);
  return found;
}

/** Money that is not at the bank any more must not become available: it is read once more, right before. */
async function checkStillThere(deps: Deps, tenant: Tenant, pix: PixProvider, payment: KeyPayment): Promise<void> {
  const seen = await readAgain(pix, payment);
  if (!seen) throw keyPaymentUnseen();
  if (seen.leftCents >= payment.amountCents) return;
  if (seen.leftCents <= 0) await transact(deps, (tx) => noteWentBack(tx, tenant, payment.endToEndId));
  throw keyPaymentWentBack();
}

const besideMs = 2_000;
const pagesMax = 20;

async function readAgain(pix: PixProvider, { receivedAt, endToEndId }: KeyPayment): Promise<ReceivedPix | undefined> {
  if (pix.readReceived) return pix.readReceived(endToEndId);
  const window = {
    from: new Date(receivedAt.getTime() - besideMs),
    until: new Date(receivedAt.getTime() + besideMs),
  };
  for (let page = 0; page < pagesMax; page += 1) {
    const read = await pix.listReceived?.(window, page);
    const found = read?.payments.find((payment) => payment.endToEndId === endToEndId);
    if (found || read === undefined || read.isLast) return found;
  }
  return undefined;
}

async function confirmAttached(
  tx: TxDeps,
  all: CrossTenant,
  tenant: Tenant,
  payment: KeyPayment,
  { charge, found, ...decider }: Attachment & { readonly found: Charge },
): Promise<KeyPayment> {
  const { endToEndId: reference, amountCents, receivedAt: paidAt, owner, payerName: name, payerTaxId: taxId } = payment;
  // Another store may have connected the account in the meantime.
  await requireKeyPayment(tx, all, tenant, payment.id, decider);
  const payer = name === undefined && taxId === undefined ? undefined : { name, taxId };
  const notice = { chargeId: found.id, rail: 'PIX', amountCents, reference, paidAt, owner, payer } as const;
  const confirmed = await confirmPayment(tx, charge.tenant, { ...notice, refusedWhenLate: true });
  const after = await lockKeyPayment(tx.db, tenant, tx.sealer, payment.id);
  if (confirmed.pix?.endToEndId !== reference || after?.chargeId !== found.id) throw keyPaymentNotTaken();
  await closeCode(tx, charge.tenant, found);
  return after;
}

/** Asaas's code can be paid for a year, and the charge is paid by another Pix than its own. */
async function closeCode({ db, clock }: TxDeps, tenant: Tenant, charge: Charge): Promise<void> {
  const objectId = charge.provider === asaasName ? charge.pix?.txid : undefined;
  if (objectId !== undefined) await requestAsaasSync(db, tenant, { kind: 'PAYMENT', objectId }, clock.real());
}

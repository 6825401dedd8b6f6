import { toldText, type CrossTenant, type Tenant } from '@pitanga/core';
import { appendEvents, transact } from '@pitanga/database';
import type { Deps, TxDeps } from '../deps';
import { listStoresBeside, listStoresOfAccount } from '../key-payments/inbox-repository';
import { returned, returnedAtBank, type KeyPayment } from '../key-payments/key-payment';
import { insertKeyPayment, lockByTransfer, lockTransfer, saveKeyPayment } from '../key-payments/key-payment-repository';
import { findOwnPayments } from '../key-payments/own-payments';
import { keyPaymentEvent } from '../messages/key-payment-events';
import { derivePayerRef } from '../persons/person';
import type { ReceivedPix } from '../provider/pix-provider';
import { requestPixSyncs } from '../syncs/pix-sync-repository';

/** The account that was read. */
type Receiver = Pick<KeyPayment, 'account' | 'provider'>;

/**
 * Records what of an account's transfers no charge of ours asked for, each once; what is a charge's, and the charge does
 * not have, is read by its charge. A repeat of a page changes nothing.
 */
export async function recordKeyPayments(
  deps: Deps,
  all: CrossTenant,
  tenant: Tenant,
  receiver: Receiver,
  payments: readonly ReceivedPix[],
): Promise<void> {
  if (payments.length === 0) return;
  const own = await findOwnPayments(deps.db, all, receiver.account, payments);
  for (const { unread } of own) {
    if (unread) await requestPixSyncs(deps.db, unread.tenant, [unread.txid], deps.clock.real());
  }
  const ownIds = new Set(own.map(({ endToEndId }) => endToEndId));
  for (const payment of payments.filter(({ endToEndId }) => !ownIds.has(endToEndId))) {
    await transact(deps, (tx) => recordOne(tx, all, tenant, receiver, payment));
  }
}

async function recordOne(
  tx: TxDeps,
  all: CrossTenant,
  tenant: Tenant,
  { account, provider }: Receiver,
  received: ReceivedPix,
): Promise<void> {
  const { endToEndId } = received;
  // What confirms it as the payment of a charge takes the same lock first.
  await lockTransfer(tx.db, tx.sharedAccounts, endToEndId);
  const known = await lockByTransfer(tx.db, tx.sharedAccounts, tx.sealer, { tenant, endToEndId });
  if (known) {
    if (known.payment.status === 'WAITING' && received.leftCents <= 0) await noteWentBack(tx, tenant, endToEndId);
    return;
  }
  // What came and went before it was seen changes nothing here.
  if (received.leftCents <= 0) return;
  // It would be money twice.
  if (received.mayBeBoleto === true) return;
  if ((await findOwnPayments(tx.db, all, account, [received])).length > 0) return;
  const stores = await listStoresOfAccount(tx.db, all, account);
  // Where the bank leaves the key out, it may have come to that of another store: then the operator decides.
  const beside = received.isKeyNamed ? [] : await listStoresBeside(tx.db, all, account);
  const others = [...stores.filter(({ isCurrent }) => isCurrent).map((store) => store.tenant), ...beside];
  const isShared = others.some(({ storeId }) => storeId !== tenant.storeId);
  const payment = toKeyPayment(tx, tenant, { account, provider, isShared }, received);
  if (!(await insertKeyPayment(tx.db, tenant, tx.sealer, payment))) return;
  await appendEvents(tx.db, [keyPaymentEvent('pix_key.received', tx, tenant, payment)], tx.clock.real());
}

function toKeyPayment(
  { ids, clock, sealer }: TxDeps,
  tenant: Tenant,
  of: Pick<KeyPayment, 'account' | 'provider' | 'isShared'>,
  { endToEndId, txid, leftCents: amountCents, paidAt: receivedAt, payer, owner }: ReceivedPix,
): KeyPayment {
  const now = clock.real();
  return {
    ...of,
    id: ids.next('keyPayment', now),
    endToEndId,
    txid,
    status: 'WAITING',
    amountCents,
    owner,
    payerName: payer?.name === undefined ? undefined : toldText(payer.name),
    payerTaxId: payer?.taxId,
    payerRef: payer?.taxId === undefined ? undefined : derivePayerRef(sealer, tenant, payer.taxId),
    receivedAt,
    chargeId: undefined,
    reason: undefined,
    step: undefined,
    requestedAt: undefined,
    sentAt: undefined,
    refusal: undefined,
    attempts: 0,
    orderNumber: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** All of it went back: returned in the bank's own application, or by the special return mechanism. */
export async function noteWentBack(tx: TxDeps, tenant: Tenant, endToEndId: string): Promise<void> {
  await lockTransfer(tx.db, tx.sharedAccounts, endToEndId);
  const found = await lockByTransfer(tx.db, tx.sharedAccounts, tx.sealer, { tenant, endToEndId });
  if (found?.payment.status !== 'WAITING') return;
  const after = returned(found.payment, returnedAtBank, tx.clock.real());
  await saveKeyPayment(tx.db, found.tenant, tx.sealer, found.payment, after);
  await appendEvents(tx.db, [keyPaymentEvent('pix_key.refunded', tx, found.tenant, after)], tx.clock.real());
}

import type { Owned, Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import type { TxDeps } from '../deps';
import { attachedTo, type KeyPayment } from '../key-payments/key-payment';
import { lockByTransfer, lockTransfer, saveKeyPayment } from '../key-payments/key-payment-repository';
import { keyPaymentEvent } from '../messages/key-payment-events';
import type { PaymentNotice } from './payment-notice';

/** What the payment of a charge was recorded as before. FREE: as nothing, or as a Pix that waits. */
export type Claim =
  | { readonly kind: 'FREE'; readonly waiting: Owned<{ readonly payment: Locked<KeyPayment> }> | undefined }
  /** It pays another charge, or is on its way back: its money is not here for this one. */
  | { readonly kind: 'SPENT' };

/** Locks a transfer of a bank before it is confirmed as a charge's payment. Dev mode has no bank. */
export async function claimKeyPayment(
  tx: TxDeps,
  tenant: Tenant,
  { rail, reference, chargeId }: PaymentNotice,
): Promise<Claim> {
  if (tenant.devMode || rail !== 'PIX') return { kind: 'FREE', waiting: undefined };
  await lockTransfer(tx.db, tx.sharedAccounts, reference);
  const found = await lockByTransfer(tx.db, tx.sharedAccounts, tx.sealer, { tenant, endToEndId: reference });
  if (!found || found.payment.chargeId === chargeId) return { kind: 'FREE', waiting: undefined };
  if (found.payment.status === 'WAITING') return { kind: 'FREE', waiting: found };
  tx.log.warn({ storeId: tenant.storeId, chargeId, keyPaymentId: found.payment.id }, 'a Pix was decided before');
  return { kind: 'SPENT' };
}

/** The Pix that waited is the charge's now, also where the charge cannot take it: then its own refund returns it. */
export async function attachClaimed(
  tx: TxDeps,
  { tenant, payment }: Owned<{ readonly payment: Locked<KeyPayment> }>,
  chargeId: string,
): Promise<void> {
  const after = attachedTo(payment, chargeId, tx.clock.real());
  await saveKeyPayment(tx.db, tenant, tx.sealer, payment, after);
  await appendEvents(tx.db, [keyPaymentEvent('pix_key.attached', tx, tenant, after)], tx.clock.real());
}

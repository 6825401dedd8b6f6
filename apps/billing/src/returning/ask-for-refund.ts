import type { Tenant } from '@pitanga/core';
import { appendEvents, type Locked } from '@pitanga/database';
import { statusAt, type Charge } from '../charges/charge';
import { chargeNotFound } from '../charges/charge-errors';
import { findCharge } from '../charges/charge-queries';
import { lockCharge } from '../checkouts/locked-charge-repository';
import type { TxDeps } from '../deps';
import { refundRequested } from '../messages/refund-request-wire';
import { portalNotFound } from '../portals/portal-errors';
import { findPortal } from '../portals/portal-repository';
import { amountToRefund, isTooLateForPix } from '../refunds/refund';
import {
  notRefundable,
  nothingToRefund,
  pixTooOld,
  refundPending,
  subscriptionNotRefundable,
} from '../refunds/refund-errors';
import { findPendingRefund } from '../refunds/refund-queries';
import type { RefundRequest } from '../refund-requests/refund-request';
import { refundRequestDecided, refundRequestNotFound } from '../refund-requests/refund-request-errors';
import {
  findOpenRequest,
  findRefundRequest,
  insertRefundRequest,
  refuseOpenRequest,
} from '../refund-requests/refund-request-repository';
import { beginRefund, type RefundInput } from './create-refund';

export interface RefundAsk {
  readonly portalId: string;
  readonly chargeId: string;
  readonly reason: string | undefined;
}

/**
 * A customer asks for the money of a charge that their portal shows. One that waits already is answered as it is.
 * FAILED_PRECONDITION where the store could not give anything back by a refund.
 */
export async function askForRefund(
  tx: TxDeps,
  tenant: Tenant,
  { portalId, chargeId, reason }: RefundAsk,
): Promise<RefundRequest> {
  const portal = await findPortal(tx.db, tenant, portalId);
  if (!portal) throw portalNotFound();
  const charge = await lockShownCharge(tx, tenant, chargeId);
  if (charge.customerId !== portal.customerId) throw chargeNotFound();
  if (charge.origin === 'SUBSCRIPTION') throw subscriptionNotRefundable();
  if (charge.checkoutId !== portal.checkoutId) throw chargeNotFound();
  const open = await findOpenRequest(tx.db, tenant, charge);
  if (open) return open;
  const now = tx.clock.now(tenant);
  const amountCents = await judgeRefundable(tx, tenant, charge, now);
  const request: RefundRequest = {
    id: tx.ids.next('refundRequest', now),
    devMode: tenant.devMode,
    status: 'OPEN',
    chargeId,
    checkoutId: charge.checkoutId,
    customerId: portal.customerId,
    amountCents,
    reason,
    refundId: undefined,
    createdAt: now,
    updatedAt: now,
  };
  await insertRefundRequest(tx.db, tenant, charge, request);
  await appendEvents(tx.db, [refundRequested(tx.ids, tenant, request)], tx.clock.real());
  return request;
}

/** What is left of the charge. */
async function judgeRefundable(
  { db, sealer }: TxDeps,
  tenant: Tenant,
  charge: Locked<Charge>,
  now: Date,
): Promise<RefundRequest['amountCents']> {
  if (charge.method === 'FREE') throw nothingToRefund();
  if (charge.status !== 'PAID') throw notRefundable(statusAt(charge, now));
  if (charge.pix?.endToEndId !== undefined && isTooLateForPix(charge, now)) throw pixTooOld();
  if (await findPendingRefund(db, tenant, sealer, charge.id)) throw refundPending();
  return amountToRefund(charge, undefined);
}

export type RefundApproval = Pick<RefundInput, 'pixKey' | 'amountCents' | 'asker'> & { readonly requestId: string };

/**
 * Begins a refund of the charge of a request, exactly as the routes of refunds do, and answers its id; any refund of the
 * charge approves the request. Approved already: the id of that refund.
 */
export async function approveRefundRequest(
  tx: TxDeps,
  tenant: Tenant,
  { requestId, ...order }: RefundApproval,
  prepared: Parameters<typeof beginRefund>[3],
): Promise<string> {
  const { request, charge } = await lockRequest(tx, tenant, requestId);
  if (request.status === 'REFUSED') throw refundRequestDecided(request.status);
  if (request.refundId !== undefined) return request.refundId;
  if (charge.origin === 'SUBSCRIPTION' || charge.origin === 'TOP_UP') throw subscriptionNotRefundable();
  const of = { id: charge.id, origin: charge.origin, isOfPayment: true } as const;
  return beginRefund(tx, tenant, { ...order, ...of, reason: undefined }, prepared);
}

export async function refuseRefundRequest(tx: TxDeps, tenant: Tenant, requestId: string): Promise<RefundRequest> {
  const { request, charge } = await lockRequest(tx, tenant, requestId);
  if (request.status === 'REFUSED') return request;
  if (request.status === 'APPROVED') throw refundRequestDecided(request.status);
  return refuseOpenRequest(tx.db, tenant, charge, request, tx.clock.now(tenant));
}

/** A request is decided under the lock of its charge, and read after it. */
async function lockRequest(
  tx: TxDeps,
  tenant: Tenant,
  id: string,
): Promise<{ readonly request: RefundRequest; readonly charge: Locked<Charge> }> {
  const seen = await findRefundRequest(tx.db, tenant, id);
  if (!seen) throw refundRequestNotFound();
  const charge = await lockShownCharge(tx, tenant, seen.chargeId);
  const request = await findRefundRequest(tx.db, tenant, id);
  if (!request) throw refundRequestNotFound();
  return { request, charge };
}

async function lockShownCharge({ db }: TxDeps, tenant: Tenant, id: string): Promise<Locked<Charge>> {
  const seen = await findCharge(db, tenant, id);
  const locked = seen && (await lockCharge(db, tenant, seen));
  if (!locked) throw chargeNotFound();
  return locked.charge;
}

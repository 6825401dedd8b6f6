import type { Payout, Refund } from '@pitanga/contracts';
import { isAppError, maskPixKey, normalizePixKey, type PixKeyType } from '@pitanga/core';
import { actorRecord, askedCents } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { AuditFact, AuditState } from '../../audit/audit-entry';
import { describeBrowser } from '../../access/origin';
import type { Deps } from '../../deps';
import { callContext, principal } from '../edge/request';

/** An order as its caller asks for it, before a service has looked at it. */
export interface AskedOrder {
  readonly kind: keyof typeof attempts;
  /** Undefined: all that is left of a payment. */
  readonly amountCents?: number | undefined;
  /** Undefined: the account's own key, or the way that a payment came. */
  readonly pixKeyType?: PixKeyType | undefined;
  readonly pixKey?: string | undefined;
  /** Of a TED. */
  readonly bankAccount?: { readonly account: string } | undefined;
  /** What is refunded. */
  readonly originalId?: string | undefined;
}

const attempts = {
  PAYOUT: 'payout.attempted',
  REFUND: 'refund.attempted',
  REFUND_KEY: 'refund.key_attempted',
} as const;

/**
 * Records a request to send money before a service gets it: no order is without an entry, whatever breaks after it. The
 * order, which has no id yet, has another entry by the same request.
 */
export async function recordAttempt({ auditLog }: Deps, request: FastifyRequest, asked: AskedOrder): Promise<void> {
  const { tenant } = principal(request);
  const { amountCents, pixKeyType, pixKey, bankAccount, originalId } = asked;
  await auditLog.record(tenant, {
    ...buildFact(request),
    action: attempts[asked.kind],
    target: { type: 'store', id: tenant.storeId },
    after: {
      amountCents: amountCents ?? null,
      ...(bankAccount
        ? receiver('BANK_ACCOUNT', '***')
        : receiver(pixKeyType, pixKeyType && pixKey && maskTyped(pixKeyType, pixKey))),
      ...(originalId !== undefined && { originalId: knownText(originalId) }),
      ...readSession(request),
    },
  });
}

/**
 * {@link recordAttempt} of a decision on what has an id: the approval of an order, or what becomes of a Pix without a charge.
 *
 * @param chargeId the charge that a Pix is to pay
 */
export async function recordDecisionAttempt(
  { auditLog }: Deps,
  request: FastifyRequest,
  action: 'payout.approval' | 'refund.approval' | 'key_payment.attach' | 'key_payment.return',
  { id, chargeId }: { readonly id: string; readonly chargeId?: string },
): Promise<void> {
  const [type = action] = action.split('.');
  const fact = { ...buildFact(request), action: `${action}_attempted`, target: { type, id: knownText(id) } };
  const after = { ...(chargeId !== undefined && { chargeId: knownText(chargeId) }), ...readSession(request) };
  await auditLog.record(principal(request).tenant, { ...fact, after });
}

/**
 * Records the order that was made, by whom the service says that it was asked for. A repeat records it too, should this
 * process have ended before its entry, and no second time.
 */
export async function recordOrder(
  { auditLog }: Deps,
  request: FastifyRequest,
  kind: AskedOrder['kind'],
  order: Payout | Refund,
): Promise<void> {
  const { tenant, actor: caller } = principal(request);
  const requestedBy = order.requestedBy && actorRecord(order.requestedBy);
  const asker = requestedBy?.kind;
  const actor = requestedBy && (asker === 'USER' || asker === 'KEY') ? { kind: asker, id: requestedBy.id } : caller;
  const fact = {
    ...buildFact(request),
    actor,
    action: orderAction(kind, order),
    target: { type: kind === 'PAYOUT' ? 'payout' : 'refund', id: order.id },
    after: {
      amountCents: 'isFeeIncluded' in order ? askedCents(order) : order.amountCents,
      ...receiver(order.pixKeyType, order.maskedPixKey),
      ...('chargeId' in order && { chargeId: order.chargeId }),
      ...(actor.id === caller.id && readSession(request, order.createdAt)),
    },
  };
  // The key of one refund may be given again, after it has failed.
  const isOnce = fact.action !== 'refund.key_set' || callContext(request).replayed === true;
  await (isOnce ? auditLog.recordOnce(tenant, fact) : auditLog.record(tenant, fact));
}

/** Of an overpayment, which is refunded by itself, the key alone is new. */
function orderAction(kind: AskedOrder['kind'], order: Payout | Refund): string {
  if (kind === 'PAYOUT') return 'payout.requested';
  const isKeyAlone = kind === 'REFUND_KEY' || ('isOverpayment' in order && order.isOverpayment === true);
  return isKeyAlone ? 'refund.key_set' : 'refund.requested';
}

/** A transfer between the store and a sub-account, as its caller asks for it. */
interface AskedTransfer {
  readonly subAccountId: string;
  readonly amountCents: number;
  readonly direction: string;
  readonly against?: string | undefined;
}

/** {@link recordAttempt} of a transfer between the store and a sub-account. */
export async function recordTransferAttempt(
  { auditLog }: Deps,
  request: FastifyRequest,
  asked: AskedTransfer,
): Promise<void> {
  await auditLog.record(principal(request).tenant, {
    ...transferFact(request, asked),
    action: 'sub_account.transfer_attempted',
    target: { type: 'store', id: principal(request).tenant.storeId },
  });
}

/** {@link recordOrder} of the transfer that was made. */
export async function recordTransfer(
  { auditLog }: Deps,
  request: FastifyRequest,
  asked: AskedTransfer,
  id: string,
): Promise<void> {
  await auditLog.recordOnce(principal(request).tenant, {
    ...transferFact(request, asked),
    action: 'sub_account.transferred',
    target: { type: 'sub_account_transfer', id },
  });
}

function transferFact(request: FastifyRequest, { subAccountId, amountCents, direction, against }: AskedTransfer) {
  const cause = against === undefined ? {} : { against: knownText(against) };
  const after = { subAccountId: knownText(subAccountId), amountCents, direction, ...cause, ...readSession(request) };
  return { ...buildFact(request), after };
}

function buildFact(request: FastifyRequest): Pick<AuditFact, 'actor' | 'devMode' | 'requestId'> {
  const { tenant, actor } = principal(request);
  return { actor, devMode: tenant.devMode, requestId: callContext(request).requestId };
}

/** The log cannot be erased: of the receiver it has the masked key alone (docs/personal-data.md). */
function receiver(type: string | undefined, maskedKey: string | undefined): AuditState {
  return { pixKeyType: type ?? null, pixKey: maskedKey ?? null };
}

/** An id as its caller gave it: any other text may name a person. */
const knownText = (id: string): string => (/^[0-9A-Za-z_]{1,64}$/.test(id) ? id : '***');

/** A text that is no key of its type is hidden as a whole; the service refuses it. */
function maskTyped(type: PixKeyType, text: string): string {
  try {
    return maskPixKey(type, normalizePixKey(type, text));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return '***';
  }
}

/** The device and the beginning of a person's session; nothing of one that began after the order, which a repeat has. */
function readSession({ session }: FastifyRequest, orderedAt?: Date): AuditState {
  if (!session || (orderedAt && session.createdAt > orderedAt)) return {};
  const { id, userAgent, createdAt } = session;
  return { session: id, device: describeBrowser(userAgent), signedInAt: createdAt.toISOString() };
}

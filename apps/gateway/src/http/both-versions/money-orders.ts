import type { Actor as ActorMessage, Payout, PayoutActor, Refund } from '@pitanga/contracts';
import { actorRecord } from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { callContext, principal } from '../edge/request';

/** Who asks for a payout, as payouts keeps it (docs/behaviour/payouts.md#approval-by). */
export async function payoutAsker(
  { orderAskers }: Deps,
  request: FastifyRequest,
): Promise<{ readonly requestedBy: PayoutActor; readonly isAlone: boolean }> {
  const { tenant, actor } = principal(request);
  const { kind, id, description, isAlone } = await orderAskers.find(tenant, actor);
  return { requestedBy: { kind: `PAYOUT_ACTOR_KIND_${kind}`, id, description }, isAlone };
}

/** The same of a refund. */
export async function refundAsker(
  { orderAskers }: Deps,
  request: FastifyRequest,
): Promise<{ readonly requestedBy: ActorMessage; readonly isAlone: boolean }> {
  const { tenant, actor } = principal(request);
  const { kind, id, description, isAlone } = await orderAskers.find(tenant, actor);
  return { requestedBy: { kind: `ACTOR_KIND_${kind}`, id, description }, isAlone };
}

type OrderAction = 'payout.requested' | 'refund.requested' | 'refund.key_set';

/**
 * Records that money was ordered to leave, by whom the service says that it was (docs/behaviour/payouts.md#requested). A
 * repeat records it too, should this process have ended before its entry, and no second time.
 */
export async function recordOrder(
  { auditLog }: Deps,
  request: FastifyRequest,
  action: OrderAction,
  order: Payout | Refund,
): Promise<void> {
  const { tenant, actor: caller } = principal(request);
  const { requestId, replayed } = callContext(request);
  const requestedBy = order.requestedBy && actorRecord(order.requestedBy);
  const kind = requestedBy?.kind;
  const actor = requestedBy && (kind === 'USER' || kind === 'KEY') ? { kind, id: requestedBy.id } : caller;
  const target = { type: action === 'payout.requested' ? 'payout' : 'refund', id: order.id };
  const after = { amountCents: order.amountCents, pixKey: order.maskedPixKey ?? null };
  const fact = { actor, action, target, devMode: tenant.devMode, after, requestId };
  // The key of one refund may be given again, after it has failed.
  const isOnce = action !== 'refund.key_set' || replayed === true;
  await (isOnce ? auditLog.recordOnce(tenant, fact) : auditLog.record(tenant, fact));
}

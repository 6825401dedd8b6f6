import type { Actor as ActorMessage, Payout, PayoutActor, Refund } from '@pitanga/contracts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { toMailLanguage } from '../../access/language';
import { principal } from '../edge/request';
import { chooseLanguage } from '../pages/words/language';
import { recordAttempt, recordOrder, type AskedOrder } from './order-entries';

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

/**
 * Mails the person who is alone with an order that it leaves after its delay, so that they can reject what was not theirs. A
 * repeat of the request mails it too, should this process have ended before; the mail queue knows it by its id.
 */
export async function mailDelay(
  { clients, orderAskers, publicUrl }: Deps,
  request: FastifyRequest,
  order: Payout | Refund,
): Promise<void> {
  const { tenant, actor, storeName } = principal(request);
  const { sendsAt, confirmedBy, status } = order.approval ?? {};
  if (sendsAt === undefined || confirmedBy !== actor.id || status?.endsWith('WAITING') !== true) return;
  const person = await orderAskers.findPerson(tenant, { kind: 'USER', id: confirmedBy });
  if (!person) return;
  const place = `${publicUrl}/dashboard/${tenant.storeId}/${tenant.devMode ? 'test' : 'live'}`;
  const mail = {
    messageId: `${order.id}:delayed`,
    kind: 'ACCOUNT_MAIL_KIND_MONEY_DELAYED',
    email: person.email,
    link: `${place}/${orderPage(order)}`,
    expiresAt: sendsAt,
    language: toMailLanguage(person.language ?? chooseLanguage(request)),
    storeName,
    role: undefined,
  } as const;
  await clients.mails.sendAccountMail(mail, { requestId: request.id });
}

function orderPage(order: Payout | Refund): string {
  if ('chargeId' in order) return `charges/${order.chargeId}`;
  return `${order.kind === 'PAYOUT_KIND_TRANSFER' ? 'pix' : 'payouts'}/${order.id}`;
}

/**
 * Asks a service for an order that moves money out, between its two entries of the audit log
 * (docs/behaviour/payouts.md#requested).
 */
export async function orderMoney<T extends Payout | Refund>(
  deps: Deps,
  request: FastifyRequest,
  asked: AskedOrder,
  send: () => Promise<T>,
): Promise<T> {
  await recordAttempt(deps, request, asked);
  const order = await send();
  await recordOrder(deps, request, asked.kind, order);
  await mailDelay(deps, request, order);
  return order;
}

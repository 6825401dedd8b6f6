import { required, type ApprovalReview, type BankAccount, type Payout, type Refund } from '@pitanga/contracts';
import {
  actorRecord,
  bankAccountRecord,
  NamedObject,
  Nullable,
  OrderActorRecord,
  Timestamp,
  WholeBankAccountRecord,
} from '@pitanga/records';
import type { FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Deps } from '../../../deps';
import { mailDelay } from '../../both-versions/money-orders';
import { callContext, principal } from '../../edge/request';

/** A second person, by a session, with the factor that asking takes (docs/behaviour/payouts.md#approval-by). */
export const decisionConfig = { permission: 'WITHDRAW:CREATE', guard: 'decisions' } as const;

/** What a person sees who decides (docs/behaviour/payouts.md#approval-review). */
export const ApprovalReviewRecord = NamedObject('ApprovalReview', {
  id: Type.String(),
  amount: Type.Integer({ description: 'Centavos.' }),
  pix: Nullable(
    NamedObject(
      'WholePixKey',
      { type: Type.String(), key: Type.String({ description: 'In full, and of a BR Code the key in it.' }) },
      { description: 'Null of a TED.' },
    ),
  ),
  bankAccount: Type.Optional(WholeBankAccountRecord),
  holder: Nullable(
    NamedObject(
      'PixKeyHolder',
      { name: Nullable(Type.String()), taxId: Nullable(Type.String({ description: 'Masked.' })) },
      { description: 'Of the key. Null: the provider does not tell.' },
    ),
  ),
  description: Nullable(Type.String()),
  requestedBy: NamedObject('ReviewedActor', {
    ...OrderActorRecord.properties,
    email: Nullable(Type.String({ description: 'Of a member; of an API key, of the member who made it.' })),
    session: Nullable(
      NamedObject(
        'AskingSession',
        { device: Type.String({ description: 'Browser and system.' }), signedInAt: Timestamp },
        { description: 'Of a member: the session that asked.' },
      ),
    ),
  }),
  dayAmount: Type.Integer({
    description:
      'Centavos of the orders of today that left or wait to, by payouts and refunds to Pix keys together, as the limits count them.',
  }),
});

type Order = Payout | Refund;

export async function reviewRecord(
  { clients, clock, orderAskers }: Deps,
  request: FastifyRequest,
  order: Order,
  { pixKeyType, pixKey, holder, description }: ApprovalReview,
  bankAccount?: BankAccount,
): Promise<Static<typeof ApprovalReviewRecord>> {
  const { tenant } = principal(request);
  const requestedBy = actorRecord(required(order.approval?.requestedBy, 'requestedBy'));
  const email = (await orderAskers.findPerson(tenant, requestedBy))?.email ?? null;
  const session = (await orderAskers.findSession(tenant, order.id, requestedBy)) ?? null;
  const use = await clients.ledger.getPayoutUse({ tenant, at: clock.now(tenant) }, callContext(request));
  return {
    id: order.id,
    amount: order.amountCents,
    ...(bankAccount
      ? { pix: null, bankAccount: bankAccountRecord(bankAccount) }
      : { pix: { type: pixKeyType, key: pixKey } }),
    holder: holder ? { name: holder.name ?? null, taxId: holder.maskedTaxId ?? null } : null,
    description: description ?? null,
    requestedBy: { ...requestedBy, email, session },
    dayAmount: use.dayCents,
  };
}

type OrderType = 'payout' | 'refund';

/**
 * Records a decision once (docs/behaviour/payouts.md#approval-audit): not that of somebody else before, which the order has.
 * A repeat records it too, should this process have ended after the service decided and before the entry.
 */
export async function recordDecision(
  deps: Deps,
  request: FastifyRequest,
  type: OrderType,
  order: Order,
): Promise<void> {
  const { actor } = principal(request);
  const { approval } = order;
  const after = { amountCents: order.amountCents, requestedBy: approval?.requestedBy?.id ?? null };
  if (approval?.decidedBy === actor.id) {
    const isApproved = approval.status.endsWith('APPROVED');
    const actions = { payout: ['payout.approved', 'payout.rejected'], refund: ['refund.approved', 'refund.rejected'] };
    await record(deps, request, { action: String(actions[type][isApproved ? 0 : 1]), type, order, after });
  } else if (approval?.confirmedBy === actor.id) {
    const action = type === 'payout' ? 'payout.confirmed' : 'refund.confirmed';
    await record(deps, request, { action, type, order, after });
    await mailDelay(deps, request, order);
  }
}

/** Records each read of a whole key. */
export async function recordReview(
  { auditLog }: Deps,
  request: FastifyRequest,
  type: OrderType,
  { id }: Order,
): Promise<void> {
  const { tenant, actor } = principal(request);
  const { requestId } = callContext(request);
  const action = type === 'payout' ? 'payout.reviewed' : 'refund.reviewed';
  await auditLog.record(tenant, { actor, action, target: { type, id }, devMode: tenant.devMode, requestId });
}

async function record(
  { auditLog }: Deps,
  request: FastifyRequest,
  {
    action,
    type,
    order,
    after,
  }: {
    readonly action: string;
    readonly type: OrderType;
    readonly order: Order;
    readonly after: { readonly amountCents: number; readonly requestedBy: string | null };
  },
): Promise<void> {
  const { tenant, actor } = principal(request);
  const { requestId } = callContext(request);
  const target = { type, id: order.id };
  await auditLog.recordOnce(tenant, { actor, action, target, devMode: tenant.devMode, after, requestId });
}

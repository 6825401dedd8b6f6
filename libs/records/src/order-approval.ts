import { required, type Actor, type Approval, type PayoutActor, type PayoutApproval } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { NamedObject, Nullable, OneOf, Timestamp } from './schema';
import { enumName, instant, instantOrNull, orNull } from './wire';

/** Who asked for money to leave. */
export const OrderActorRecord = NamedObject('OrderActor', {
  kind: OneOf('OrderActorKind', ['USER', 'KEY', 'OPERATOR', 'SYSTEM'], {
    description: 'A member, an API key, the operator, or the platform by a rule.',
  }),
  id: Type.String({ description: 'Of the member or API key.' }),
  description: Nullable(Type.String({ description: 'Of an API key: its own, as it was then.' })),
});
type OrderActorRecord = Static<typeof OrderActorRecord>;

export const approvalStatuses = ['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;

export const ApprovalStatus = OneOf('ApprovalStatus', approvalStatuses);

/** The approval of a payout, or of a refund to a Pix key, by a second person or what stands for one. */
export const ApprovalRecord = NamedObject('PayoutApproval', {
  status: {
    ...ApprovalStatus,
    description: 'WAITING: it is PENDING and its money is held. REJECTED and EXPIRED ones are FAILED.',
  },
  requestedBy: OrderActorRecord,
  decidedBy: Nullable(Type.String({ description: 'The member who approved or rejected it.' })),
  decidedAt: Nullable(Timestamp),
  expiresAt: Timestamp,
  isAlone: Type.Boolean({
    description:
      'True: no other person could approve when it was asked for. Then who asked, or made the key that did, confirms it, and it is sent a day later.',
  }),
  sendsAt: Nullable(
    Type.String({ format: 'date-time', description: 'When a confirmed one is sent, unless it is rejected before.' }),
  ),
});
export type ApprovalRecord = Static<typeof ApprovalRecord>;

/** Payouts have messages of their own, the same as those of refunds. */
export function actorRecord({ kind, id, description }: Actor | PayoutActor): OrderActorRecord {
  const name = kind.startsWith('PAYOUT_')
    ? enumName('PAYOUT_ACTOR_KIND', kind as PayoutActor['kind'])
    : enumName('ACTOR_KIND', kind as Actor['kind']);
  return { kind: name, id, description: orNull(description) };
}

export function approvalRecord(approval: Approval | PayoutApproval): ApprovalRecord {
  const { status } = approval;
  return {
    status: status.startsWith('PAYOUT_')
      ? enumName('PAYOUT_APPROVAL_STATUS', status as PayoutApproval['status'])
      : enumName('APPROVAL_STATUS', status as Approval['status']),
    requestedBy: actorRecord(required(approval.requestedBy, 'requestedBy')),
    decidedBy: orNull(approval.decidedBy),
    decidedAt: instantOrNull(approval.decidedAt),
    expiresAt: instant(approval.expiresAt, 'expiresAt'),
    isAlone: approval.isAlone,
    sendsAt: instantOrNull(approval.sendsAt),
  };
}

export const orderActorKinds = ['USER', 'KEY', 'OPERATOR', 'SYSTEM'] as const;

/** Who asked for money to leave: a person, an API key, the operator, or the platform by a rule. */
export interface OrderActor {
  readonly kind: (typeof orderActorKinds)[number];
  readonly id: string;
  /** A key's own, as it was then. */
  readonly description?: string | undefined;
}

export const approvalStatuses = ['WAITING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The approval of an order by a second person, or what stands for one (docs/behaviour/payouts.md#approval). */
export interface Approval {
  readonly status: ApprovalStatus;
  readonly requestedBy: OrderActor;
  /** The person who approved or rejected it; of one that was sent after its delay, who confirmed it. */
  readonly decidedBy: string | undefined;
  readonly decidedAt: Date | undefined;
  /** Store time until which it may be approved. */
  readonly expiresAt: Date;
  /** No other person could approve when it was asked for: who asked may confirm it, and the delay stands for the other. */
  readonly isAlone: boolean;
  readonly confirmedBy: string | undefined;
  /** Store time from which on a confirmed one is sent, unless it is rejected before. */
  readonly sendsAt: Date | undefined;
}

/** Who decides: a person, always. */
export interface Decider {
  readonly userId: string;
  /** The API keys that the person made, and so may have used. */
  readonly madeKeyIds: readonly string[];
}

const hourMs = 3_600_000;
/** A week: over a weekend and a holiday somebody comes, and money is not held longer than a forgotten request is worth. */
export const approvalMs = 7 * 24 * hourMs;
/** So long a person without a second one has to notice an order that is not theirs. */
export const aloneDelayMs = 24 * hourMs;

/** A person who asks and is alone has confirmed by asking; a key's order waits for its person. */
export function waitingApproval(requestedBy: OrderActor, createdAt: Date, isAlone: boolean): Approval {
  const waiting: Approval = {
    status: 'WAITING',
    requestedBy,
    decidedBy: undefined,
    decidedAt: undefined,
    expiresAt: new Date(createdAt.getTime() + approvalMs),
    isAlone,
    confirmedBy: undefined,
    sendsAt: undefined,
  };
  return isAlone && requestedBy.kind === 'USER' ? confirmed(waiting, requestedBy.id, createdAt) : waiting;
}

function confirmed(approval: Approval, confirmedBy: string, now: Date): Approval {
  const sendsAt = new Date(now.getTime() + aloneDelayMs);
  // A job that was away for long does not send what was forgotten since.
  return { ...approval, confirmedBy, sendsAt, expiresAt: new Date(sendsAt.getTime() + approvalMs) };
}

/** Whether the person asked for the order, or made the key that did. */
export function isOwnRequest({ requestedBy }: Approval, { userId, madeKeyIds }: Decider): boolean {
  if (requestedBy.kind === 'USER') return requestedBy.id === userId;
  return requestedBy.kind === 'KEY' && madeKeyIds.includes(requestedBy.id);
}

export function isWaiting({ approval }: { readonly approval: Approval | undefined }): boolean {
  return approval?.status === 'WAITING';
}

/** What becomes of a decision. */
export type DecisionResult =
  | { readonly kind: 'CHANGED'; readonly approval: Approval }
  /** It was decided, or confirmed, like this before. */
  | { readonly kind: 'REPEATED' }
  | { readonly kind: 'OWN_REQUEST' }
  /** It was decided otherwise, or its time is over, even before a job has written that down. */
  | { readonly kind: 'DECIDED'; readonly status: ApprovalStatus };

/** Approves, or confirms what its own person may only confirm. */
export function approve(approval: Approval, decider: Decider, now: Date): DecisionResult {
  const isOwn = isOwnRequest(approval, decider);
  if (isOwn && !approval.isAlone) return { kind: 'OWN_REQUEST' };
  if (approval.status === 'APPROVED') return { kind: 'REPEATED' };
  const end = findEnd(approval, now);
  if (end) return { kind: 'DECIDED', status: end };
  if (isOwn) {
    if (approval.sendsAt) return { kind: 'REPEATED' };
    return { kind: 'CHANGED', approval: confirmed(approval, decider.userId, now) };
  }
  return {
    kind: 'CHANGED',
    approval: { ...approval, status: 'APPROVED', decidedBy: decider.userId, decidedAt: now },
  };
}

/** Rejects; who asked may, and so takes it back. */
export function reject(approval: Approval, userId: string, now: Date): DecisionResult {
  if (approval.status === 'REJECTED') return { kind: 'REPEATED' };
  const end = findEnd(approval, now);
  if (end) return { kind: 'DECIDED', status: end };
  return { kind: 'CHANGED', approval: { ...approval, status: 'REJECTED', decidedBy: userId, decidedAt: now } };
}

function findEnd({ status, expiresAt }: Approval, now: Date): ApprovalStatus | undefined {
  if (status !== 'WAITING') return status;
  return now >= expiresAt ? 'EXPIRED' : undefined;
}

/** What time alone makes of an approval that waits; undefined before its time, and of one that is decided. */
export function afterWaiting(approval: Approval, now: Date): Approval | undefined {
  if (approval.status !== 'WAITING') return undefined;
  if (now >= approval.expiresAt) return { ...approval, status: 'EXPIRED' };
  if (!approval.sendsAt || now < approval.sendsAt) return undefined;
  return { ...approval, status: 'APPROVED', decidedBy: approval.confirmedBy, decidedAt: now };
}

/** Store time at which time alone decides an approval that waits. */
export function waitsUntil({ sendsAt, expiresAt }: Approval): Date {
  return sendsAt ?? expiresAt;
}

import type { Approval, ApprovalStatus, OrderActor } from './approval';

/** Who asked for an order and its approval, as the columns of a table have them. */
export interface ApprovalCells {
  readonly requestedByKind: OrderActor['kind'] | undefined;
  readonly requestedById: string | undefined;
  readonly requestedByDescription: string | undefined;
  readonly approvalStatus: ApprovalStatus | undefined;
  readonly approvalExpiresAt: Date | undefined;
  readonly decidedBy: string | undefined;
  readonly decidedAt: Date | undefined;
  readonly isAlone: boolean | undefined;
  readonly confirmedBy: string | undefined;
  readonly sendsAt: Date | undefined;
}

interface Asked {
  readonly requestedBy: OrderActor | undefined;
  readonly approval: Approval | undefined;
}

export function toApprovalCells({ requestedBy, approval }: Asked): ApprovalCells {
  const { status, expiresAt, decidedBy, decidedAt, isAlone, confirmedBy, sendsAt } = approval ?? {};
  return {
    requestedByKind: requestedBy?.kind,
    requestedById: requestedBy?.id,
    requestedByDescription: requestedBy?.description,
    approvalStatus: status,
    approvalExpiresAt: expiresAt,
    decidedBy,
    decidedAt,
    isAlone,
    confirmedBy,
    sendsAt,
  };
}

/** An order of its row, with its approval instead of the cells. */
export function fromApprovalCells<Cells extends ApprovalCells>(row: Cells) {
  const { requestedByKind: kind, requestedById: id, requestedByDescription: description, ...cells } = row;
  const { approvalStatus, approvalExpiresAt, decidedBy, decidedAt, isAlone, confirmedBy, sendsAt, ...order } = cells;
  const requestedBy: OrderActor | undefined = kind && id !== undefined ? { kind, id, description } : undefined;
  const decision = { decidedBy, decidedAt, isAlone: isAlone === true, confirmedBy, sendsAt };
  const approval: Approval | undefined =
    approvalStatus && approvalExpiresAt && requestedBy
      ? { status: approvalStatus, requestedBy, expiresAt: approvalExpiresAt, ...decision }
      : undefined;
  const asked: Asked = { requestedBy, approval };
  return { ...order, ...asked };
}

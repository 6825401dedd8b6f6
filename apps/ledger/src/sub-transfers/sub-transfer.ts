import { cents, subtractCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import { toAvailable } from '../balances/account';
import type { Funds } from '../balances/balance-repository';
import { move, type Journal } from '../journals/journal';
import { fromSubAccount, toSubAccount } from '../statement/statement';

export const transferDirections = ['TO_SUB_ACCOUNT', 'TO_STORE'] as const;
export type TransferDirection = (typeof transferDirections)[number];

/** Money that a store gave a sub-account, or got back from it. */
export interface SubTransfer {
  readonly id: string;
  readonly subAccountId: string;
  readonly direction: TransferDirection;
  readonly amountCents: Cents;
  /** The merchant's own id, of one transfer of the store. */
  readonly externalId: string;
  /** Of one to the store: the refund, dispute or earlier transfer that it is for. */
  readonly againstId: string | undefined;
  readonly createdAt: Date;
}

/** Whether a repeat asks for the same. */
export function isSameTransfer(
  a: Omit<SubTransfer, 'id' | 'createdAt'>,
  b: Omit<SubTransfer, 'id' | 'createdAt'>,
): boolean {
  return (
    a.subAccountId === b.subAccountId &&
    a.direction === b.direction &&
    a.amountCents === b.amountCents &&
    a.againstId === b.againstId
  );
}

/**
 * The journals of a transfer, `transfer:<id>`: one for each owner of what it moves, what came in by accounts of the operator
 * first (docs/behaviour/money.md#owners).
 *
 * @param funds what its source has, the amount or more
 */
export function planTransfer(
  tenant: Tenant,
  transfer: SubTransfer,
  funds: Funds,
  written: { readonly description: string | undefined; readonly nextStatementId: () => string },
): readonly Journal[] {
  const ofOperator = cents(Math.max(0, Math.min(transfer.amountCents, funds.operatorCents)));
  const ofMerchant = subtractCents(transfer.amountCents, ofOperator);
  const shares: readonly (readonly [Cents, AccountOwner | undefined, string])[] = [
    [ofOperator, 'OPERATOR', ''],
    [ofMerchant, tenant.devMode ? undefined : 'MERCHANT', ofOperator > 0 ? ':merchant' : ''],
  ];
  return shares
    .filter(([amountCents]) => amountCents > 0)
    .map(([amountCents, owner, suffix]) => toJournal(tenant, transfer, { amountCents, owner, suffix }, written));
}

function toJournal(
  tenant: Tenant,
  { id, subAccountId, direction, externalId, createdAt }: SubTransfer,
  share: { readonly amountCents: Cents; readonly owner: AccountOwner | undefined; readonly suffix: string },
  {
    description,
    nextStatementId,
  }: { readonly description: string | undefined; readonly nextStatementId: () => string },
): Journal {
  const { amountCents, owner, suffix } = share;
  const ofSub = toAvailable(subAccountId);
  const isToSub = direction === 'TO_SUB_ACCOUNT';
  return {
    tenant,
    id: `transfer:${id}${suffix}`,
    kind: 'sub_transfer.made',
    referenceId: id,
    occurredAt: createdAt,
    owner,
    entries: isToSub ? move('available', ofSub, amountCents) : move(ofSub, 'available', amountCents),
    statement: {
      id: nextStatementId(),
      kind: 'TRANSFER',
      status: 'COMPLETE',
      method: undefined,
      description,
      movements: [isToSub ? toSubAccount(subAccountId, amountCents) : fromSubAccount(subAccountId, amountCents)],
      checkoutId: undefined,
      chargeId: undefined,
      referenceId: id,
      externalId,
      subscriptionId: undefined,
      customer: undefined,
    },
  };
}

import { foldText, type Cents } from '@pitanga/core';

export const paymentMethods = ['PIX', 'BOLETO', 'CARD'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const statementKinds = [
  'PAYMENT',
  'SETTLEMENT',
  'REFUND',
  'WITHDRAW',
  'TRANSFER',
  'FEE',
  'ADVANCE',
  'DISPUTE',
  'DISPUTE_RELEASE',
  'CHARGEBACK',
  'RETURN',
] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;
export type StatementStatus = (typeof statementStatuses)[number];

/** What a movement does to the available balance. */
export type BalanceEffect = 'CREDIT' | 'DEBIT' | 'NONE';

export interface Movement {
  readonly amountCents: Cents;
  /** True: money in (DEPOSIT); false: money out (WITHDRAW). */
  readonly deposit: boolean;
  readonly category: StatementKind;
  readonly method?: PaymentMethod | undefined;
  readonly effect: BalanceEffect;
}

export interface CustomerSnapshot {
  readonly id: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly maskedTaxId?: string | undefined;
}

/** One line of a store's bank statement. Everything but its status and the time of its change is fixed. */
export interface StatementEntry {
  readonly id: string;
  readonly kind: StatementKind;
  readonly status: StatementStatus;
  readonly method: PaymentMethod | undefined;
  readonly description: string | undefined;
  readonly movements: readonly Movement[];
  readonly checkoutId: string | undefined;
  readonly chargeId: string | undefined;
  readonly referenceId: string | undefined;
  /** The caller's own id of the charge, checkout or payout. */
  readonly externalId: string | undefined;
  /** The subscription whose payment it is about. */
  readonly subscriptionId: string | undefined;
  readonly customer: CustomerSnapshot | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A line about to be written with its journal, whose time it takes. */
export type StatementDraft = Omit<StatementEntry, 'createdAt' | 'updatedAt'>;

/** What the lines about one payment, hold or dispute have in common. */
export type StatementContext = Pick<
  StatementDraft,
  'method' | 'description' | 'checkoutId' | 'chargeId' | 'externalId' | 'subscriptionId' | 'customer'
>;

/** Money that came into `available`. */
export function credit(amountCents: Cents, category: StatementKind, method?: PaymentMethod): Movement {
  return { amountCents, deposit: true, category, method, effect: 'CREDIT' };
}

/** Money that left `available`. */
export function debit(amountCents: Cents, category: StatementKind, method?: PaymentMethod): Movement {
  return { amountCents, deposit: false, category, method, effect: 'DEBIT' };
}

/** Money that came into or left another account than `available`. */
export function noEffect(
  direction: 'in' | 'out',
  amountCents: Cents,
  category: StatementKind,
  method?: PaymentMethod,
): Movement {
  return { amountCents, deposit: direction === 'in', category, method, effect: 'NONE' };
}

/**
 * Everything a search may match (docs/behaviour/statement.md#statement-search) but the customer's name, which an erased
 * customer loses: ids, externalId, description. The name is the last line of what is stored.
 */
export function searchTextOf(draft: StatementDraft): string {
  const parts = [
    draft.id,
    draft.chargeId,
    draft.checkoutId,
    draft.referenceId === draft.chargeId ? undefined : draft.referenceId,
    draft.externalId,
    draft.subscriptionId,
    draft.description,
    draft.customer?.id,
  ];
  // A line break parts the fields, so that no search matches across two of them.
  return foldText(parts.filter((part) => part !== undefined && part !== '').join('\n'));
}

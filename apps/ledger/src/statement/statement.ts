import { foldText, type Cents } from '@pitanga/core';

export const paymentMethods = ['PIX', 'BOLETO', 'CARD'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What an entry may be about: payments, and a withdrawal to a bank account. */
export const statementMethods = [...paymentMethods, 'TED'] as const;
export type StatementMethod = (typeof statementMethods)[number];

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
  'TOP_UP',
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
  readonly method?: StatementMethod | undefined;
  readonly effect: BalanceEffect;
  /** The sub-account whose balance it changes, and how. */
  readonly subAccountId?: string | undefined;
  readonly subEffect?: BalanceEffect | undefined;
}

export interface CustomerSnapshot {
  readonly id: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly maskedTaxId?: string | undefined;
}

/** One entry of a store's bank statement. Only its status and the time of its last change ever change. */
export interface StatementEntry {
  readonly id: string;
  readonly kind: StatementKind;
  readonly status: StatementStatus;
  readonly method: StatementMethod | undefined;
  readonly description: string | undefined;
  readonly movements: readonly Movement[];
  readonly checkoutId: string | undefined;
  readonly chargeId: string | undefined;
  readonly referenceId: string | undefined;
  /** The merchant's own id of the charge, checkout or payout. */
  readonly externalId: string | undefined;
  /** The subscription that the payment belongs to. */
  readonly subscriptionId: string | undefined;
  readonly customer: CustomerSnapshot | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An entry to be inserted with its journal, at the journal's time. */
export type StatementDraft = Omit<StatementEntry, 'createdAt' | 'updatedAt'>;

/** What all entries about one payment, hold or dispute have in common. */
export type StatementContext = Pick<
  StatementDraft,
  'method' | 'description' | 'checkoutId' | 'chargeId' | 'externalId' | 'subscriptionId' | 'customer'
>;

/** Money added to `available`. */
export function credit(amountCents: Cents, category: StatementKind, method?: StatementMethod): Movement {
  return { amountCents, deposit: true, category, method, effect: 'CREDIT' };
}

/** Money taken from `available`. */
export function debit(amountCents: Cents, category: StatementKind, method?: StatementMethod): Movement {
  return { amountCents, deposit: false, category, method, effect: 'DEBIT' };
}

/** Money added to or taken from another account than `available`. */
export function noEffect(
  direction: 'in' | 'out',
  amountCents: Cents,
  category: StatementKind,
  method?: StatementMethod,
): Movement {
  return { amountCents, deposit: direction === 'in', category, method, effect: 'NONE' };
}

/** The same of a sub-account's money, which is none of the store's. */
export function ofSubAccount(subAccountId: string, movement: Movement): Movement {
  return { ...movement, effect: 'NONE', subAccountId, subEffect: movement.effect };
}

/** Money that leaves `available` for a sub-account. */
export function toSubAccount(subAccountId: string, amountCents: Cents, method?: StatementMethod): Movement {
  return { ...debit(amountCents, 'TRANSFER', method), subAccountId, subEffect: 'CREDIT' };
}

/** Money that a sub-account gives back to `available`. */
export function fromSubAccount(subAccountId: string, amountCents: Cents): Movement {
  return { ...credit(amountCents, 'TRANSFER'), subAccountId, subEffect: 'DEBIT' };
}

/**
 * What a search matches (docs/behaviour/statement.md#statement-search) except the customer's name: ids, externalId and
 * description. The name is stored as the last line of the text, where an erasure removes it.
 */
export function buildSearchText(draft: StatementDraft): string {
  const fields = [
    draft.id,
    draft.chargeId,
    draft.checkoutId,
    draft.referenceId === draft.chargeId ? undefined : draft.referenceId,
    draft.externalId,
    draft.subscriptionId,
    draft.description,
    draft.customer?.id,
  ];
  // Line breaks keep a search from matching across two fields.
  return foldText(fields.filter((field) => field !== undefined && field !== '').join('\n'));
}

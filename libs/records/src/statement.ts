import type { PaymentMethod, StatementEntry, StatementMovement } from '@pitanga/contracts';
import { Type, type Static } from 'typebox';
import { methodName, methodNames } from './charge';
import { maskedCustomer } from './customer';
import { NamedObject, Nullable, OneOf, Timestamp, Only } from './schema';
import { enumName, instant, orNull } from './wire';

/** docs/behaviour/statement.md#statement-entries */
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
export type StatementKindName = (typeof statementKinds)[number];

export const StatementKind = OneOf('StatementKind', statementKinds);

export const statementStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;

export const StatementStatus = OneOf('StatementStatus', statementStatuses);

/** The category of a movement, in Pitanga's words. */
const movementTypes = statementKinds.map((kind) => kind.toLowerCase() as Lowercase<StatementKindName>);

/** TED: a withdrawal to a bank account. */
export const statementMethods = [...methodNames, 'TED'] as const;
export type StatementMethodName = (typeof statementMethods)[number];

const NullableMethod = Nullable(OneOf('StatementMethod', statementMethods));

export const StatementRecord = NamedObject('StatementEntry', {
  id: Type.String(),
  devMode: Type.Boolean(),
  kind: StatementKind,
  status: StatementStatus,
  method: NullableMethod,
  description: Nullable(Type.String()),
  currency: Only('BRL'),
  movements: Type.Array(
    NamedObject('StatementMovement', {
      amount: Type.Integer({ description: 'Centavos.' }),
      kind: OneOf('StatementMovementKind', ['DEPOSIT', 'WITHDRAW']),
      category: Type.String({
        description:
          'With `compatibility` 2026-11-29 transaction, withdrawal, refund, fee or reversal; with 2026-11-28 the same as `type`.',
      }),
      type: OneOf('StatementMovementType', movementTypes),
      description: Nullable(Type.String({ description: 'Of the entry; null of a fee.' })),
      method: Nullable(
        OneOf('StatementMovementMethod', [...statementMethods, 'INTERNAL'], {
          description:
            'INTERNAL, of a fee and of what moves within the account, with `compatibility` 2026-11-29 alone.',
        }),
      ),
      balanceEffect: OneOf('BalanceEffect', ['credit', 'debit', 'none'], { description: 'On the available balance.' }),
      subAccountId: Type.Optional(Type.String({ description: 'The sub-account whose balance it changes as well.' })),
    }),
  ),
  checkoutId: Nullable(Type.String()),
  chargeId: Nullable(Type.String()),
  paymentIntentId: Nullable(Type.String({ description: 'The same as `chargeId`.' })),
  referenceId: Nullable(
    Type.String({
      description: 'With `compatibility` 2026-11-29 the same as `externalId`; with 2026-11-28 the same as `sourceId`.',
    }),
  ),
  sourceId: Nullable(
    Type.String({ description: 'Of what the entry is about: a charge, refund, payout, dispute, advance or top-up.' }),
  ),
  externalId: Nullable(
    Type.String({ description: 'Yours, of the charge, the checkout or the payout that the entry is about.' }),
  ),
  subscriptionId: Nullable(Type.String({ description: 'Of a subscription’s payment.' })),
  customer: Nullable(
    NamedObject('StatementCustomer', {
      id: Type.String(),
      name: Type.String({ description: '`""` when absent or erased.' }),
      email: Type.String({ description: '`""` when absent or erased.' }),
      taxId: Type.String({ description: 'Masked; `""` when absent or erased.' }),
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  availableAfter: Type.Optional(
    Nullable(
      Type.Integer({
        description:
          'With `withBalance` only: centavos available after this entry; null where more than 50,000 entries are newer.',
      }),
    ),
  ),
});
export type StatementRecord = Static<typeof StatementRecord>;

/** The effect gives the direction: amounts are never negative. */
export type StatementMovementRecord = StatementRecord['movements'][number];

const effects = { CREDIT: 'credit', DEBIT: 'debit', NONE: 'none' } as const;

export function statementRecord(entry: StatementEntry): StatementRecord {
  return {
    id: entry.id,
    devMode: entry.devMode,
    kind: enumName('STATEMENT_KIND', entry.kind),
    status: enumName('STATEMENT_STATUS', entry.status),
    method: entry.method === undefined ? null : statementMethod(entry.method),
    description: orNull(entry.description),
    currency: 'BRL',
    movements: entry.movements.map((movement) => movementRecord(movement, entry)),
    checkoutId: orNull(entry.checkoutId),
    chargeId: orNull(entry.chargeId),
    paymentIntentId: orNull(entry.chargeId),
    referenceId: orNull(entry.referenceId),
    sourceId: orNull(entry.referenceId),
    externalId: orNull(entry.externalId),
    subscriptionId: orNull(entry.subscriptionId),
    customer: maskedCustomer(entry.customer),
    createdAt: instant(entry.createdAt, 'createdAt'),
    updatedAt: instant(entry.updatedAt ?? entry.createdAt, 'updatedAt'),
  };
}

function statementMethod(method: PaymentMethod): StatementMethodName {
  return method === 'PAYMENT_METHOD_TED' ? 'TED' : methodName(method);
}

/** The categories of AbacatePay, by Pitanga's. */
const categories: Readonly<Record<Lowercase<StatementKindName>, string>> = {
  payment: 'transaction',
  settlement: 'transaction',
  advance: 'transaction',
  dispute: 'transaction',
  top_up: 'transaction',
  withdraw: 'withdrawal',
  transfer: 'withdrawal',
  refund: 'refund',
  chargeback: 'refund',
  fee: 'fee',
  return: 'reversal',
  dispute_release: 'reversal',
};

/** The fields of an entry whose words are AbacatePay's: the caller's own reference, and their categories. */
export function withCallersWords({ externalId, movements }: StatementRecord) {
  return {
    referenceId: externalId,
    movements: movements.map((movement) => ({
      ...movement,
      category: callersCategory(movement),
      method: movement.type === 'fee' ? ('INTERNAL' as const) : (movement.method ?? 'INTERNAL'),
    })),
  };
}

/** A transfer that brings money in is no withdrawal. */
function callersCategory({ type, kind }: StatementMovementRecord): string {
  return type === 'transfer' && kind === 'DEPOSIT' ? 'transaction' : categories[type];
}

/** The same with what was available after it. */
export function balancedStatementRecord(entry: StatementEntry): StatementRecord {
  return { ...statementRecord(entry), availableAfter: entry.availableAfterCents ?? null };
}

function movementRecord(movement: StatementMovement, entry: StatementEntry): StatementMovementRecord {
  const kind = enumName('STATEMENT_KIND', movement.category);
  const type = kind.toLowerCase() as Lowercase<StatementKindName>;
  return {
    amount: movement.amountCents,
    kind: movement.isDeposit ? 'DEPOSIT' : 'WITHDRAW',
    category: type,
    type,
    description: kind === 'FEE' ? null : orNull(entry.description),
    method: movement.method === undefined ? null : statementMethod(movement.method),
    balanceEffect: effects[enumName('BALANCE_EFFECT', movement.balanceEffect)],
    ...(movement.subAccountId !== undefined && { subAccountId: movement.subAccountId }),
  };
}

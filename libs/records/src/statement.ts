import type { StatementEntry, StatementMovement } from '@pitanga/contracts';
import { maskedCustomer, type MaskedCustomer } from './customer';
import type { MethodName } from './charge';
import { instant, enumName, orNull } from './wire';

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
] as const;
export type StatementKindName = (typeof statementKinds)[number];

export const statementStatuses = ['PENDING', 'COMPLETE', 'FAILED'] as const;

/** One line of what happened to a store's money; `balanceEffect` is about the available balance. */
export interface StatementMovementRecord {
  /** Centavos, never negative: the effect gives the direction. */
  readonly amount: number;
  readonly kind: 'DEPOSIT' | 'WITHDRAW';
  readonly category: string;
  readonly method: MethodName | null;
  readonly balanceEffect: 'credit' | 'debit' | 'none';
}

export interface StatementRecord {
  readonly id: string;
  readonly devMode: boolean;
  readonly kind: StatementKindName;
  readonly status: (typeof statementStatuses)[number];
  readonly method: MethodName | null;
  readonly description: string | null;
  readonly currency: 'BRL';
  readonly movements: StatementMovementRecord[];
  readonly checkoutId: string | null;
  readonly chargeId: string | null;
  readonly referenceId: string | null;
  /** The caller's own id of the charge, checkout or payout. */
  readonly externalId: string | null;
  /** The subscription whose payment it is about. */
  readonly subscriptionId: string | null;
  readonly customer: MaskedCustomer | null;
  readonly createdAt: string;
  /** When its status changed, else when it was created. */
  readonly updatedAt: string;
}

const effects = { CREDIT: 'credit', DEBIT: 'debit', NONE: 'none' } as const;

export function statementRecord(entry: StatementEntry): StatementRecord {
  return {
    id: entry.id,
    devMode: entry.devMode,
    kind: enumName('STATEMENT_KIND', entry.kind),
    status: enumName('STATEMENT_STATUS', entry.status),
    method: entry.method === undefined ? null : enumName('PAYMENT_METHOD', entry.method),
    description: orNull(entry.description),
    currency: 'BRL',
    movements: entry.movements.map(movementRecord),
    checkoutId: orNull(entry.checkoutId),
    chargeId: orNull(entry.chargeId),
    referenceId: orNull(entry.referenceId),
    externalId: orNull(entry.externalId),
    subscriptionId: orNull(entry.subscriptionId),
    customer: maskedCustomer(entry.customer),
    createdAt: instant(entry.createdAt, 'createdAt'),
    updatedAt: instant(entry.updatedAt ?? entry.createdAt, 'updatedAt'),
  };
}

function movementRecord(movement: StatementMovement): StatementMovementRecord {
  return {
    amount: movement.amountCents,
    kind: movement.isDeposit ? 'DEPOSIT' : 'WITHDRAW',
    category: enumName('STATEMENT_KIND', movement.category).toLowerCase(),
    method: movement.method === undefined ? null : enumName('PAYMENT_METHOD', movement.method),
    balanceEffect: effects[enumName('BALANCE_EFFECT', movement.balanceEffect)],
  };
}

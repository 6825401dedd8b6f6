import { sumCents, type Cents, type Tenant } from '@pitanga/core';
import { move, type Account, type Entry, type Journal } from '../journals/journal';
import {
  givenBackEntries,
  givenBackMovements,
  takenEntries,
  takenMovements,
  type TakenMoney,
} from '../journals/taken-money';
import {
  credit,
  debit,
  type PaymentMethod,
  type StatementContext,
  type StatementDraft,
  type StatementKind,
} from '../statement/statement';

export const holdPurposes = ['WITHDRAW', 'TRANSFER', 'REFUND'] as const;
export type HoldPurpose = (typeof holdPurposes)[number];

/** HELD ends as SETTLED or RELEASED, once. */
export type HoldState = 'HELD' | 'SETTLED' | 'RELEASED';

/** Money set aside by the owner of `id`, a payout or a refund. */
export interface Hold {
  readonly id: string;
  readonly state: HoldState;
  readonly purpose: HoldPurpose;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  /** The charge that a refund returns, whose unsettled parts it takes first. */
  readonly chargeId: string | undefined;
  /** The line that shows the debit from the first moment. */
  readonly statementEntryId: string;
}

/** Where held money waits, where it goes when it leaves, and the method of what is not about a charge. */
interface HoldRoute {
  readonly waiting: Account;
  readonly left: Account;
  readonly method: PaymentMethod | undefined;
}

const routes: Record<HoldPurpose, HoldRoute> = {
  WITHDRAW: { waiting: 'payouts_in_flight', left: 'bank', method: 'PIX' },
  TRANSFER: { waiting: 'payouts_in_flight', left: 'bank', method: 'PIX' },
  // The provider pays a refund out of what it owes us.
  REFUND: { waiting: 'suspense', left: 'provider_clearing', method: undefined },
};

/** What a hold takes from `available` when its amount is taken like this, in centavos. */
export function neededCents(hold: Hold, taken: TakenMoney): Cents {
  return sumCents(taken.availableCents, hold.feeCents);
}

/** What the lines of a hold that is not about a charge have in common. */
export function holdContext(purpose: HoldPurpose, description: string | undefined): StatementContext {
  return {
    method: routes[purpose].method,
    description,
    checkoutId: undefined,
    chargeId: undefined,
    externalId: undefined,
    subscriptionId: undefined,
    customer: undefined,
  };
}

/** The amount, taken as `taken` says, and the fee wait for the hold's end; the line is PENDING until then. */
export function planReserve(
  tenant: Tenant,
  hold: Hold,
  input: { readonly occurredAt: Date; readonly taken: TakenMoney; readonly context: StatementContext },
): Journal {
  const { waiting } = routes[hold.purpose];
  const { method } = input.context;
  const statement = {
    ...holdStatement(hold, hold.statementEntryId, hold.purpose, input.context),
    status: 'PENDING' as const,
    movements: [
      ...takenMovements(input.taken, hold.purpose, method),
      ...(hold.feeCents > 0 ? [debit(hold.feeCents, 'FEE', method)] : []),
    ],
  };
  const entries = [...takenEntries(input.taken, waiting), ...move('available', waiting, hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'reserved', occurredAt: input.occurredAt, entries, statement });
}

/** The held money has left: the amount to the bank or the provider, the fee to us. */
export function planSettle(tenant: Tenant, hold: Hold, occurredAt: Date): Journal {
  const { waiting, left } = routes[hold.purpose];
  const entries = [...move(waiting, left, hold.amountCents), ...move(waiting, 'fees_earned', hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'settled', occurredAt, entries, statement: undefined });
}

/** The held money returns where it was, fee included, as a line of its own beside the failed debit. */
export function planRelease(
  tenant: Tenant,
  hold: Hold,
  input: {
    readonly occurredAt: Date;
    readonly taken: TakenMoney;
    readonly statementId: string;
    readonly context: StatementContext;
  },
): Journal {
  const { waiting } = routes[hold.purpose];
  const { method } = input.context;
  const statement = {
    ...holdStatement(hold, input.statementId, 'RETURN', input.context),
    movements: [
      ...givenBackMovements(input.taken, 'RETURN', method),
      ...(hold.feeCents > 0 ? [credit(hold.feeCents, 'RETURN', method)] : []),
    ],
  };
  const entries = [...givenBackEntries(input.taken, waiting), ...move(waiting, 'available', hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'released', occurredAt: input.occurredAt, entries, statement });
}

function holdJournal(
  tenant: Tenant,
  hold: Hold,
  fact: {
    readonly step: 'reserved' | 'settled' | 'released';
    readonly occurredAt: Date;
    readonly entries: readonly Entry[];
    readonly statement: StatementDraft | undefined;
  },
): Journal {
  const { step, ...rest } = fact;
  return { tenant, id: `hold:${hold.id}:${step}`, kind: `hold.${step}`, referenceId: hold.id, ...rest };
}

function holdStatement(hold: Hold, id: string, kind: StatementKind, context: StatementContext): StatementDraft {
  return { ...context, id, kind, status: 'COMPLETE', movements: [], referenceId: hold.id };
}

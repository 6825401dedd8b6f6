import { sumCents, type Cents, type Tenant } from '@pitanga/core';
import { move, type Account, type Entry, type Journal } from '../journals/journal';
import { credit, debit, type PaymentMethod, type StatementDraft, type StatementKind } from '../statement/statement';

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
  /** The line that shows the debit from the first moment. */
  readonly statementEntryId: string;
}

/** Where held money waits, where it goes when it leaves, and how the statement names its method. */
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

/** What a hold takes from `available`, in centavos. */
export function heldCents(hold: Hold): Cents {
  return sumCents(hold.amountCents, hold.feeCents);
}

export function planReserve(
  tenant: Tenant,
  hold: Hold,
  input: { readonly occurredAt: Date; readonly description: string | undefined },
): Journal {
  const { waiting, method } = routes[hold.purpose];
  const statement = {
    ...holdStatement(hold, hold.statementEntryId, hold.purpose),
    status: 'PENDING' as const,
    description: input.description,
    movements: [
      debit(hold.amountCents, hold.purpose, method),
      ...(hold.feeCents > 0 ? [debit(hold.feeCents, 'FEE', method)] : []),
    ],
  };
  const entries = [...move('available', waiting, hold.amountCents), ...move('available', waiting, hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'reserved', occurredAt: input.occurredAt, entries, statement });
}

/** The held money has left: the amount to the bank or the provider, the fee to us. */
export function planSettle(tenant: Tenant, hold: Hold, occurredAt: Date): Journal {
  const { waiting, left } = routes[hold.purpose];
  const entries = [...move(waiting, left, hold.amountCents), ...move(waiting, 'fees_earned', hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'settled', occurredAt, entries, statement: undefined });
}

/** The held money returns, fee included, as a credit of its own beside the failed debit. */
export function planRelease(
  tenant: Tenant,
  hold: Hold,
  input: { readonly occurredAt: Date; readonly statementId: string },
): Journal {
  const { waiting, method } = routes[hold.purpose];
  const statement = {
    ...holdStatement(hold, input.statementId, 'RETURN'),
    movements: [
      credit(hold.amountCents, 'RETURN', method),
      ...(hold.feeCents > 0 ? [credit(hold.feeCents, 'RETURN', method)] : []),
    ],
  };
  const entries = [...move(waiting, 'available', hold.amountCents), ...move(waiting, 'available', hold.feeCents)];
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

function holdStatement(hold: Hold, id: string, kind: StatementKind): StatementDraft {
  return {
    id,
    kind,
    status: 'COMPLETE',
    method: routes[hold.purpose].method,
    description: undefined,
    movements: [],
    checkoutId: undefined,
    chargeId: undefined,
    referenceId: hold.id,
    externalId: undefined,
    customer: undefined,
  };
}

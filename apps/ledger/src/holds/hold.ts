import { sumCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import { toAvailable, type Account } from '../balances/account';
import { debitEntries, debitMovements, returnEntries, returnMovements, type DebitSplit } from '../journals/debit-split';
import { move, type Entry, type Journal } from '../journals/journal';
import {
  credit,
  debit,
  ofSubAccount,
  type Movement,
  type StatementMethod,
  type StatementContext,
  type StatementDraft,
  type StatementKind,
} from '../statement/statement';

export const holdPurposes = ['WITHDRAW', 'TRANSFER', 'REFUND', 'SUB_WITHDRAW'] as const;
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
  /** What of a refund came from `top_up`. */
  readonly topUpCents: Cents;
  /** A refund that goes to a Pix key, and not back the way it came. */
  readonly isToKey: boolean;
  /** Of the account that it leaves by; of a refund where that is not known, that its charge was paid by. */
  readonly owner?: AccountOwner | undefined;
  /** The sub-account that withdraws; its fee is of its own money, too. */
  readonly subAccountId?: string | undefined;
  /** The charge that a refund returns; its sub-accounts, and its unsettled parts, pay first. */
  readonly chargeId: string | undefined;
  /** The entry that shows the debit, PENDING until the hold ends. */
  readonly statementEntryId: string;
}

/** The accounts of held money by purpose. */
interface HoldRoute {
  /** Until the hold ends. */
  readonly waiting: Account;
  /** After it is settled. */
  readonly left: Account;
  /** Shown for a hold without a charge. */
  readonly method: StatementMethod | undefined;
  readonly kind: StatementKind;
}

const payout = { waiting: 'payouts_in_flight', left: 'bank', method: 'PIX' } as const;

const routes: Record<HoldPurpose, HoldRoute> = {
  WITHDRAW: { ...payout, kind: 'WITHDRAW' },
  TRANSFER: { ...payout, kind: 'TRANSFER' },
  SUB_WITHDRAW: { ...payout, kind: 'WITHDRAW' },
  // The provider pays a refund out of what it owes us.
  REFUND: { waiting: 'suspense', left: 'provider_clearing', method: undefined, kind: 'REFUND' },
};

/** The purposes of payouts. */
export const payoutPurposes: readonly HoldPurpose[] = holdPurposes.filter((name) => routes[name].left === 'bank');

/** Whether the money goes to whom the store names, which limits count (docs/behaviour/payouts.md#limits). */
export function leavesByKey({ purpose, isToKey }: Pick<Hold, 'purpose' | 'isToKey'>): boolean {
  return purpose !== 'REFUND' || isToKey;
}

/** What a hold debits from what its owner can spend, the store or a sub-account: its part of the amount, and the fee. */
export function neededCents(hold: Hold, { availableCents }: DebitSplit): Cents {
  return sumCents(hold.subAccountId === undefined ? availableCents : hold.amountCents, hold.feeCents);
}

/**
 * The statement context of a hold without a charge.
 * @param method how a payout leaves; undefined: by Pix
 */
export function holdContext(
  purpose: HoldPurpose,
  description: string | undefined,
  method?: StatementMethod,
): StatementContext {
  return {
    method: method ?? routes[purpose].method,
    description,
    checkoutId: undefined,
    chargeId: undefined,
    externalId: undefined,
    subscriptionId: undefined,
    customer: undefined,
  };
}

/** Sets amount and fee aside; the statement entry is PENDING until the hold ends. */
export function planReserve(
  tenant: Tenant,
  hold: Hold,
  input: { readonly occurredAt: Date; readonly split: DebitSplit; readonly context: StatementContext },
): Journal {
  const { waiting, kind } = routes[hold.purpose];
  const { method } = input.context;
  const statement = {
    ...holdStatement(hold, hold.statementEntryId, kind, input.context),
    status: 'PENDING' as const,
    movements: [
      ...debitMovements(input.split, kind, method),
      ...feeMovements(hold, debit(hold.feeCents, 'FEE', method)),
    ],
  };
  const source = toAvailable(hold.subAccountId);
  const entries = [...debitEntries(input.split, waiting), ...move(source, waiting, hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'reserved', occurredAt: input.occurredAt, entries, statement });
}

/** Moves the amount to the bank or the provider, and the fee to the platform. */
export function planSettle(
  tenant: Tenant,
  hold: Hold,
  { occurredAt, providerAccount }: Pick<Journal, 'occurredAt' | 'providerAccount'>,
): Journal {
  const { waiting, left } = routes[hold.purpose];
  const entries = [...move(waiting, left, hold.amountCents), ...move(waiting, 'fees_earned', hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'settled', occurredAt, providerAccount, entries, statement: undefined });
}

/** Returns amount and fee to where they came from, with a RETURN entry beside the FAILED debit. */
export function planRelease(
  tenant: Tenant,
  hold: Hold,
  input: {
    readonly occurredAt: Date;
    readonly split: DebitSplit;
    readonly statementId: string;
    readonly context: StatementContext;
  },
): Journal {
  const { waiting } = routes[hold.purpose];
  const { method } = input.context;
  const statement = {
    ...holdStatement(hold, input.statementId, 'RETURN', input.context),
    movements: [
      ...returnMovements(input.split, 'RETURN', method),
      ...feeMovements(hold, credit(hold.feeCents, 'RETURN', method)),
    ],
  };
  const source = toAvailable(hold.subAccountId);
  const entries = [...returnEntries(input.split, waiting), ...move(waiting, source, hold.feeCents)];
  return holdJournal(tenant, hold, { step: 'released', occurredAt: input.occurredAt, entries, statement });
}

function feeMovements({ feeCents, subAccountId }: Hold, movement: Movement): readonly Movement[] {
  if (feeCents === 0) return [];
  return [subAccountId === undefined ? movement : ofSubAccount(subAccountId, movement)];
}

/** Makes available what of a settled payout has come back, with a RETURN entry beside the COMPLETE debit. */
export function planReturn(
  tenant: Tenant,
  hold: Pick<Hold, 'id' | 'purpose' | 'owner' | 'subAccountId'>,
  input: {
    readonly occurredAt: Date;
    /** All that has come back, and what of it is new. */
    readonly returnedCents: Cents;
    readonly amountCents: Cents;
    readonly statementId: string;
    readonly context: StatementContext;
    /** To which it came back. */
    readonly providerAccount?: string | undefined;
  },
): Journal {
  const { amountCents, returnedCents, occurredAt, context, providerAccount } = input;
  const { subAccountId } = hold;
  const movement = credit(amountCents, 'RETURN', context.method);
  return {
    tenant,
    id: `hold:${hold.id}:returned:${String(returnedCents)}`,
    kind: 'hold.returned',
    referenceId: hold.id,
    occurredAt,
    owner: hold.owner,
    providerAccount,
    entries: move(routes[hold.purpose].left, toAvailable(subAccountId), amountCents),
    statement: {
      ...context,
      id: input.statementId,
      kind: 'RETURN',
      status: 'COMPLETE',
      movements: [subAccountId === undefined ? movement : ofSubAccount(subAccountId, movement)],
      referenceId: hold.id,
    },
  };
}

function holdJournal(
  tenant: Tenant,
  hold: Hold,
  change: {
    readonly step: 'reserved' | 'settled' | 'released';
    readonly occurredAt: Date;
    readonly providerAccount?: string | undefined;
    readonly entries: readonly Entry[];
    readonly statement: StatementDraft | undefined;
  },
): Journal {
  const { step, ...rest } = change;
  const { id: referenceId, owner } = hold;
  return { tenant, id: `hold:${referenceId}:${step}`, kind: `hold.${step}`, referenceId, owner, ...rest };
}

function holdStatement(hold: Hold, id: string, kind: StatementKind, context: StatementContext): StatementDraft {
  return { ...context, id, kind, status: 'COMPLETE', movements: [], referenceId: hold.id };
}

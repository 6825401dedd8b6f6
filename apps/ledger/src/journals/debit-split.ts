import { subtractCents, sumCents, zeroCents, type Cents } from '@pitanga/core';
import { toAvailable, toPending, type Account } from '../balances/account';
import { sumSplits, type SplitPart } from '../splits/split';
import {
  credit,
  debit,
  noEffect,
  ofSubAccount,
  type Movement,
  type StatementMethod,
  type StatementKind,
} from '../statement/statement';
import { move, type Entry } from './journal';

/** Where the money for a refund or dispute of a charge comes from, and where it returns to. */
export interface DebitSplit {
  /** From the charge's own unsettled parts. */
  readonly pendingCents: Cents;
  /** From what the store put in for refunds. */
  readonly topUpCents: Cents;
  readonly availableCents: Cents;
  /** From what sub-accounts have available. */
  readonly subs: readonly SplitPart[];
  /** From their shares of the charge's unsettled parts. */
  readonly pendingSubs: readonly SplitPart[];
}

/** What of an amount comes from elsewhere than `available`. */
export interface DebitSources {
  readonly pendingCents?: Cents;
  readonly topUpCents?: Cents;
  readonly subs?: readonly SplitPart[];
  readonly pendingSubs?: readonly SplitPart[];
}

export function splitDebit(amountCents: Cents, sources: DebitSources): DebitSplit {
  const { pendingCents = zeroCents, topUpCents = zeroCents, subs = [], pendingSubs = [] } = sources;
  const elsewhere = sumCents(pendingCents, topUpCents, sumSplits(subs), sumSplits(pendingSubs));
  return { pendingCents, topUpCents, availableCents: subtractCents(amountCents, elsewhere), subs, pendingSubs };
}

/** @param toOf the account for what comes from a sub-account, if it is another */
export function debitEntries(
  { pendingCents, topUpCents, availableCents, subs, pendingSubs }: DebitSplit,
  to: Account,
  toOf: (subAccountId: string) => Account = () => to,
): readonly Entry[] {
  return [
    ...move('pending', to, pendingCents),
    ...move('top_up', to, topUpCents),
    ...move('available', to, availableCents),
    ...subs.flatMap(({ subAccountId, amountCents }) =>
      move(toAvailable(subAccountId), toOf(subAccountId), amountCents),
    ),
    ...pendingSubs.flatMap(({ subAccountId, amountCents }) =>
      move(toPending(subAccountId), toOf(subAccountId), amountCents),
    ),
  ];
}

export function returnEntries(
  { pendingCents, topUpCents, availableCents, subs, pendingSubs }: DebitSplit,
  from: Account,
  fromOf: (subAccountId: string) => Account = () => from,
): readonly Entry[] {
  return [
    ...move(from, 'pending', pendingCents),
    ...move(from, 'top_up', topUpCents),
    ...move(from, 'available', availableCents),
    ...subs.flatMap(({ subAccountId, amountCents }) =>
      move(fromOf(subAccountId), toAvailable(subAccountId), amountCents),
    ),
    ...pendingSubs.flatMap(({ subAccountId, amountCents }) =>
      move(fromOf(subAccountId), toPending(subAccountId), amountCents),
    ),
  ];
}

export function debitMovements(
  { pendingCents, topUpCents, availableCents, subs, pendingSubs }: DebitSplit,
  category: StatementKind,
  method: StatementMethod | undefined,
): readonly Movement[] {
  return [
    debit(availableCents, category, method),
    noEffect('out', pendingCents, category, method),
    noEffect('out', topUpCents, category, method),
    ...subs.map(({ subAccountId, amountCents }) => ofSubAccount(subAccountId, debit(amountCents, category, method))),
    ...pendingSubs.map(({ subAccountId, amountCents }) =>
      ofSubAccount(subAccountId, noEffect('out', amountCents, category, method)),
    ),
  ].filter(isMovement);
}

export function returnMovements(
  { pendingCents, topUpCents, availableCents, subs, pendingSubs }: DebitSplit,
  category: StatementKind,
  method: StatementMethod | undefined,
): readonly Movement[] {
  return [
    credit(availableCents, category, method),
    noEffect('in', pendingCents, category, method),
    noEffect('in', topUpCents, category, method),
    ...subs.map(({ subAccountId, amountCents }) => ofSubAccount(subAccountId, credit(amountCents, category, method))),
    ...pendingSubs.map(({ subAccountId, amountCents }) =>
      ofSubAccount(subAccountId, noEffect('in', amountCents, category, method)),
    ),
  ].filter(isMovement);
}

function isMovement({ amountCents }: Movement): boolean {
  return amountCents > 0;
}

import { subtractCents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import type { PartDraft } from '../pending-parts/pending-part';
import type { StatementDraft } from '../statement/statement';

/** Accounts each store has, once per environment. */
export const storeAccounts = ['available', 'pending', 'blocked', 'payouts_in_flight'] as const;

/**
 * Accounts that exist once per environment: what providers owe us, our fees, money that has left,
 * and money not yet explained (docs/behaviour/statement.md#accounts).
 */
export const platformAccounts = ['provider_clearing', 'fees_earned', 'bank', 'suspense'] as const;

export type Account = (typeof storeAccounts)[number] | (typeof platformAccounts)[number];

export type JournalKind =
  | 'charge.captured'
  | 'charge.settled'
  | 'hold.reserved'
  | 'hold.settled'
  | 'hold.released'
  | 'dispute.opened'
  | 'dispute.won'
  | 'dispute.lost'
  | 'overpayment.received'
  | 'overpayment.returned'
  | 'advance.made';

/** One line of a journal: positive credits the account, negative debits it. */
export interface Entry {
  readonly account: Account;
  readonly amountCents: Cents;
}

/** One balanced fact. Its id is derived from what caused it, so posting it again changes nothing. */
export interface Journal {
  readonly tenant: Tenant;
  readonly id: string;
  readonly kind: JournalKind;
  /** The charge, payout, refund, dispute or advance the fact is about. */
  readonly referenceId: string;
  readonly occurredAt: Date;
  readonly entries: readonly Entry[];
  /** The line a merchant sees, where the fact has one of its own. */
  readonly statement: StatementDraft | undefined;
  /** What a capture brings into `pending`; their charge is the reference, their payment the statement line. */
  readonly parts?: readonly PartDraft[];
}

/** A movement of money from one account to another: two entries, or none for nothing. */
export function move(from: Account, to: Account, amountCents: Cents): readonly Entry[] {
  if (amountCents < 0) throw new RangeError(`money moves forward: ${String(amountCents)} from ${from} to ${to}`);
  if (amountCents === 0) return [];
  return [
    { account: from, amountCents: subtractCents(zeroCents, amountCents) },
    { account: to, amountCents },
  ];
}

export function isPlatformAccount(account: Account): boolean {
  return platformAccounts.some((candidate) => candidate === account);
}

/** Key of a journal among journals of any tenant. */
export function journalKey(journal: { readonly tenant: Tenant; readonly id: string }): string {
  return `${journal.tenant.storeId}/${String(journal.tenant.devMode)}/${journal.id}`;
}

/** Each journal once, the first of repeats: one batch may bring the same fact twice. */
export function distinctJournals(journals: readonly Journal[]): readonly Journal[] {
  const byKey = new Map<string, Journal>();
  for (const journal of journals) {
    const key = journalKey(journal);
    if (!byKey.has(key)) byKey.set(key, journal);
  }
  return [...byKey.values()];
}

/** How many rows share the load of one platform account. */
export const stripeCount = 8;

/**
 * The stripe of the platform accounts that a set of journals is posted on. The whole set shares one,
 * chosen by its first journal, so a batch of any size locks one row per platform account while
 * concurrent batches spread over all stripes (FNV-1a, 32 bits).
 */
export function stripeOf(journals: readonly Journal[]): number {
  let hash = 0x811c9dc5;
  for (const character of journals[0]?.id ?? '') {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash % stripeCount;
}

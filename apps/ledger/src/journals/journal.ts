import { subtractCents, zeroCents, type AccountOwner, type Cents, type Tenant } from '@pitanga/core';
import type { OutboxValues } from '@pitanga/database';
import type { Account } from '../balances/account';
import type { PartDraft } from '../pending-parts/pending-part';
import type { StatementDraft } from '../statement/statement';
import { tenantKey } from '../owned-rows';

export type JournalKind =
  | 'charge.captured'
  | 'charge.settled'
  | 'hold.reserved'
  | 'hold.settled'
  | 'hold.released'
  | 'hold.returned'
  | 'dispute.opened'
  | 'dispute.won'
  | 'dispute.lost'
  | 'overpayment.received'
  | 'overpayment.returned'
  | 'advance.made'
  | 'top_up.received'
  | 'owner.assigned'
  | 'key_payment.received'
  | 'key_payment.attached'
  | 'key_payment.returned'
  | 'sub_transfer.made';

/** One entry of a journal: a positive amount credits the account, a negative one debits it. */
export interface Entry {
  readonly account: Account;
  readonly amountCents: Cents;
}

/** A balanced set of entries. Its id is derived from its cause, so posting it again changes nothing. */
export interface Journal {
  readonly tenant: Tenant;
  readonly id: string;
  readonly kind: JournalKind;
  /** The charge, payout, refund, dispute, advance or Pix without a charge that the journal is about. */
  readonly referenceId: string;
  readonly occurredAt: Date;
  readonly entries: readonly Entry[];
  /** Whose account its money came in by, or leaves by; undefined where no service said it. */
  readonly owner?: AccountOwner | undefined;
  /** The store's account at a provider that moved its money; undefined where none did, or no service said which. */
  readonly providerAccount?: string | undefined;
  /** What the merchant sees of the journal; undefined for a journal that only ends a statement entry. */
  readonly statement: StatementDraft | undefined;
  /** What a capture adds to `pending`, settled later part by part. */
  readonly parts?: readonly PartDraft[];
}

/** A journal and its row in the outbox, ready to be inserted. */
export interface JournalDraft extends Journal {
  /** Its `recordedAt` is not used: all journals of a batch have the batch's. */
  readonly event: OutboxValues;
}

/** Moves money from one account to another: two entries, or none for an amount of zero. */
export function move(from: Account, to: Account, amountCents: Cents): readonly Entry[] {
  if (amountCents < 0) throw new RangeError(`cannot move ${String(amountCents)} from ${from} to ${to}`);
  if (amountCents === 0) return [];
  return [
    { account: from, amountCents: subtractCents(zeroCents, amountCents) },
    { account: to, amountCents },
  ];
}

/** What of an amount is the operator's: all of it, or nothing. */
export function operatorShare(owner: AccountOwner | undefined, amountCents: Cents): Cents {
  return owner === 'OPERATOR' ? amountCents : zeroCents;
}

/** Distinct journals, the first of each id: a batch may contain an event twice. */
export function distinctJournals(journals: readonly Journal[]): readonly Journal[] {
  const byKey = new Map<string, Journal>();
  for (const journal of journals) {
    const key = tenantKey(journal.tenant, journal.id);
    if (!byKey.has(key)) byKey.set(key, journal);
  }
  return [...byKey.values()];
}

/** Rows over which the balance of one platform account is spread. */
export const stripeCount = 8;

/**
 * The stripe of the platform accounts for a batch of journals, chosen by its first journal (FNV-1a, 32 bits). One
 * stripe a batch: a batch of any size locks one row per platform account, and concurrent batches use different rows.
 */
export function pickStripe(journals: readonly Journal[]): number {
  let hash = 0x811c9dc5;
  for (const character of journals[0]?.id ?? '') {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  return hash % stripeCount;
}

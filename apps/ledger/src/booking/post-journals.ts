import type { OutboundEvent } from '@pitanga/contracts';
import { outboxRow } from '@pitanga/database';
import type { Deps } from '../deps';
import { distinctJournals, stripeOf, type Journal } from '../journals/journal';
import { insertJournals } from '../journals/journal-repository';
import type { JournalDraft } from '../journals/journal-rows';

/** Most journals written by one statement: bounds its size, and batches gain nothing beyond a few hundred. */
export const journalsPerStatementMax = 500;

/**
 * Posts journals of any tenants and publishes `journal.posted` for those that are new; answers how many those are.
 * Posting the same journal again, in this batch or another, changes nothing.
 */
export async function postJournals(deps: Deps, journals: readonly Journal[]): Promise<number> {
  return postDrafts(
    deps,
    distinctJournals(journals).map((journal) => draftOf(deps, journal)),
  );
}

/** The same, of distinct journals that were drafted before. */
export async function postDrafts(deps: Deps, drafts: readonly JournalDraft[]): Promise<number> {
  let posted = 0;
  for (let start = 0; start < drafts.length; start += journalsPerStatementMax) {
    const batch = drafts.slice(start, start + journalsPerStatementMax);
    const stripe = stripeOf(batch.map(({ journal }) => journal));
    posted += (await insertJournals(deps.db, batch, { stripe, recordedAt: deps.clock.real() })).length;
  }
  return posted;
}

/** What there is to write of a journal before it is known in which batch: its fact, with the trace of the caller. */
export function draftOf(deps: Pick<Deps, 'ids' | 'clock'>, journal: Journal): JournalDraft {
  const event = journalPosted(deps.ids.next('event', journal.occurredAt), journal);
  return { journal, event: outboxRow(event, deps.clock.real()) };
}

/** Keyed by what the fact is about, so the facts of one charge or payout stay in order. */
function journalPosted(id: string, journal: Journal): OutboundEvent {
  return {
    type: 'journal.posted',
    id,
    key: journal.referenceId,
    occurredAt: journal.occurredAt,
    data: {
      tenant: journal.tenant,
      journalId: journal.id,
      kind: journal.kind,
      referenceId: journal.referenceId,
      entries: journal.entries.map(({ account, amountCents }) => ({ account, amountCents })),
      occurredAt: journal.occurredAt,
    },
  };
}

import type { OutboundEvent } from '@pitanga/contracts';
import { outboxRow } from '@pitanga/database';
import type { AnyDeps, Deps, Tools } from '../deps';
import { distinctJournals, pickStripe, type Journal, type JournalDraft } from '../journals/journal';
import { insertJournals } from '../journals/journal-repository';
import { insertNewPayments } from '../journals/new-journal-repository';

/** Most journals of one statement: bounds its size; larger batches gain nothing beyond a few hundred. */
export const journalsPerStatementMax = 500;

/**
 * Posts journals of any tenants and publishes `journal.posted` for the new ones; returns how many are new. A journal
 * that repeats, in this batch or another, changes nothing.
 */
export async function postJournals(deps: AnyDeps, journals: readonly Journal[]): Promise<number> {
  return postDrafts(
    deps,
    distinctJournals(journals).map((journal) => draftJournal(deps, journal)),
  );
}

/** The same for distinct drafts; on a pool every statement of 500 commits by itself. */
export async function postDrafts(deps: AnyDeps, drafts: readonly JournalDraft[]): Promise<number> {
  let posted = 0;
  for (let start = 0; start < drafts.length; start += journalsPerStatementMax) {
    const batch = drafts.slice(start, start + journalsPerStatementMax);
    const options = { stripe: pickStripe(batch), recordedAt: deps.clock.real() };
    posted += (await insertJournals(deps.db, batch, options)).length;
  }
  return posted;
}

/**
 * The same for payments, in a pool, which nearly always are new: the statement of new ones first, and the other for a
 * batch in which one repeats.
 */
export async function postPayments(deps: Deps, drafts: readonly JournalDraft[]): Promise<void> {
  const options = { stripe: pickStripe(drafts), recordedAt: deps.clock.real() };
  const isNew = drafts.length <= journalsPerStatementMax && (await insertNewPayments(deps.db, drafts, options));
  if (!isNew) await postDrafts(deps, drafts);
}

/** Adds the outbox row of a journal's event, with the trace of the current request. */
export function draftJournal(deps: Tools, journal: Journal): JournalDraft {
  const event = journalPosted(deps.ids.next('event', journal.occurredAt), journal);
  return { ...journal, event: outboxRow(event, deps.clock.real()) };
}

/** Its key is the journal's reference, so the events of one charge or payout stay in order. */
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

import type { OutboundEvent } from '@pitanga/contracts';
import { appendEvents, inTransaction } from '@pitanga/database';
import type { Deps } from '../deps';
import { distinctJournals, journalKey, stripeOf, type Journal } from './journal';
import { insertJournals } from './journal-repository';

/** Most journals written by one statement: bounds its size, and batches gain nothing beyond a few hundred. */
const journalsPerStatementMax = 500;

/**
 * Posts journals of any tenants and publishes `journal.posted` for those that are new.
 * Posting the same journal again, in this batch or another, changes nothing.
 */
export async function postJournals(deps: Deps, journals: readonly Journal[]): Promise<void> {
  const distinct = distinctJournals(journals);
  for (let start = 0; start < distinct.length; start += journalsPerStatementMax) {
    await postBatch(deps, distinct.slice(start, start + journalsPerStatementMax));
  }
}

async function postBatch(deps: Deps, journals: readonly Journal[]): Promise<void> {
  const recordedAt = deps.clock.real();
  await inTransaction(deps.db, async (tx) => {
    const posted = await insertJournals(tx, journals, { stripe: stripeOf(journals), recordedAt });
    const newKeys = new Set(posted.map(journalKey));
    const events = journals
      .filter((journal) => newKeys.has(journalKey(journal)))
      .map((journal) => journalPosted(deps.ids.next('event', journal.occurredAt), journal));
    await appendEvents(tx, events, recordedAt);
  });
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

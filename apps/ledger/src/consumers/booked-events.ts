import { required, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { toCaptureId } from '../charges/capture';
import type { Deps } from '../deps';
import { toDisputeJournalId } from '../disputes/dispute';
import { hasJournal } from '../journals/journal-repository';
import { toOverpaidId } from '../overpayments/overpayment';
import { toTopUpId } from '../top-ups/top-up';

/** Whether the journals of these events are posted; of a type whose money no simulation moves it is not asked. */
export async function hasBooked(
  { db }: Pick<Deps, 'db'>,
  tenant: Tenant,
  events: readonly InboundEvent[],
): Promise<boolean> {
  for (const event of events) {
    const journalId = toJournalId(event);
    if (journalId !== undefined && !(await hasJournal(db, tenant, journalId))) return false;
  }
  return true;
}

/** The id of the journal that an event leads to. */
function toJournalId(event: InboundEvent): string | undefined {
  switch (event.type) {
    case 'charge.paid':
      return toCaptureId(event.key);
    case 'top_up.completed':
      return toTopUpId(event.key);
    case 'charge.disputed':
      return toDisputeJournalId(event.data.disputeId, 'opened');
    case 'charge.dispute_won':
      return toDisputeJournalId(event.data.disputeId, 'won');
    case 'charge.dispute_lost':
      return toDisputeJournalId(event.data.disputeId, 'lost');
    case 'charge.overpaid':
      return toOverpaidId(required(event.data.refund, 'refund').id);
    default:
      return undefined;
  }
}

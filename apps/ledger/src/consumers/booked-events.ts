import { required, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Deps } from '../deps';
import { hasJournal } from '../journals/journal-repository';

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
      return `capture:${event.key}`;
    case 'top_up.completed':
      return `top_up:${event.key}`;
    case 'charge.disputed':
      return `dispute:${event.data.disputeId}:opened`;
    case 'charge.dispute_won':
      return `dispute:${event.data.disputeId}:won`;
    case 'charge.dispute_lost':
      return `dispute:${event.data.disputeId}:lost`;
    case 'charge.overpaid':
      return `overpaid:${required(event.data.refund, 'refund').id}`;
    default:
      return undefined;
  }
}

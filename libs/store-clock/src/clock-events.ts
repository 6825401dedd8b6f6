import type { Db, OutboxRow } from '@pitanga/database';
import { insertClockEvents, type ClockEventRow } from './clock-repository';
import type { StoreClock } from './store-clock';

/**
 * Records the claimed outbox rows of stores whose clock is being advanced, for `Drain`. Runs in the relay's
 * transaction, so that an event is recorded if and only if this relay publishes it.
 */
export async function recordClockEvents(tx: Db, clock: StoreClock, rows: readonly OutboxRow[]): Promise<void> {
  const stores = clock.advancing();
  if (stores.size === 0) return;
  const events = rows.flatMap((row) => toClockEvent(row, stores) ?? []);
  if (events.length > 0) await insertClockEvents(tx, events);
}

function toClockEvent(
  { payload, type, key, occurredAt }: OutboxRow,
  stores: ReadonlySet<string>,
): ClockEventRow | undefined {
  const { tenant, kind } = JSON.parse(payload) as { tenant?: { storeId?: string; devMode?: boolean }; kind?: string };
  if (tenant?.storeId === undefined || tenant.devMode !== true || !stores.has(tenant.storeId)) return undefined;
  // The kind of a journal is more useful than the event's type.
  const shownType = type === 'journal.posted' && kind !== undefined ? kind : type;
  return { storeId: tenant.storeId, at: occurredAt, type: shownType, subjectId: key };
}

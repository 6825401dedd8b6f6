import type { Db, OutboxRow } from '@pitanga/database';
import { insertClockEvents, type ClockEventRow } from './clock-repository';
import type { StoreClock } from './store-clock';

/**
 * Keeps those of the facts about to be published that belong to stores which are being advanced, for `Drain`. For
 * `onTaken` of a relay: in its transaction, so that a fact is kept exactly if it was published from here.
 */
export async function recordClockEvents(tx: Db, clock: StoreClock, rows: readonly OutboxRow[]): Promise<void> {
  const stores = clock.advancing();
  if (stores.size === 0) return;
  const kept = rows.flatMap((row) => toClockEvent(row, stores) ?? []);
  if (kept.length > 0) await insertClockEvents(tx, kept);
}

function toClockEvent(
  { payload, type, key, occurredAt }: OutboxRow,
  stores: ReadonlySet<string>,
): ClockEventRow | undefined {
  const { tenant, kind } = JSON.parse(payload) as { tenant?: { storeId?: string; devMode?: boolean }; kind?: string };
  if (tenant?.storeId === undefined || tenant.devMode !== true || !stores.has(tenant.storeId)) return undefined;
  // What a journal is of says more than that there is one.
  const told = type === 'journal.posted' && kind !== undefined ? kind : type;
  return { storeId: tenant.storeId, at: occurredAt, type: told, subjectId: key };
}

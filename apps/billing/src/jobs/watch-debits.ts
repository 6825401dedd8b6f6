import { addDays, everyTenant, saoPauloDay } from '@pitanga/core';
import { countUnaccepted } from '../debits/debit-repository';
import type { Deps } from '../deps';

/** A bank takes a debit until two days before its day: from here on somebody has a day left to act. */
const alarmDays = 3;

/** Measures the debits that are about to miss their day. */
export async function watchDebits({ db, clock, pixMetrics }: Deps): Promise<void> {
  const until = addDays(saoPauloDay(clock.real()), alarmDays);
  pixMetrics.unacceptedDebits(await countUnaccepted(db, everyTenant, until));
}

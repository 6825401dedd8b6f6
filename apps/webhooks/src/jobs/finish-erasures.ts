import { everyTenant } from '@pitanga/core';
import { redactEvents } from '../consuming/erase-persons';
import type { Deps } from '../deps';
import { findUnredactedErasures } from '../erasures/event-redaction-repository';

const erasuresPerRead = 100;

/** Redacts the events of erased persons where a crash, or the version before events were kept, left them. */
export async function finishErasures(deps: Pick<Deps, 'db' | 'tools'>): Promise<void> {
  for (;;) {
    const erasures = await findUnredactedErasures(deps.db, everyTenant, erasuresPerRead);
    for (const { tenant, id } of erasures) await redactEvents(deps, tenant, id);
    if (erasures.length < erasuresPerRead) return;
  }
}

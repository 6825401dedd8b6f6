import { planCapture, type PaidCharge } from '../charges/capture';
import type { Deps, Tools } from '../deps';
import type { Journal, JournalDraft } from '../journals/journal';
import { draftJournal, postJournals } from './post-journals';

/** Posts paid charges, each once, whether by its own event or by one that refers to it. */
export async function captureCharges(deps: Deps, charges: readonly PaidCharge[]): Promise<void> {
  await postJournals(
    deps,
    charges.map((charge) => capture(deps, charge)),
  );
}

export function draftCapture(deps: Tools, charge: PaidCharge): JournalDraft {
  return draftJournal(deps, capture(deps, charge));
}

function capture({ ids }: Tools, charge: PaidCharge): Journal {
  return planCapture(charge, ids.next('statementEntry', charge.occurredAt));
}

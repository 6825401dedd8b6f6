import type { Deps } from '../deps';
import { planCapture, type PaidCharge } from '../charges/capture';
import { postJournals } from './post-journals';

/** Books paid charges, each once whatever brings it: its own fact, or one that came before it. */
export async function captureCharges(deps: Deps, charges: readonly PaidCharge[]): Promise<void> {
  const journals = charges.map((charge) => planCapture(charge, deps.ids.next('statementEntry', charge.occurredAt)));
  await postJournals(deps, journals);
}

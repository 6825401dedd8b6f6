import type { Owned, Tenant } from '@pitanga/core';
import type { SavedCard } from '../cards/card';
import { findCard } from '../cards/card-repository';
import type { Charge } from '../charges/charge';
import type { ReadDeps, TxDeps } from '../deps';
import { hasDisputedAmount } from '../disputes/dispute';
import { disputeSimulationInProduction } from '../disputes/dispute-errors';
import { insertSimulatedDispute } from '../disputes/dispute-repository';
import { isDisputedCard } from '../provider/simulated-card-provider';
import { decideDispute, openDispute } from './decide-dispute';

const afterPaymentMs = 2_000;
const retryMs = 2_000;

/** Dev mode: a magic amount or test card is disputed two seconds after its payment. */
export async function scheduleSimulatedDispute(
  deps: ReadDeps,
  tenant: Tenant,
  paid: Charge,
  /** Its card, if the caller has read it. */
  card?: SavedCard,
): Promise<void> {
  if (!tenant.devMode || !(await hasSimulatedDispute(deps, tenant, paid, card))) return;
  const runAt = new Date(deps.clock.real().getTime() + afterPaymentMs);
  await insertSimulatedDispute(deps.db, tenant, paid.id, runAt);
}

/** Dev mode: retries a dispute that was due while a part of its charge was being refunded. */
export async function rescheduleSimulatedDispute(
  deps: ReadDeps,
  { tenant, chargeId }: Owned<{ readonly chargeId: string }>,
): Promise<void> {
  await insertSimulatedDispute(deps.db, tenant, chargeId, new Date(deps.clock.real().getTime() + retryMs));
}

/** Dev mode: whether its amount or its card is one that is disputed. */
export async function hasSimulatedDispute(
  deps: ReadDeps,
  tenant: Tenant,
  { amountCents, card, origin }: Charge,
  known: SavedCard | undefined,
): Promise<boolean> {
  if (origin === 'TOP_UP') return false;
  if (hasDisputedAmount(amountCents)) return true;
  if (!card) return false;
  const saved = known ?? (await findCard(deps.db, tenant, card.cardId));
  return saved !== undefined && isDisputedCard(saved.vaultReference);
}

/** Dev mode: opens, wins or loses the dispute of any PAID charge. */
export async function simulateDispute(
  tx: TxDeps,
  tenant: Tenant,
  input: { readonly chargeId: string; readonly outcome: 'OPENED' | 'WON' | 'LOST' },
): Promise<Charge> {
  if (!tenant.devMode) throw disputeSimulationInProduction();
  const { chargeId, outcome } = input;
  if (outcome === 'OPENED') return openDispute(tx, tenant, { chargeId, reason: 'Contestação simulada' });
  return decideDispute(tx, tenant, { chargeId, outcome });
}

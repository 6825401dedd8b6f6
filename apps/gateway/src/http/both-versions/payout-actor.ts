import type { PayoutActor } from '@pitanga/contracts';
import type { Actor } from '../../access/actor';

/** Who asks for a payout, as payouts keeps it (docs/behaviour/payouts.md#approval-by). */
export function payoutActor({ kind, id }: Actor): PayoutActor {
  return { kind: kind === 'USER' ? 'PAYOUT_ACTOR_KIND_USER' : 'PAYOUT_ACTOR_KIND_KEY', id };
}

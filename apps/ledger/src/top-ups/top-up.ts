import { chargeContext, type PaidCharge } from '../charges/capture';
import { move, type Journal } from '../journals/journal';
import { noEffect } from '../statement/statement';

export const toTopUpId = (chargeId: string): string => `top_up:${chargeId}`;

/**
 * The journal of money that a store has put in by a Pix of its own, to pay refunds with: `top_up:<charge id>`. The
 * platform charges nothing (docs/behaviour/statement.md#top-ups).
 */
export function planTopUp(charge: PaidCharge, statementId: string): Journal {
  const { tenant, chargeId, method, amountCents, occurredAt } = charge;
  return {
    tenant,
    id: toTopUpId(chargeId),
    kind: 'top_up.received',
    referenceId: chargeId,
    occurredAt,
    owner: charge.owner,
    providerAccount: charge.providerAccount,
    entries: move('provider_clearing', 'top_up', amountCents),
    statement: {
      ...chargeContext(charge),
      id: statementId,
      kind: 'TOP_UP',
      status: 'COMPLETE',
      movements: [noEffect('in', amountCents, 'TOP_UP', method)],
      referenceId: chargeId,
    },
  };
}

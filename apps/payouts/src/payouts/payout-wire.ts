import { toWire, type Payout as PayoutMessage } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { Payout } from './payout';

/** A payout in responses and events; of its target only the masked key. */
export function payoutToWire({ devMode }: Tenant, payout: Payout): PayoutMessage {
  return {
    id: payout.id,
    devMode,
    kind: toWire('PAYOUT_KIND', payout.kind),
    status: toWire('PAYOUT_STATUS', payout.status),
    externalId: payout.externalId ?? '',
    amountCents: payout.amountCents,
    platformFeeCents: payout.platformFeeCents,
    pixKeyType: payout.pixKeyType,
    maskedPixKey: payout.maskedPixKey,
    description: payout.description,
    receiptUrl: payout.receiptUrl,
    endToEndId: payout.endToEndId,
    failureReason: payout.failureReason,
    failure: payout.failureReason && toWire('PAYOUT_FAILURE_REASON', payout.failureReason),
    providerCode: payout.failureReason && payout.providerCode,
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
  };
}

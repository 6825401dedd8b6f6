import { required, type EventData, type EventType } from '@pitanga/contracts';
import { payoutRecord, withdrawalRecord } from '@pitanga/records';
import type { V1Event, V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/redaction';

/** The domain events of payouts that webhook events are made from. */
export const payoutEventTypes = [
  'payout.completed',
  'payout.failed',
  'payout.returned',
] as const satisfies readonly EventType[];

type PayoutEventType = (typeof payoutEventTypes)[number];

interface PayoutEvent {
  readonly type: PayoutEventType;
  readonly data: EventData<PayoutEventType>;
}

/** payout.* and v1 withdraw.* for withdrawals, transfer.* for pix/send, which v1 does not have. */
export function toPayoutEvents({ type, data }: PayoutEvent): {
  readonly v2: { readonly event: V2Event; readonly data: NotificationData };
  readonly v1: { readonly event: V1Event; readonly data: NotificationData } | undefined;
} {
  const payout = required(data.payout, 'payout');
  const record = payoutRecord(payout);
  if (record.kind === 'TRANSFER') {
    return { v2: { event: transferEvents[type], data: { transfer: record } }, v1: undefined };
  }
  // v1 has no part of a withdrawal: one of which a part has come back is still done.
  const isPart = type === 'payout.returned' && record.status !== 'RETURNED';
  return {
    v2: { event: type, data: { withdraw: record } },
    v1: isPart
      ? undefined
      : {
          event: type === 'payout.completed' ? 'withdraw.done' : 'withdraw.failed',
          data: { transaction: withdrawalRecord(payout) },
        },
  };
}

const transferEvents = {
  'payout.completed': 'transfer.completed',
  'payout.failed': 'transfer.failed',
  'payout.returned': 'transfer.returned',
} as const satisfies Record<PayoutEventType, V2Event>;

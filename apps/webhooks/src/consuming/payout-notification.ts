import { required, type EventData, type EventType } from '@pitanga/contracts';
import { payoutRecord, withdrawalRecord } from '@pitanga/records';
import type { V1Event, V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/redaction';

/** The domain events of payouts that webhook events are made from. */
export const payoutEventTypes = ['payout.completed', 'payout.failed'] as const satisfies readonly EventType[];

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
  const isComplete = type === 'payout.completed';
  const record = payoutRecord(payout);
  if (record.kind === 'TRANSFER') {
    const event = isComplete ? 'transfer.completed' : 'transfer.failed';
    return { v2: { event, data: { transfer: record } }, v1: undefined };
  }
  return {
    v2: { event: type, data: { withdraw: record } },
    v1: {
      event: isComplete ? 'withdraw.done' : 'withdraw.failed',
      data: { transaction: withdrawalRecord(payout) },
    },
  };
}

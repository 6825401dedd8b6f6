import { required, type EventData, type EventType } from '@pitanga/contracts';
import { payoutRecord, withdrawalRecord } from '@pitanga/records';
import type { V1Event, V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/person';

/** The facts of payouts that receivers are told of. */
export const payoutFacts = ['payout.completed', 'payout.failed'] as const satisfies readonly EventType[];

type PayoutFactType = (typeof payoutFacts)[number];

interface PayoutFact {
  readonly type: PayoutFactType;
  readonly data: EventData<PayoutFactType>;
}

/** payout.* and v1 withdraw.* for withdrawals, transfer.* for pix/send, which v1 has not. */
export function payoutEvents({ type, data }: PayoutFact): {
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

import { required, type EventData } from '@pitanga/contracts';
import { pixKeyData, refundRequestRecord, topUpRecord } from '@pitanga/records';
import type { V2Event } from '../endpoints/event-names';
import type { NotificationData } from '../erasures/redaction';

/** Events of money that is no sale; v1 has none of them. */
interface OfV2 {
  readonly v2: { readonly event: V2Event; readonly data: NotificationData };
  readonly v1: undefined;
}

interface PixKeyEvent {
  readonly type: 'pix_key.received' | 'pix_key.refunded';
  readonly data: EventData<'pix_key.received'>;
}

/** None for a Pix of an account that several stores share: it may be meant for another of them. */
export function toPixKeyEvent({ type, data }: PixKeyEvent): OfV2 | undefined {
  const payment = required(data.keyPayment, 'key payment');
  if (payment.isShared) return undefined;
  const isBack = type === 'pix_key.refunded';
  const shown = pixKeyData(payment, isBack ? 'REFUNDED' : 'COMPLETE');
  return { v2: { event: type, data: isBack ? { ...shown, reason: payment.reason ?? null } : shown }, v1: undefined };
}

/** Without the customer's words, which the event does not have. */
export function toRefundRequested({ data }: { readonly data: EventData<'refund.requested'> }): OfV2 {
  const refundRequest = refundRequestRecord(required(data.request, 'request'));
  return { v2: { event: 'refund.requested', data: { refundRequest } }, v1: undefined };
}

export function topUpCompleted({ data }: { readonly data: EventData<'top_up.completed'> }): OfV2 {
  const topUp = topUpRecord(required(data.charge, 'charge'));
  return { v2: { event: 'top_up.completed', data: { topUp } }, v1: undefined };
}

import type { Tenant } from '@pitanga/core';

/** What people of a store are notified of (docs/behaviour/notifications.md#kinds). */
export const noticeKinds = [
  'PAYMENT',
  'PAYOUT_FAILED',
  'DISPUTE',
  'RENEWAL_FAILED',
  'WEBHOOK_FAILING',
  'WEBHOOK_OFF',
  'CERTIFICATE',
  'PAYOUT_APPROVAL',
  'REFUND_REQUEST',
  'LIMIT_CHANGE',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A fact for the people of a store. It has no personal data. */
export interface NewNotice {
  readonly tenant: Tenant;
  /** Of the event, or of a fact that has none: a fact is kept once. */
  readonly id: string;
  readonly kind: NoticeKind;
  readonly recordId: string;
  readonly amountCents?: number | undefined;
  /** Until when something is to be done. */
  readonly dueAt?: Date | undefined;
  /** The person who asked for what others approve. */
  readonly askedBy?: string | undefined;
  readonly isTransfer?: boolean | undefined;
  /** Store time. */
  readonly createdAt: Date;
  /** Whether members are to be given it by mail. */
  readonly waits: boolean;
}

export interface StoreNotice extends Omit<NewNotice, 'waits' | 'isTransfer'> {
  readonly isTransfer: boolean;
  readonly position: number;
}

export interface NoticeSum {
  readonly kind: NoticeKind;
  readonly count: number;
  readonly amountCents: number;
}

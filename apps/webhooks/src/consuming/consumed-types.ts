import type { EventType } from '@pitanga/contracts';
import { mailedEvents } from './mail-of-event';
import { notifiedEvents } from './notification';

/** Webhooks and mail are made of these, and persons are erased by the last two. */
export const consumedTypes: readonly EventType[] = [
  ...new Set([...notifiedEvents, ...mailedEvents, 'customer.erased', 'payer.erased'] as const),
];

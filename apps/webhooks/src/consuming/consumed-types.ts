import type { EventType } from '@pitanga/contracts';
import { mailedEvents } from './mail-of-event';
import { noticedEvents } from './notice-of-event';
import { notifiedEvents } from './notification';

/** Webhooks, mail and notices are made of these, and persons are erased by the last two. */
export const consumedTypes: readonly EventType[] = [
  ...new Set([...notifiedEvents, ...mailedEvents, ...noticedEvents, 'customer.erased', 'payer.erased'] as const),
];

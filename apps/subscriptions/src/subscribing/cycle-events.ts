import { toWire, type OutboundEvent } from '@pitanga/contracts';
import type { IdSource, Tenant } from '@pitanga/core';
import { recurringCents, type Subscription } from '../subscriptions/subscription';
import type { BilledCycle } from '../cycles/cycle';
import type { CycleEnd } from '../cycles/cycle-end-repository';

/** @param subscription after the cycle began */
export function cycleOpened(
  ids: IdSource,
  tenant: Tenant,
  subscription: Subscription,
  cycle: BilledCycle,
): OutboundEvent {
  const { subscriptionId, begunAt } = cycle;
  const status = toWire('CYCLE_STATUS', 'OPEN');
  const data = {
    tenant,
    cycle: { ...cycle, status },
    frequency: subscription.cycle,
    recurringCents: recurringCents(subscription),
  };
  return { ...eventHead(ids, subscriptionId, begunAt), type: 'cycle.opened', data };
}

export function cycleClosed(
  ids: IdSource,
  tenant: Tenant,
  { status, endedAt: closedAt, ...end }: CycleEnd,
): OutboundEvent {
  const wire = toWire('CYCLE_STATUS', status);
  const data = { tenant, ...end, status: wire, closedAt };
  return { ...eventHead(ids, end.subscriptionId, closedAt), type: 'cycle.closed', data };
}

/** The subscription is the key: its cycles stay in order. */
function eventHead(ids: IdSource, key: string, occurredAt: Date) {
  return { id: ids.next('event', occurredAt), key, occurredAt };
}

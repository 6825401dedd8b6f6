import type { InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { matchEvents } from '../src/consuming/match-events';
import { v1Events, v2Events } from '../src/endpoints/event-names';
import { bodiesOf, type Harness } from './harness';

/** Registers a webhook for all events of a version, and returns the bodies of the deliveries of these domain events. */
export async function notify(
  harness: Harness,
  tenant: Tenant,
  events: readonly InboundEvent[],
  version: 'v1' | 'v2' = 'v2',
): Promise<Record<string, unknown>[]> {
  const isV2 = version === 'v2';
  await harness.register(tenant, 'http://127.0.0.1:9/hook', { v2: isV2, events: isV2 ? [...v2Events] : [...v1Events] });
  await matchEvents(harness.deps, events);
  return bodiesOf(harness, tenant);
}

export const logId = expect.stringMatching(/^log_[0-9A-Za-z]{24}$/) as string;

export const v2Body = (event: string, data: object): object => ({
  id: logId,
  event,
  apiVersion: 2,
  devMode: true,
  data,
});

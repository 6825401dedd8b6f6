import { aTenant, testIds } from '@pitanga/testing';
import { endpointChangeEvent } from './endpoint-health';

describe('the event of an endpoint change', () => {
  const tenant = aTenant();
  const real = new Date('2026-11-20T12:00:00.000Z');
  const now = new Date('2027-11-20T12:00:00.000Z');
  const clock = { real: () => real, now: () => now };
  const since = new Date('2026-11-20T10:30:00.000Z');
  const sinceOfStore = new Date('2027-11-20T10:30:00.000Z');
  const of = { tenant, webhookId: 'webh_1' };

  it('is in the time of a store whose test clock was moved', () => {
    const last = { lastStatusCode: 503, lastErrorClass: undefined };
    const events = [
      endpointChangeEvent(testIds, clock, { kind: 'failing', ...of, since, attempts: 5, ...last }, undefined),
      endpointChangeEvent(testIds, clock, { kind: 'recovered', ...of, since }, undefined),
      endpointChangeEvent(testIds, clock, { kind: 'disabled', ...of, deliveryId: 'log_1', dropped: 0 }, undefined),
    ];
    expect(events).toMatchObject([
      { type: 'webhook.failing', occurredAt: now, data: { failingSince: sinceOfStore } },
      { type: 'webhook.recovered', occurredAt: now, data: { failingSince: sinceOfStore, recoveredAt: now } },
      { type: 'webhook.disabled', occurredAt: now, data: { disabledAt: now } },
    ]);
  });
});

import { toTenant } from '@pitanga/core';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { dispatchLimits } from './dispatch-limits';
import { createInFlightCalls } from './in-flight-calls';

const limits = { ...dispatchLimits, perWebhookFirst: 4, slowMs: 1_000 };

function aDelivery(webhookId: string, more: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  const of = { id: 'log_1', tenant: toTenant('store_1', true), webhookId, failures: 0, isThrottled: false };
  return { ...of, ...more } as ClaimedDelivery;
}

describe('the calls of a process in flight', () => {
  it('allow a webhook one more for each success, for as long as there are any', () => {
    const calls = createInFlightCalls(limits, () => 0);
    const [one, two] = [aDelivery('webh_1'), aDelivery('webh_1')];
    calls.start(one);
    calls.start(two);
    expect(calls.summary().inFlight).toEqual([
      { webhookId: 'webh_1', open: 2, unrecorded: 0, openMax: 4, isSlow: false },
    ]);
    calls.succeeded(one);
    expect(calls.summary().inFlight).toEqual([
      { webhookId: 'webh_1', open: 1, unrecorded: 1, openMax: 5, isSlow: false },
    ]);
    calls.remove(one);
    expect(calls.summary().inFlight).toMatchObject([{ open: 1, unrecorded: 0, openMax: 5 }]);
    calls.remove(two);
    calls.remove(two);
    expect(calls.size).toBe(0);
    calls.start(one);
    expect(calls.summary().inFlight).toMatchObject([{ openMax: 4 }]);
  });

  it('are slow once they have been without an answer for long, and then count as throttled', () => {
    let nowMs = 0;
    const calls = createInFlightCalls(limits, () => nowMs);
    const [answered, silent] = [aDelivery('webh_1'), aDelivery('webh_2')];
    calls.start(answered);
    calls.start(silent);
    calls.succeeded(answered);
    nowMs = 1_001;
    expect(calls.summary()).toMatchObject({ throttled: 1, inFlight: [{ isSlow: false }, { isSlow: true }] });
  });

  it('are counted by kind: to throttled webhooks, and retries', () => {
    const calls = createInFlightCalls(limits, () => 0);
    calls.start(aDelivery('webh_1', { isThrottled: true }));
    calls.start(aDelivery('webh_2', { failures: 3 }));
    calls.start(aDelivery('webh_3'));
    expect(calls.summary()).toMatchObject({ throttled: 1, retries: 1 });
  });
});

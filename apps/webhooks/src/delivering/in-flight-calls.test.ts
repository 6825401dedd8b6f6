import { tenantOf } from '@pitanga/core';
import type { ClaimedDelivery } from '../deliveries/delivery';
import { dispatchLimits } from './dispatch-limits';
import { createCalls } from './in-flight-calls';

const limits = { ...dispatchLimits, perWebhookFirst: 4, slowMs: 1_000 };

function aDelivery(webhookId: string, more: Partial<ClaimedDelivery> = {}): ClaimedDelivery {
  const of = { id: 'log_1', tenant: tenantOf('store_1', true), webhookId, failures: 0, isSuspect: false };
  return { ...of, ...more } as ClaimedDelivery;
}

describe('the calls a process holds', () => {
  it('allow a webhook one more for each success, until none is left', () => {
    const calls = createCalls(limits, () => 0);
    const [one, two] = [aDelivery('webh_1'), aDelivery('webh_1')];
    calls.start(one);
    calls.start(two);
    expect(calls.summary().held).toEqual([{ webhookId: 'webh_1', calling: 2, ended: 0, ownMax: 4, isSlow: false }]);
    calls.succeeded(one);
    expect(calls.summary().held).toEqual([{ webhookId: 'webh_1', calling: 1, ended: 1, ownMax: 5, isSlow: false }]);
    calls.remove(one);
    expect(calls.summary().held).toMatchObject([{ calling: 1, ended: 0, ownMax: 5 }]);
    calls.remove(two);
    calls.remove(two);
    expect(calls.size).toBe(0);
    calls.start(one);
    expect(calls.summary().held).toMatchObject([{ ownMax: 4 }]);
  });

  it('are slow once they have been without an answer for long, and then take the places of suspects', () => {
    let nowMs = 0;
    const calls = createCalls(limits, () => nowMs);
    const [answered, silent] = [aDelivery('webh_1'), aDelivery('webh_2')];
    calls.start(answered);
    calls.start(silent);
    calls.succeeded(answered);
    nowMs = 1_001;
    expect(calls.summary()).toMatchObject({ suspects: 1, held: [{ isSlow: false }, { isSlow: true }] });
  });

  it('are counted by what they are: to slowed-down webhooks, and retries', () => {
    const calls = createCalls(limits, () => 0);
    calls.start(aDelivery('webh_1', { isSuspect: true }));
    calls.start(aDelivery('webh_2', { failures: 3 }));
    calls.start(aDelivery('webh_3'));
    expect(calls.summary()).toMatchObject({ suspects: 1, retries: 1 });
  });
});

import { buildHistory } from './subscription-history';

const now = new Date('2026-12-31T00:00:00Z');
const subscription = {
  id: 'subs_1',
  createdAt: '2026-11-01T12:00:00Z',
  pausedAt: null,
  trialEndsAt: null,
  canceledAt: null,
};
const event = (id: string, name: string, createdAt: string) => ({ id, event: name, createdAt, requestId: null });
const words = (...asked: Parameters<typeof buildHistory>) => buildHistory(...asked).map(({ word }) => word);

describe('the timeline of a subscription', () => {
  it('is its events and its start, the newest first', () => {
    const events = [
      event('evt_1', 'subscription.completed', '2026-11-01T12:00:00Z'),
      event('evt_2', 'subscription.renewed', '2026-12-01T12:00:00Z'),
      event('evt_3', 'checkout.something', '2026-12-02T12:00:00Z'),
    ];
    expect(words(subscription, events, now)).toEqual([undefined, 'renewed', 'completed', 'created']);
  });

  it('says what the record alone knows, once', () => {
    const ended = { ...subscription, canceledAt: '2026-12-05T00:00:00Z', pausedAt: '2026-12-04T00:00:00Z' };
    expect(words(ended, [], now)).toEqual(['cancelled', 'paused', 'created']);
    const told = [event('evt_9', 'subscription.cancelled', '2026-12-05T00:00:00Z')];
    expect(words(ended, told, now)).toEqual(['cancelled', 'paused', 'created']);
  });

  it('has the end of a trial once it is over, unless the subscription ended first', () => {
    const trial = { ...subscription, trialEndsAt: '2026-11-15T02:59:59.999Z' };
    expect(words(trial, [], now)).toEqual(['trialEnded', 'created']);
    expect(words(trial, [], new Date('2026-11-10T00:00:00Z'))).toEqual(['created']);
    expect(words({ ...trial, canceledAt: '2026-11-10T00:00:00Z' }, [], now)).toEqual(['cancelled', 'created']);
  });
});

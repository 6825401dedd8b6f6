import { answerText, webhookHealth } from './delivery-status';

const one = (
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'DROPPED',
  lastStatusCode: number | null,
  attemptCount = 1,
) => ({
  status,
  lastStatusCode,
  attemptCount,
});

describe('deliveries', () => {
  it('tell the answer, or why there was none', () => {
    expect(answerText({ lastStatusCode: 503, lastErrorClass: null })).toBe('503');
    expect(answerText({ lastStatusCode: null, lastErrorClass: 'dns' })).toBe('dns');
    expect(answerText({ lastStatusCode: null, lastErrorClass: null })).toBeUndefined();
  });

  it('show how a webhook fares: what was never attempted does not count', () => {
    expect(webhookHealth([])).toEqual({ ended: 0, failed: 0, isGone: false });
    const newest = [one('PENDING', null, 0), one('PENDING', 500), one('DELIVERED', 200), one('FAILED', 404)];
    expect(webhookHealth(newest)).toEqual({ ended: 3, failed: 2, isGone: false });
  });

  it('see a webhook that its address switched off, until it answers again', () => {
    expect(webhookHealth([one('DROPPED', null, 0), one('FAILED', 410), one('DELIVERED', 200)]).isGone).toBe(true);
    expect(webhookHealth([one('DELIVERED', 200), one('FAILED', 410)]).isGone).toBe(false);
  });
});

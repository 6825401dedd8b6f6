import { dunningPosition, type SubscriptionCycle } from './dunning';

const attempt = (
  number: number,
  status: 'FAILED' | 'PENDING' | 'PAID',
  chargeId: string | null = 'card_1',
  isBesideSchedule = false,
) => ({
  number,
  isBesideSchedule,
  status,
  reason: status === 'FAILED' ? ('INSUFFICIENT_FUNDS' as const) : null,
  providerCode: status === 'FAILED' ? '51' : null,
  chargeId,
  startedAt: '2026-11-21T15:00:00Z',
  endedAt: null,
});
const cycleOf = (...attempts: readonly ReturnType<typeof attempt>[]) =>
  ({ status: 'OPEN', attempts }) as unknown as SubscriptionCycle;
const policy = { effectiveRetryPolicy: { maxRetry: 3, retryEvery: 1 }, method: 'CARD' } as const;

describe('where a past-due cycle stands', () => {
  it('counts the first attempt and its retries', () => {
    expect(dunningPosition(cycleOf(attempt(1, 'FAILED'), attempt(2, 'FAILED')), policy)).toEqual({
      tried: 2,
      most: 4,
      left: 2,
      isUnderWay: false,
      reason: 'INSUFFICIENT_FUNDS',
      providerCode: '51',
      isCardStopped: false,
    });
  });

  it('says the last reason while another attempt is under way', () => {
    const position = dunningPosition(cycleOf(attempt(1, 'FAILED'), attempt(2, 'PENDING', null)), policy);
    expect(position).toMatchObject({ tried: 2, left: 2, isUnderWay: true, reason: 'INSUFFICIENT_FUNDS' });
    expect(position?.isCardStopped).toBe(false);
  });

  it('counts no attempt that was made by hand or with a new card before the next one', () => {
    const byHand = [2, 3].map((number) => attempt(number, 'FAILED', 'card_1', true));
    const position = dunningPosition(cycleOf(attempt(1, 'FAILED'), ...byHand), policy);
    expect(position).toMatchObject({ tried: 1, most: 4, left: 3 });
  });

  it('says that a card is not sent again, and never counts below none left', () => {
    const failed = [1, 2, 3, 4].map((number) => attempt(number, 'FAILED'));
    const position = dunningPosition(cycleOf(...failed, attempt(5, 'FAILED', null)), policy);
    expect(position).toMatchObject({ tried: 5, most: 5, left: 0, isCardStopped: true });
    const byPix = { ...policy, method: 'PIX' } as const;
    expect(dunningPosition(cycleOf(attempt(1, 'FAILED', null)), byPix)?.isCardStopped).toBe(false);
  });

  it('is nothing before the first attempt', () => {
    expect(dunningPosition(cycleOf(), policy)).toBeUndefined();
  });
});

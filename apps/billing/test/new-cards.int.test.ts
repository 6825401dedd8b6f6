import { startBeforeAll } from '@pitanga/testing';
import { call, startBilling } from './billing-harness';
import { aCardToken } from './payment-requests';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);

const { aSubscription, aCycle } = subscriptionRequests(() => billing);

describe('a new card of a subscription in dev mode', () => {
  test.each([
    ['4000000000000002', 'DECLINED, 05'],
    ['4000000000009995', 'INSUFFICIENT_FUNDS, 51'],
  ])('is refused when its bank declines it, as at the start of a trial: %s', async (number, why) => {
    const tenant = await billing.configuredStore();
    const subscriptionId = await aSubscription(tenant);
    const token = await aCardToken(billing, tenant, number);
    await expect(billing.agreements.replaceCard({ tenant, subscriptionId, token }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'CARD_DECLINED',
      message: expect.stringContaining(why) as string,
    });
    // The card before stays.
    expect((await aCycle(tenant, subscriptionId)).charge?.status).toBe('CHARGE_STATUS_PAID');
  });
});

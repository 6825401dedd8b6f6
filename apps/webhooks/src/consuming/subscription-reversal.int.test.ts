import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { anEvent } from '../../test/domain-events';
import { startHarness } from '../../test/harness';
import { notify, v2Body } from '../../test/notify';
import {
  aCardCharge,
  customer,
  cycleCheckout,
  nextAt,
  payerInformation,
  payment,
  shownCheckout,
  subscriptionCheckout,
} from '../../test/subscription-fixtures';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

describe("a subscription's payment", () => {
  const { id, method, amount, paidAt } = payment;
  const at = clock.real();
  const checkouts = [
    ['its start', subscriptionCheckout(), shownCheckout('bill_1', { isUpSell: false })],
    [
      'a cycle',
      cycleCheckout,
      shownCheckout('bill_2', { retryPolicy: null, subscriptionId: 'subs_1', isUpSell: false }),
    ],
  ] as const;
  const reversals = [
    ['charge.refunded', 'checkout.refunded', 'REFUNDED'],
    ['charge.disputed', 'checkout.disputed', 'UNDER_DISPUTE'],
    ['charge.dispute_lost', 'checkout.lost', 'CHARGED_BACK'],
  ] as const;

  it.each(
    reversals.flatMap(([type, event, status]) =>
      checkouts.map(([which, checkout, record]) => ({ type, event, status, which, checkout, record })),
    ),
  )('of $which makes $event with its checkout for v2, and nothing for v1', async (reversal) => {
    const { type, event, status, checkout, record } = reversal;
    const charge = aCardCharge({ status: `CHARGE_STATUS_${status}` });
    const data = { charge, checkout, reason: 'fraude' };
    const tenant = aTenant();
    expect(await notify(harness, tenant, [anEvent(type, tenant, at, data)])).toEqual([
      v2Body(event, {
        checkout: record,
        customer,
        payerInformation,
        payment: {
          id,
          method,
          amount,
          surcharge: 0,
          refundedAmount: status === 'REFUNDED' ? 5_000 : 0,
          paidAt,
          status,
          isUpSell: false,
        },
        reason: 'fraude',
      }),
    ]);
    const other = aTenant();
    expect(await notify(harness, other, [anEvent(type, other, at, data)], 'v1')).toEqual([]);
  });

  it.each(checkouts)('of %s makes refund.failed with its checkout', async (_which, checkout, record) => {
    const refund = {
      id: 'ref_1',
      devMode: true,
      status: 'REFUND_STATUS_FAILED',
      amountCents: 5_000,
      reason: 'DUPLICATE',
      originalId: 'card_1',
      chargeId: 'card_1',
      failureReason: 'ACCOUNT_CLOSED',
      createdAt: nextAt,
      updatedAt: nextAt,
    } as const;
    const tenant = aTenant();
    const event = anEvent('refund.failed', tenant, at, { refund, charge: aCardCharge(), checkout });
    expect(await notify(harness, tenant, [event])).toMatchObject([
      {
        event: 'refund.failed',
        data: { refund: { id: 'ref_1' }, checkout: record, reason: 'ACCOUNT_CLOSED' },
      },
    ]);
  });
});

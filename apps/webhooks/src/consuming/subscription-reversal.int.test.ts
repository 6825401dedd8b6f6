import type { InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, testClock } from '@pitanga/testing';
import { aFact, bodiesOf, startHarness, type Harness } from '../../test/harness';
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
import { v1Events, v2Events } from '../endpoints/event-names';
import { matchEvents } from './match-events';

const clock = testClock(new Date());
let harness: Harness;

beforeAll(async () => {
  harness = await startHarness(clock);
});
afterAll(() => harness.close());

const logId = expect.stringMatching(/^log_[0-9A-Za-z]{24}$/) as string;
const body = (event: string, data: object): object => ({ id: logId, event, apiVersion: 2, devMode: true, data });

/** What a webhook for every event gets of these facts. */
async function told(tenant: Tenant, facts: readonly InboundEvent[], v2 = true): Promise<Record<string, unknown>[]> {
  await harness.register(tenant, 'http://127.0.0.1:9/hook', { v2, events: v2 ? [...v2Events] : [...v1Events] });
  await matchEvents(harness.deps, facts);
  return bodiesOf(harness, tenant);
}

describe("a subscription's payment", () => {
  const { id, method, amount, paidAt } = payment;
  const at = clock.real();
  const checkouts = [
    ['its start', subscriptionCheckout(), shownCheckout('bill_1')],
    ['a cycle', cycleCheckout, shownCheckout('bill_2', { retryPolicy: null, subscriptionId: 'subs_1' })],
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
  )('of $which tells v2 of $event with its bill, and v1 nothing', async (reversal) => {
    const { type, event, status, checkout, record } = reversal;
    const charge = aCardCharge({ status: `CHARGE_STATUS_${status}` });
    const data = { charge, checkout, reason: 'fraude' };
    const tenant = aTenant();
    expect(await told(tenant, [aFact(type, tenant, at, data)])).toEqual([
      body(event, {
        checkout: record,
        customer,
        payerInformation,
        payment: { id, method, amount, refundedAmount: status === 'REFUNDED' ? 5_000 : 0, paidAt, status },
        reason: 'fraude',
      }),
    ]);
    const other = aTenant();
    expect(await told(other, [aFact(type, other, at, data)], false)).toEqual([]);
  });

  it.each(checkouts)('of %s whose refund failed tells v2 so with its bill', async (_which, checkout, record) => {
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
    const fact = aFact('refund.failed', tenant, at, { refund, charge: aCardCharge(), checkout });
    expect(await told(tenant, [fact])).toMatchObject([
      {
        event: 'refund.failed',
        data: { refund: { id: 'ref_1' }, checkout: record, reason: 'ACCOUNT_CLOSED' },
      },
    ]);
  });
});

import type { Tenant } from '@pitanga/core';
import { createLog } from '@pitanga/runtime';
import { violatedInvariants } from '@pitanga/testing';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { refundsReachPayers } from '../src/jobs/invariants';
import { call, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { refund, runRefunds } from './money-back';
import { aCardCharge } from './payment-requests';
import { aStripeStore, sendEvent, stripeToken } from './stripe-account';

const lines: string[] = [];
const log = createLog({ service: 'billing', destination: { write: (line) => void lines.push(line) } });
let billing: Billing;
let stripe: FakeStripe;
let tenant: Tenant;
beforeAll(async () => {
  billing = await startBilling({ log });
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});
beforeEach(async () => {
  tenant = await aStripeStore(billing, stripe);
});

const drain = () => createStripeSyncDrain(billing.deps)();

interface RefundRow {
  readonly id: string;
  readonly status: string;
  readonly reference: string;
  readonly bounced_at: Date | null;
  readonly bounce_reason: string | null;
  readonly bounce_code: string | null;
}

async function theRefund(): Promise<RefundRow> {
  return (await billing.db('refunds').where({ store_id: tenant.storeId }).first()) as RefundRow;
}

/** A refund of a card payment that Stripe has called succeeded. */
async function aCompleteRefund(): Promise<RefundRow> {
  const token = await stripeToken(billing, stripe, tenant);
  const { charge } = await billing.charges.createCardCharge(aCardCharge(tenant, token), call());
  await refund(billing, tenant, charge?.id ?? '');
  await runRefunds(billing);
  return theRefund();
}

const refundAtStripe = ({ reference }: RefundRow) => stripe.books.get('refund', reference);
const violations = () =>
  violatedInvariants(billing.db, [refundsReachPayers], billing.clock.real(), () => Promise.resolve());

describe('a refund whose money comes back to Stripe after it was COMPLETE', () => {
  it('is noted once, told to the operator without personal data, and named by the rule until a person settles it', async () => {
    const before = await aCompleteRefund();
    expect(before).toMatchObject({ status: 'COMPLETE', bounced_at: null });
    stripe.money.endRefund(before.reference, 'failed', 'lost_or_stolen_card');
    await sendEvent(billing, stripe, tenant);
    await drain();
    const noted = await theRefund();
    expect(noted).toMatchObject({
      status: 'COMPLETE',
      bounced_at: billing.clock.real(),
      bounce_reason: 'ACCOUNT_BLOCKED',
      bounce_code: 'lost_or_stolen_card',
    });
    billing.clock.advance(60_000);
    await sendEvent(billing, stripe, tenant, stripe.books.tell('refund.updated', refundAtStripe(before)));
    await drain();
    expect(await theRefund()).toEqual(noted);
    const told = lines.filter((line) => line.includes('a refund that was COMPLETE did not reach its buyer'));
    expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ refundId: before.id, storeId: tenant.storeId, reason: 'ACCOUNT_BLOCKED' }),
    ]);
    expect(told.join('')).not.toMatch(/ANA|4242/);
    expect(await violations()).toEqual(['refunds_reach_payers']);
    await billing.db('refunds').where({ id: before.id }).update({ bounce_settled_at: billing.clock.real() });
    expect(await violations()).toEqual([]);
  });

  it('is found without any event, by the movement of the balance', async () => {
    const { reference } = await aCompleteRefund();
    stripe.money.endRefund(reference, 'failed');
    billing.clock.advance(20 * 60_000);
    await drain();
    await drain();
    expect(await theRefund()).toMatchObject({ bounce_reason: 'ACCOUNT_CLOSED' });
  });

  it('while its success is being written here is noted after it', async () => {
    stripe.money.refundStatus = 'pending';
    const { id, status } = await aCompleteRefund();
    expect(status).toBe('PENDING');
    stripe.money.refundStatus = 'succeeded';
    const reference = stripe.books.all('refund')[0]?.id ?? '';
    stripe.money.endRefund(reference, 'failed');
    await sendEvent(billing, stripe, tenant);
    await drain();
    // A reading from before the failure is written by another process.
    await billing.db('refunds').where({ id }).update({ status: 'COMPLETE', step: 'DONE', reference });
    billing.clock.advance(120_000);
    await drain();
    expect(await theRefund()).toMatchObject({ bounce_reason: 'ACCOUNT_CLOSED' });
  });

  it('is not one that failed before: that refund FAILED, and its hold was released', async () => {
    stripe.money.refundStatus = 'failed';
    const { status } = await aCompleteRefund();
    stripe.money.refundStatus = 'succeeded';
    await sendEvent(billing, stripe, tenant);
    await drain();
    expect([status, (await theRefund()).bounced_at]).toEqual(['FAILED', null]);
  });

  it('is not that of another store whose refund is at the same account', async () => {
    const { reference } = await aCompleteRefund();
    const other = await aStripeStore(billing, stripe);
    stripe.money.endRefund(reference, 'failed');
    await sendEvent(billing, stripe, other);
    await drain();
    expect(await theRefund()).toMatchObject({ bounced_at: null });
  });
});

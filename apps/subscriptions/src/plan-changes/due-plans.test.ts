import { cents, zeroCents } from '@pitanga/core';
import fc from 'fast-check';
import type { PlanChange } from './plan-change';
import { startSubscription } from '../subscriptions/subscription';
import { beginCycle } from '../cycles/cycle';
import { currentDueAt, firstDueAfter, followingCycle, type PlannedSubscription } from './due-plans';
import { cycles, type Cycle } from '../calendar/schedule';

const dayMs = 86_400_000;
const start = new Date('2027-01-31T15:00:00.000Z');

interface Request {
  /** Minutes after the start: also exactly at due instants. */
  readonly at: number;
  readonly cycle: Cycle;
  readonly price: number;
}

/** What a cycle costs and when it falls due. */
type Billed = readonly [dueAt: string, price: number, cycle: Cycle];

const begin = (planned: PlannedSubscription): { billed: Billed; next: PlannedSubscription } => {
  const { subscription, plans, cycle } = beginCycle(planned, zeroCents, start);
  const billed: Billed = [cycle.dueAt.toISOString(), cycle.amountCents, subscription.cycle];
  return { billed, next: { subscription: followingCycle(subscription), plans } };
};

const requested = ({ at, cycle, price }: Request, index: number): PlanChange => {
  const requestedAt = new Date(start.getTime() + at * 60_000);
  const plan = { productId: 'prod_2', quantity: 1, unitPriceCents: cents(price), cycle };
  const id = `subu_${String(index)}`;
  return { ...plan, id, subscriptionId: 'subs_1', status: 'PENDING', requestedAt, updatedAt: requestedAt };
};

const started = (cycle: Cycle): PlannedSubscription => ({
  subscription: startSubscription({
    id: 'subs_1',
    checkoutId: 'bill_1',
    customerId: 'cust_1',
    externalId: undefined,
    productId: 'prod_1',
    quantity: 1,
    unitPriceCents: cents(100),
    cycle,
    agreedCoupons: [],
    method: 'CARD',
    retryPolicy: { maxRetry: 3, retryEveryDays: 1 },
    trialDays: undefined,
    leadDays: 0,
    metadataJson: '{}',
    startedAt: start,
  }),
  plans: [],
});

/** Every cycle begins the instant it falls due, and the last request before that instant is its plan. */
function onTime(cycle: Cycle, requests: readonly PlanChange[], count: number): Billed[] {
  const billed: Billed[] = [];
  let known = started(cycle);
  const waiting = [...requests];
  while (billed.length < count) {
    const dueAt = currentDueAt(known.subscription);
    const before = waiting.filter(({ requestedAt }) => requestedAt < dueAt);
    waiting.splice(0, before.length);
    const begun = begin({ ...known, plans: before.slice(-1) });
    billed.push(begun.billed);
    known = begun.next;
  }
  return billed;
}

/** Cycles begin as late as it pleases them, requests come when they come. */
function late(cycle: Cycle, requests: readonly PlanChange[], count: number, delays: readonly number[]): Billed[] {
  const billed: Billed[] = [];
  let known = started(cycle);
  let nowMs = start.getTime();
  const waiting = [...requests];
  while (billed.length < count) {
    const dueMs = currentDueAt(known.subscription).getTime();
    nowMs = Math.max(nowMs, dueMs + (delays[billed.length] ?? 0) * dayMs);
    for (let next = waiting[0]; next && next.requestedAt.getTime() < nowMs; next = waiting[0]) {
      waiting.shift();
      const replaced = firstDueAfter(known, next.requestedAt).plans;
      known = { ...known, plans: [...known.plans.filter((plan) => !replaced.includes(plan)), next] };
    }
    const begun = begin(known);
    billed.push(begun.billed);
    known = begun.next;
  }
  return billed;
}

const minute = fc.oneof(
  fc.integer({ min: 0, max: 400 * 24 * 60 }),
  // Exactly at due instants of a weekly rhythm.
  fc.integer({ min: 1, max: 50 }).map((week) => week * 7 * 24 * 60),
);
const aRequest = fc.record({
  at: minute,
  cycle: fc.constantFrom(...cycles),
  price: fc.integer({ min: 200, max: 900 }),
});

describe('the plan of a cycle', () => {
  it('is what was asked for last before it fell due, however late it begins and whatever was asked for since', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cycles),
        fc.array(aRequest, { maxLength: 6 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }),
        (cycle, asked, delays) => {
          const requests = asked.sort((a, b) => a.at - b.at).map(requested);
          const count = 30;
          expect(late(cycle, requests, count, delays)).toEqual(onTime(cycle, requests, count));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is the next one of a subscription at the first instant that comes after', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cycles), fc.integer({ min: 0, max: 400 * 24 * 60 }), (cycle, minutes) => {
        const at = new Date(start.getTime() + minutes * 60_000);
        const { subscription } = firstDueAfter(started(cycle), at);
        expect(currentDueAt(subscription) > at).toBe(true);
        const { cycleNumber } = subscription;
        if (cycleNumber > 1) expect(currentDueAt({ ...subscription, cycleNumber: cycleNumber - 1 }) <= at).toBe(true);
      }),
    );
  });
});

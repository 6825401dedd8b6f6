import { cents, isAppError, unavailable } from '@pitanga/core';
import { aTenant, startBeforeAll, unseenStates } from '@pitanga/testing';
import { invariants } from '../src/invariants/invariant-queries';
import { wholeRange, type Behaviour } from './billing-stand-in';
import { randomHistories } from './charge-proof';
import { brokenInvariants, call, dayMs, startSubscriptions, type Subscriptions } from './subscriptions-harness';

/** `npm test` runs the short form; `npm run proof` sets these for the long one. */
const rounds = Number(process.env['PROOF_ROUNDS'] ?? 1);
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_128);
/** More are taken until every state was met. */
const stepsPerRound = 60;
const stepsMax = 600;

const subs = startBeforeAll(startSubscriptions);
const { random, pick } = randomHistories(() => subs, seed);
const tenant = aTenant();

const behaviours: readonly Behaviour[] = [
  'PAY',
  'PAY',
  'PAY',
  'DECLINE',
  'DECLINE_FOR_EVER',
  'REFUSE',
  'PEND',
  'AWAY',
  'LOSE_PAYMENT',
  'LOSE_DECLINE',
];

const newSubscription = (): Promise<string> =>
  subs.start(tenant, {
    cycle: pick(
      'BILLING_CYCLE_WEEKLY',
      'BILLING_CYCLE_WEEKLY',
      'BILLING_CYCLE_MONTHLY',
      'BILLING_CYCLE_QUARTERLY',
      'BILLING_CYCLE_SEMIANNUALLY',
      'BILLING_CYCLE_ANNUALLY',
    ),
    trialDays: pick(undefined, undefined, 5),
    maxRetry: pick(1, 3),
    leadDays: pick(0, 0, 2),
    method: pick('PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'),
    coupons: pick(
      [],
      [
        {
          code: 'A',
          discountKind: 'DISCOUNT_KIND_PERCENTAGE' as const,
          discount: 10_000,
          duration: 'COUPON_DURATION_FOREVER',
        },
      ],
    ),
  });

/** How billing is from now on: there, away, deaf, or with fees above what is due. */
function changeBilling({ billing, clock }: Subscriptions): void {
  const away = pick(true, false);
  billing.beforeVoid = () => (away ? Promise.reject(unavailable('Billing is away')) : Promise.resolve());
  billing.isDeafToEnds = pick(true, false, false);
  billing.isFirm = pick(true, false, false);
  billing.range = pick(wholeRange, wholeRange, { ...wholeRange, minCents: cents(6_000) });
  billing.askAgainAt = () => new Date(clock.real().getTime() + 3_600_000);
}

const cancel = (id: string): Promise<unknown> =>
  subs.client.cancelSubscription({ tenant, id, atPeriodEnd: pick(true, false) }, call());

/** What somebody asks of a subscription. */
async function request(id: string, plans: readonly string[], usageProduct: string): Promise<unknown> {
  const { client, clock } = subs;
  const inDays = (days: number): Date => new Date(clock.real().getTime() + days * dayMs);
  const pause = () => client.pauseSubscription({ tenant, id, resumesAt: pick(undefined, inDays(9)) }, call());
  const asks: readonly (() => Promise<unknown>)[] = [
    pause,
    pause,
    () => cancel(id),
    () => client.resumeSubscription({ tenant, id, resumeFrom: pick('RESUME_FROM_ANCHOR', 'RESUME_FROM_NOW') }, call()),
    () => client.changePlan({ tenant, id, product: pick(...plans), quantity: pick(1, 2) }, call()),
    () => client.cancelPlanChange({ tenant, id }, call()),
    () => client.recordUsage({ tenant, id, product: usageProduct, units: 5, action: 'USAGE_ACTION_ADD' }, call()),
    () => client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call()),
    () => client.removeCoupon({ tenant, id, coupon: 'A' }, call()),
  ];
  return pick(...asks)();
}

function unlessBug(error: unknown): void {
  if (!isAppError(error) || error.kind === 'INTERNAL') throw error;
}

test(
  `the invariants hold after every step and within every attempt of any history, in every state that their tables can have (${String(rounds)} rounds, seed ${String(seed)})`,
  async () => {
    const broken: string[] = [];
    let unseen = await unseenStates(subs.db, invariants);
    const look = async (): Promise<void> => {
      broken.push(...(await brokenInvariants(subs.db, subs.clock.real())));
      if (unseen.length === 0) return;
      const absent = await unseenStates(subs.db, invariants);
      unseen = unseen.filter((state) => absent.includes(state));
    };
    const plans = [2_500, 90_000].map((price) => subs.billing.product(price, 'BILLING_CYCLE_MONTHLY').id);
    const usageProduct = subs.billing.product(3).id;
    subs.billing.behave = async ({ subscriptionId }) => {
      await look();
      // A cancellation within an attempt leads to states that chance alone meets once in 150 steps.
      if (random() < 0.2) await cancel(subscriptionId).catch(unlessBug);
      else if (random() < 0.4) await request(subscriptionId, plans, usageProduct).catch(unlessBug);
      await look();
      return pick(...behaviours);
    };
    for (let round = 0; round < rounds; round += 1) {
      const ids = [await newSubscription()];
      for (let step = 0; step < (unseen.length === 0 ? stepsPerRound : stepsMax); step += 1) {
        changeBilling(subs);
        if (random() < 0.4) ids.push(await newSubscription());
        await request(pick(...ids.slice(-10)), plans, usageProduct).catch(unlessBug);
        await look();
        subs.clock.advance(pick(60_000, 3_600_000, dayMs, 4 * dayMs, 20 * dayMs));
        await subs.collect();
        await look();
        expect({ step, broken }).toEqual({ step, broken: [] });
      }
    }
    expect(unseen).toEqual([]);
  },
  120_000 + rounds * 60_000,
);

import { isAppError } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { dueInstant } from '../src/calendar/schedule';
import { addUsage, collectOn, expectSound, paidOf, patiently, randomHistories, settle, usageOf } from './charge-proof';
import { call, dayMs, factsOf, startSubscriptions, type Replica, type Subscriptions } from './subscriptions-harness';

/** `npm test` runs the short form; `npm run proof` sets these for the long one. */
const rounds = Number(process.env['PROOF_ROUNDS'] ?? 1);
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_121);
const timeoutMs = 120_000 + rounds * 30_000;

let subs: Subscriptions;
let replicas: Replica[];
beforeAll(async () => {
  subs = await startSubscriptions();
  replicas = await Promise.all(['one', 'two'].map((name) => subs.replica(name)));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await subs.stop();
});
afterEach(() => subs.finishTest());

const { random, pick, pause, behaveAtRandom } = randomHistories(() => subs, seed);

describe(`charges in any history (${String(rounds)} rounds, seed ${String(seed)})`, () => {
  it(
    'a cancellation wins every race: after its answer nobody is charged and nothing is published',
    async () => {
      const tenant = aTenant();
      for (let round = 0; round < rounds; round += 1) {
        const begun = behaveAtRandom('PAY', 'PAY', 'DECLINE', 'AWAY', 'LOSE_PAYMENT', 'LOSE_DECLINE');
        const ids = await Promise.all(Array.from({ length: 120 }, () => subs.start(tenant)));
        subs.clock.advanceTo((await subs.get(tenant, ids.at(-1)!)).nextChargeAt!);
        const schedulers = Promise.all(replicas.map(collectOn));
        await begun;
        const answered = new Map<string, { paid: number; facts: number }>();
        await Promise.all(
          ids.map(async (id) => {
            await pause(300);
            await patiently((context) => subs.client.cancelSubscription({ tenant, id }, context));
            answered.set(id, { paid: paidOf(subs, id).length, facts: (await factsOf(subs.db, id)).length });
          }),
        );
        await schedulers;
        await settle(subs);
        subs.clock.advance(100 * dayMs);
        await subs.collect();
        for (const id of ids) {
          await expectSound(subs, tenant, id);
          const after = { paid: paidOf(subs, id).length, facts: (await factsOf(subs.db, id)).length };
          expect({ id, ...after }).toEqual({ id, ...answered.get(id) });
        }
      }
      // The race was one: some attempts were still to be sent, and some had been.
      expect(subs.billing.voided.size).toBeGreaterThan(0);
      expect(subs.billing.payments.length).toBeGreaterThan(0);
    },
    timeoutMs,
  );

  it(
    'a pause wins every race too: after its answer nobody is charged until it ends, and what it gave up never is',
    async () => {
      const tenant = aTenant();
      for (let round = 0; round < rounds; round += 1) {
        const begun = behaveAtRandom('PAY', 'PAY', 'DECLINE', 'AWAY', 'LOSE_PAYMENT', 'LOSE_DECLINE');
        const ids = await Promise.all(Array.from({ length: 60 }, () => subs.start(tenant)));
        subs.clock.advanceTo((await subs.get(tenant, ids.at(-1)!)).nextChargeAt!);
        const schedulers = Promise.all(replicas.map(collectOn));
        await begun;
        const paid = new Map<string, number>();
        await Promise.all(
          ids.map(async (id) => {
            await pause(200);
            await patiently((context) => subs.client.pauseSubscription({ tenant, id }, context));
            paid.set(id, paidOf(subs, id).length);
          }),
        );
        await schedulers;
        await settle(subs);
        for (const id of ids) expect({ id, paid: paidOf(subs, id).length }).toEqual({ id, paid: paid.get(id) });
        subs.clock.advance(40 * dayMs);
        await Promise.all(
          ids.map((id) => patiently((context) => subs.client.resumeSubscription({ tenant, id }, context))),
        );
        subs.clock.advance(31 * dayMs);
        await settle(subs);
        for (const id of ids) {
          await expectSound(subs, tenant, id);
          expect(paidOf(subs, id).length).toBe((paid.get(id) ?? 0) + 1);
          expect((await subs.get(tenant, id)).status).toBe('ACTIVE');
        }
      }
    },
    timeoutMs,
  );

  it(
    'a plan or usage that races a renewal is in that cycle or in the next one, never in none or both',
    async () => {
      const tenant = aTenant();
      const plan = subs.billing.product(10_000, 'BILLING_CYCLE_MONTHLY');
      const api = subs.billing.product(1);
      for (let round = 0; round < rounds; round += 1) {
        void behaveAtRandom('PAY');
        const ids = await Promise.all(Array.from({ length: 60 }, () => subs.start(tenant)));
        subs.clock.advanceTo((await subs.get(tenant, ids.at(-1)!)).nextChargeAt!);
        const schedulers = Promise.all(replicas.map(collectOn));
        await Promise.all(
          ids.map(async (id) => {
            await pause(100);
            const usage = { tenant, id, product: api.id, units: 7, action: 'USAGE_ACTION_ADD' } as const;
            const change = { tenant, id, product: plan.id, quantity: undefined };
            await Promise.all([
              patiently((context) => subs.client.recordUsage(usage, context)),
              patiently((context) => subs.client.changePlan(change, context)),
            ]);
          }),
        );
        await schedulers;
        for (let month = 0; month < 2; month += 1) {
          await settle(subs);
          subs.clock.advance(31 * dayMs);
          await subs.collect();
        }
        for (const id of ids) {
          await expectSound(subs, tenant, id);
          const [first, second, third] = paidOf(subs, id);
          expect([4_990, 10_000]).toContain(first!.unitPriceCents);
          expect([second?.unitPriceCents, third?.unitPriceCents]).toEqual([10_000, 10_000]);
          expect([first!.usageCents, second!.usageCents].sort()).toEqual([0, 7]);
          expect(third?.usageCents).toBe(0);
        }
      }
    },
    timeoutMs,
  );

  it(
    'schedulers that are killed at random charge nobody twice and skip nobody',
    async () => {
      const tenant = aTenant();
      void behaveAtRandom('PAY', 'PAY', 'PAY', 'AWAY', 'LOSE_PAYMENT');
      const cycle = 'BILLING_CYCLE_WEEKLY';
      const ids = await Promise.all(Array.from({ length: 30 }, () => subs.start(tenant, { cycle })));
      const startedAt = subs.clock.real();
      let isOver = false;
      const run = async (name: string): Promise<void> => {
        for (let life = 0; !isOver; life += 1) {
          const application = `${name}-${String(life)}`;
          const replica = await subs.replica(application);
          const work = (async () => {
            for (;;) await collectOn(replica);
          })().catch(() => undefined);
          await pause(120);
          // As by kill -9: its connections are cut wherever they are, and nothing of it goes on.
          await subs.db.raw(
            `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = ? and datname = current_database()`,
            [application],
          );
          await replica.stop();
          await work;
        }
      };
      const running = ['a', 'b', 'c'].map(run);
      for (let step = 0; step < rounds * 25; step += 1) {
        subs.clock.advance(2 * dayMs);
        await pause(100);
      }
      isOver = true;
      await Promise.all(running);
      await settle(subs);
      // Cycles that were missed are charged one a day.
      for (let day = 0; day < rounds * 14; day += 1) {
        subs.clock.advance(dayMs);
        await settle(subs);
      }
      const weeks = Math.floor((subs.clock.real().getTime() - startedAt.getTime()) / (7 * dayMs));
      for (const id of ids) {
        await expectSound(subs, tenant, id);
        const expected = Array.from({ length: weeks }, (_, n) => dueInstant(startedAt, 'WEEKLY', n + 1));
        expect(paidOf(subs, id).map(({ dueAt }) => dueAt)).toEqual(expected);
      }
    },
    timeoutMs,
  );

  it(
    'any mixture of time, answers and requests keeps money, facts and revenue together',
    async () => {
      const tenant = aTenant();
      const plans = (['WEEKLY', 'MONTHLY', 'ANNUALLY'] as const).map((cycle) =>
        subs.billing.product(2_500, `BILLING_CYCLE_${cycle}`),
      );
      const api = subs.billing.product(3);
      for (let round = 0; round < rounds; round += 1) {
        const ids = await Promise.all(
          Array.from({ length: 12 }, () =>
            subs.start(tenant, {
              cycle: pick('BILLING_CYCLE_WEEKLY', 'BILLING_CYCLE_MONTHLY', 'BILLING_CYCLE_QUARTERLY'),
              trialDays: pick(undefined, undefined, 5),
              maxRetry: pick(1, 2, 3),
              retryEveryDays: pick(1, 3),
              method: pick('PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_PIX'),
              coupons: pick(
                [],
                [
                  {
                    code: 'A',
                    discountKind: 'DISCOUNT_KIND_PERCENTAGE' as const,
                    discount: 3_333,
                    duration: 'COUPON_DURATION_FOREVER',
                  },
                ],
              ),
            }),
          ),
        );
        const used = new Map<string, number>();
        const request = async (id: string): Promise<void> => {
          const dice = random();
          if (dice < 0.04) await patiently((context) => subs.client.cancelSubscription({ tenant, id }, context));
          else if (dice < 0.2) {
            await subs.client.changePlan({ tenant, id, product: pick(...plans).id, quantity: pick(1, 2) }, call());
          } else if (dice < 0.5) {
            const usage = { tenant, id, product: api.id, units: 5, action: 'USAGE_ACTION_ADD' } as const;
            await subs.client.recordUsage(usage, call());
            used.set(id, (used.get(id) ?? 0) + 15);
          } else if (dice < 0.6) await subs.client.updateCard({ tenant, id, cardToken: 'ctok_new' }, call());
          else if (dice < 0.65) {
            const resumesAt = pick(undefined, new Date(subs.clock.real().getTime() + 9 * dayMs));
            await subs.client.pauseSubscription({ tenant, id, resumesAt }, call());
          } else if (dice < 0.75) {
            const resumeFrom = pick(undefined, 'RESUME_FROM_ANCHOR' as const, 'RESUME_FROM_NOW' as const);
            await patiently((context) => subs.client.resumeSubscription({ tenant, id, resumeFrom }, context));
          } else if (dice < 0.77) await subs.client.cancelSubscription({ tenant, id, atPeriodEnd: true }, call());
          else if (dice < 0.8) await subs.client.cancelPlanChange({ tenant, id }, call());
        };
        for (let step = 0; step < 40; step += 1) {
          void behaveAtRandom(
            'PAY',
            'PAY',
            'PAY',
            'PAY',
            'DECLINE',
            'DECLINE_FOR_EVER',
            'REFUSE',
            'AWAY',
            'LOSE_PAYMENT',
            'LOSE_DECLINE',
          );
          const refused = (error: unknown): void => {
            // The gone and the unknown are answers like others; a bug is not.
            if (!isAppError(error) || error.kind === 'INTERNAL') throw error;
          };
          await Promise.all([...replicas.map(collectOn), ...ids.map((id) => request(id).catch(refused))]);
          subs.clock.advance(pick(60_000, 3_600_000, dayMs, 4 * dayMs, 20 * dayMs));
        }
        await settle(subs);
        await settle(subs);
        for (const id of ids) {
          await expectSound(subs, tenant, id);
          expect(await usageOf(subs, id)).toEqual({
            recorded: used.get(id) ?? 0,
            charged: paidOf(subs, id).reduce(addUsage, 0),
          });
        }
      }
    },
    timeoutMs,
  );
});

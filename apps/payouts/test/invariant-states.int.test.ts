import { startBeforeAll, statesThatMustEnd } from '@pitanga/testing';
import { invariants } from '../src/invariants/invariant-queries';
import { create, startPayouts } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

test('the invariants let payouts stay for years in no step but DONE, and only an overdue read of a return is told', async () => {
  const { db, clock } = payouts.deps;
  await create(payouts, await payouts.aStore());
  const inYears = new Date(clock.real().getTime() + 5 * 365 * 86_400_000);
  const told = (await statesThatMustEnd(db, invariants, inYears)).filter((one) => one.includes('payouts.step'));
  const underWay = ['RESERVE', 'TAKE_BACK', 'APPROVE', 'SEND', 'WATCH'];
  expect(new Set(told)).toEqual(
    new Set([
      ...underWay.map((step) => `outcome_unknown_for_an_hour: payouts.step = ${step}`),
      ...[...underWay, 'RETURNS'].map((step) => `step_overdue: payouts.step = ${step}`),
    ]),
  );
});

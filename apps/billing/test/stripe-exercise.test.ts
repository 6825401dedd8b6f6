import { refusalIn } from '../src/stripe/stripe-errors';
import { stripeCalls } from '../src/stripe/stripe-exercise';
import { stripeForEachTest } from './stripe-under-test';

const at = stripeForEachTest();

test('every call of the adapter has only routes and parameters that Stripe has', async () => {
  const errors: unknown[] = [];
  for (const call of stripeCalls(at.adapter())) await call().catch((error: unknown) => errors.push(error));
  const refusals = errors.flatMap((error) => refusalIn(error) ?? []);
  // What the calls name does not exist here; an unknown route has no code.
  expect(refusals.filter(({ code }) => code === undefined || code === 'parameter_unknown')).toEqual([]);
  expect(new Set(at.stripe.seen).size).toBeGreaterThan(15);
});

import { setTimeout as delay } from 'node:timers/promises';
import { mixedCalls } from '../src/bench/mixed-calls';
import { openLoop, fitSlope, groupByStretch } from '../src/bench/open-loop';

test('a call that waits behind a stall counts from when it was due', async () => {
  let asked = 0;
  const stalled = delay(300);
  const stretches = await openLoop({
    perSecond: 100,
    seconds: 0.5,
    stretchSeconds: 0.5,
    // Nothing is answered in the first 300 ms, as by a server that stands still.
    call: async () => {
      asked += 1;
      await stalled;
    },
    onStretch: () => undefined,
  });
  expect(asked).toBe(50);
  const [first] = stretches;
  expect(first?.asked).toBe(50);
  expect(first?.p99Ms).toBeGreaterThan(250);
  // Those due at 150 ms waited 150 ms: calls go on being made while others hang.
  expect(first?.p50Ms).toBeGreaterThan(30);
});

test('a failed call ends the load', async () => {
  const call = () => Promise.reject(new Error('answered 500'));
  await expect(
    openLoop({ perSecond: 100, seconds: 1, stretchSeconds: 1, call, onStretch: () => undefined }),
  ).rejects.toThrow('answered 500');
});

test('samples belong to the stretch in which they were due', () => {
  const samples = [
    { dueMs: 10, tookMs: 1 },
    { dueMs: 990, tookMs: 5_000 },
    { dueMs: 1_000, tookMs: 2 },
  ];
  expect(groupByStretch(samples, 1)).toEqual([
    { asked: 2, p50Ms: 1, p99Ms: 5_000 },
    { asked: 1, p50Ms: 2, p99Ms: 2 },
  ]);
});

test('the slope of a steady rise is its step, and of a level line 0', () => {
  expect(fitSlope([10, 12, 14, 16])).toBeCloseTo(2);
  expect(fitSlope([7, 7, 7])).toBe(0);
  expect(fitSlope([7])).toBe(0);
});

test('of twenty calls twelve read, five create, two pay and one manages', () => {
  const next = mixedCalls();
  const kinds = Array.from({ length: 2_000 }, () => {
    const call = next();
    call.then?.({ id: 'x' }, {});
    return call.kind;
  });
  const count = (...of: string[]): number => kinds.slice(1_000).filter((kind) => of.includes(kind)).length;
  expect(count('read', 'list')).toBe(600);
  expect(count('create')).toBe(250);
  expect(count('pay')).toBe(100);
  expect(count('manage')).toBe(50);
});

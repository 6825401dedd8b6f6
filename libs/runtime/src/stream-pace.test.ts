import { createStreamPace } from './stream-pace';

let now = 0;
/** So many events a second for three seconds, one after the other. */
const afterStream = (perSecond: number) => {
  const pace = createStreamPace({ aloneMs: 10, streamMs: 40 }, () => now);
  for (let event = 0; event < 3 * perSecond; event += 1) {
    now += 1_000 / perSecond;
    pace.note(1);
  }
  return pace;
};

test('what comes alone waits no longer', () => {
  expect(afterStream(5).spacingMs()).toBe(10);
  expect(afterStream(20).spacingMs()).toBe(10);
});

test('a stream shares rounds, up to four events each', () => {
  expect(afterStream(50).spacingMs()).toBe(40);
  expect(afterStream(200).spacingMs() / 20).toBeCloseTo(1, 0);
  expect(afterStream(5_000).spacingMs()).toBe(10);
});

test('a stream that ended makes the next event wait no longer', () => {
  const pace = afterStream(100);
  now += 2_000;
  expect(pace.spacingMs()).toBe(10);
});

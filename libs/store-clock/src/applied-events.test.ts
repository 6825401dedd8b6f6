import type { InboundEvent } from '@pitanga/contracts';
import { createAppliedEvents } from './applied-events';

const event = (id: string) => ({ id }) as InboundEvent;
const longMs = 60_000;

test('a caller waits until the consumer has applied all of its events', async () => {
  const applied = createAppliedEvents();
  const handle = applied.noting(() => Promise.resolve());
  let isOver = false;
  const waited = applied.wait([event('a'), event('b')], longMs).finally(() => (isOver = true));
  await handle([event('a'), event('c')]);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  await handle([event('b')]);
  expect(await waited).toBe(true);
});

test('what was applied before the caller asked is not waited for', async () => {
  const applied = createAppliedEvents();
  await applied.noting(() => Promise.resolve())([event('a')]);
  expect(await applied.wait([event('a')], longMs)).toBe(true);
});

test('what a consumer could not apply does not count', async () => {
  const applied = createAppliedEvents();
  const handle = applied.noting(() => Promise.reject(new Error('refused')));
  await expect(handle([event('a')])).rejects.toThrow('refused');
  expect(await applied.wait([event('a')], 1)).toBe(false);
});

test('only so many of the last events are remembered', async () => {
  const applied = createAppliedEvents();
  const handle = applied.noting(() => Promise.resolve());
  await handle([event('first')]);
  await handle(Array.from({ length: 5_000 }, (_, n) => event(`later ${String(n)}`)));
  expect(await applied.wait([event('first')], 1)).toBe(false);
  expect(await applied.wait([event('later 0')], 1)).toBe(true);
});

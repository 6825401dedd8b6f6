import { webSurroundings } from './surroundings';

const { sleep, newKey } = webSurroundings;

it('sleeps as long as it is told', async () => {
  const startedAt = performance.now();
  await sleep(50, new AbortController().signal);
  expect(performance.now() - startedAt).toBeGreaterThan(48);
});

it('wakes up when its signal is aborted, and does not sleep when it is already', async () => {
  const controller = new AbortController();
  const sleeping = sleep(600_000, controller.signal);
  controller.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  await expect(sleep(600_000, controller.signal)).rejects.toThrow('enough');
});

it('makes another key each time, of what a header may carry', () => {
  expect(newKey()).not.toBe(newKey());
  expect(newKey()).toMatch(/^[\x21-\x7e]{1,255}$/);
});

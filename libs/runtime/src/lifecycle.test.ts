import { createLifecycle } from './lifecycle';
import { createLog } from './log';
import { periodic } from './periodic';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  return { log: createLog({ service: 'test', level: 'debug', destination: { write } }), lines };
}

test('things stop in the reverse order of opening, one after the other, once', async () => {
  const { log } = recording();
  const lifecycle = createLifecycle(log);
  const order: string[] = [];
  for (const name of ['database', 'producer', 'server']) {
    lifecycle.defer(name, async () => {
      order.push(`${name} begins`);
      await new Promise(setImmediate);
      order.push(`${name} ends`);
    });
  }
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  expect(order).toEqual(['server', 'producer', 'database'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('a step that fails or hangs is logged and the others still stop', async () => {
  const { log, lines } = recording();
  const lifecycle = createLifecycle(log);
  const stopped: string[] = [];
  lifecycle.defer('database', () => void stopped.push('database'));
  lifecycle.defer('throws', () => {
    throw new Error('no');
  });
  lifecycle.defer('rejects', () => Promise.reject(new Error('no')));
  lifecycle.defer('hangs', () => new Promise<void>(() => undefined), 20);
  await lifecycle.stop();
  expect(stopped).toEqual(['database']);
  expect(lines.filter(({ level }) => level === 'error').map(({ step }) => step)).toEqual([
    'hangs',
    'rejects',
    'throws',
  ]);
  expect(lines.find(({ step }) => step === 'database')).toHaveProperty('durationMs');
});

test('ready is what has started and does not stop yet', async () => {
  const lifecycle = createLifecycle(recording().log);
  let wasReadyWhileStopping: boolean | undefined;
  lifecycle.defer('server', () => {
    wasReadyWhileStopping = lifecycle.isReady();
  });
  expect(lifecycle.isReady()).toBe(false);
  lifecycle.started();
  expect(lifecycle.isReady()).toBe(true);
  await lifecycle.stop();
  expect([wasReadyWhileStopping, lifecycle.isReady()]).toEqual([false, false]);
});

test('a periodic job never overlaps itself, survives a failure and ends with its current run', async () => {
  const { log, lines } = recording();
  let running = 0;
  let overlaps = 0;
  let runs = 0;
  const third = Promise.withResolvers<undefined>();
  const job = periodic(
    'purge',
    1,
    async () => {
      runs += 1;
      running += 1;
      overlaps += running > 1 ? 1 : 0;
      if (runs === 3) third.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      if (runs === 1) throw new Error('first run fails');
    },
    log,
  );
  await third.promise;
  await job.stop();
  expect({ running, overlaps, runs }).toEqual({ running: 0, overlaps: 0, runs: 3 });
  expect(lines).toMatchObject([
    { level: 'error', job: 'purge', err: { message: 'first run fails' } },
    { level: 'info', job: 'purge', msg: 'job works again' },
  ]);
});

test('a job without work rests longer each time, and looks soon again once it is woken', async () => {
  const { log } = recording();
  const startsMs: number[] = [];
  const begun = performance.now();
  const job = periodic(
    'quiet',
    { everyMs: 20, restMs: 60_000 },
    () => {
      startsMs.push(performance.now() - begun);
      return Promise.resolve(0);
    },
    log,
  );
  const until = async (runs: number): Promise<void> => {
    while (startsMs.length < runs) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until(6);
  const pausesMs = startsMs.slice(1).map((atMs, index) => atMs - (startsMs[index] ?? 0));
  // Timers may be early by less than a millisecond, and late by any time.
  for (const [index, pauseMs] of pausesMs.entries()) expect(pauseMs).toBeGreaterThan(20 * 2 ** (index + 1) - 2);
  job.wake();
  await until(7);
  await job.stop();
  // Without the wake it would have been 1,280 ms.
  expect((startsMs[6] ?? Infinity) - (startsMs[5] ?? 0)).toBeLessThan(1_000);
});

test('a job that finds work does not rest', async () => {
  const { log } = recording();
  let runs = 0;
  const last = Promise.withResolvers<undefined>();
  const job = periodic(
    'busy',
    { everyMs: 1, restMs: 60_000 },
    () => {
      runs += 1;
      if (runs === 20) last.resolve(undefined);
      return Promise.resolve(1);
    },
    log,
  );
  await last.promise;
  await job.stop();
  expect(runs).toBe(20);
});

test('a job that throws before its first await is only a failed run', async () => {
  const { log, lines } = recording();
  const job = periodic(
    'broken',
    60_000,
    () => {
      throw new Error('at once');
    },
    log,
  );
  await job.stop();
  expect(lines).toHaveLength(1);
});

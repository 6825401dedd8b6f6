import { createLifecycle } from './lifecycle';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { causeOfLateLoop, createStalls, watchEventLoop, type StallCause } from './stalls';

function recording() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog({ service: 'test', level: 'warn', destination: { write } });
  const metrics = createMetrics();
  return { log, metrics, lines, stalls: createStalls({ log, metrics }) };
}

test.each([
  [{ lateMs: 400, cpuMs: 900, gcMs: 10 }, 'busy'],
  [{ lateMs: 400, cpuMs: 100, gcMs: 10 }, 'not_scheduled'],
  [{ lateMs: 400, cpuMs: 500, gcMs: 350 }, 'gc'],
])('a late event loop with %j is %s', (late, cause) => {
  expect(causeOfLateLoop(late)).toBe(cause);
});

test('a stall is counted under its cause, and logged once in a second; less than its limit is none', async () => {
  const { metrics, lines, stalls } = recording();
  const causes: StallCause[] = ['pool', 'pool', 'statement'];
  for (const cause of causes) stalls.note(cause, 1_500, { pool: 'jobs' });
  stalls.note('statement', 999);
  const { values } = (await metrics.getSingleMetric('pitanga_stalls_seconds')?.get()) ?? { values: [] };
  const counts = values.filter((value) => 'metricName' in value && String(value.metricName).endsWith('_count'));
  expect(Object.fromEntries(counts.map(({ labels, value }) => [labels['cause'], value]))).toEqual({
    ...{ busy: 0, gc: 0, not_scheduled: 0 },
    ...{ pool: 2, statement: 1 },
  });
  expect(lines).toMatchObject([
    { cause: 'pool', durationMs: 1_500, pool: 'jobs' },
    { cause: 'statement', durationMs: 1_500 },
  ]);
});

test('a process that computes for long says so', async () => {
  const { log, lines, stalls } = recording();
  const lifecycle = createLifecycle(log);
  watchEventLoop(stalls, lifecycle);
  while (lines.length === 0) {
    const until = performance.now() + 900;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // On a machine that is full, the process may not have been scheduled for most of it.
  expect(lines[0]).toMatchObject({ cause: expect.stringMatching(/^(busy|not_scheduled)$/) as string });
  await lifecycle.stop();
});

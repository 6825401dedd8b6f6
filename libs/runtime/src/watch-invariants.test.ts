import { createLifecycle } from './lifecycle';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { watchInvariants } from './watch-invariants';

/** Checks these rules once over the database `'books'`; returns the lines of the gauge and of the log. */
async function watched(rules: Record<string, (db: string) => Promise<readonly string[]>>) {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const log = createLog({ service: 'test', destination });
  const lifecycle = createLifecycle(log);
  const metrics = createMetrics();
  const invariants = Object.entries(rules).map(([name, violations]) => ({ name, violations }));
  watchInvariants(
    { service: 'ledger', db: 'books', invariants, everyMs: 60_000, now: () => new Date(), log, metrics },
    lifecycle,
  );
  // Waits for the current run.
  await lifecycle.stop();
  const text = await metrics.getSingleMetricAsString('pitanga_ledger_invariant_violations');
  return { gauge: text.split('\n').filter((line) => !line.startsWith('#')), lines };
}

test('each invariant is a gauge of its violations, and a broken one an error with the first of them', async () => {
  const many = Array.from({ length: 9 }, (_, index) => `row ${String(index)}`);
  const { gauge, lines } = await watched({
    sound: (db) => Promise.resolve(db === 'books' ? [] : ['another database']),
    broken: () => Promise.resolve(many),
  });
  expect(gauge).toEqual([
    'pitanga_ledger_invariant_violations{invariant="sound"} 0',
    'pitanga_ledger_invariant_violations{invariant="broken"} 9',
  ]);
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
    { invariant: 'broken', count: 9, first: many.slice(0, 5) },
  ]);
});

test('one that cannot be asked is -1 and keeps none of the others from being asked', async () => {
  const { gauge } = await watched({
    slow: () => Promise.reject(new Error('canceling statement due to statement timeout')),
    sound: () => Promise.resolve([]),
  });
  expect(gauge).toEqual([
    'pitanga_ledger_invariant_violations{invariant="slow"} -1',
    'pitanga_ledger_invariant_violations{invariant="sound"} 0',
  ]);
});

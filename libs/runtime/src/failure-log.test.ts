import { backoffMs, createFailureLog } from './failure-log';
import { createLog } from './log';

function listening() {
  const lines: { msg: string; failures: number; job: string }[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as (typeof lines)[number]);
  };
  const log = createLog({ service: 'test', destination: { write } });
  let nowMs = 0;
  const trouble = createFailureLog({ log, job: 'sweep', elapsedMs: () => nowMs });
  return { lines, trouble, wait: (ms: number) => (nowMs += ms) };
}

test('a job that fails tells it once, reminds of it every five minutes, and tells its end once', () => {
  const { lines, trouble, wait } = listening();
  for (let count = 0; count < 10_000; count += 1) {
    trouble.failed(new Error('away'));
    wait(60);
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['job failed', 'job failed and still fails']);
  trouble.succeeded();
  trouble.succeeded();
  expect(lines.at(-1)).toMatchObject({ msg: 'job works again', failures: 10_000, job: 'sweep' });
  expect(lines).toHaveLength(3);
  trouble.failed(new Error('away again'));
  expect(lines.at(-1)).toMatchObject({ msg: 'job failed', failures: 1 });
});

test('the wait doubles with each failure up to ten seconds, and is never shorter than the usual pause', () => {
  const none = () => 0;
  expect([0, 1, 2, 3, 4, 5, 6, 50].map((failures) => backoffMs(failures, 250, none))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
  expect(backoffMs(1, 10, none)).toBe(500);
  expect(backoffMs(9, 3_600_000, none)).toBe(3_600_000);
  expect(backoffMs(1, 250, () => 1)).toBe(375);
});

import { compareReports, describeChange, isRegression, median } from '../src/bench/compare';
import { createFigures, type Figure, type Report } from '../src/bench/figures';
import { percentile } from '../src/bench/load';
import { shortPlan } from '../src/bench/plan';

function reportOf(figures: readonly Figure[]): Report {
  const machine = { cpu: 'x', cores: 2, memoryGiB: 24, kernel: '6' };
  const head = { at: '2026-01-01T00:00:00.000Z', plan: shortPlan, revision: 'a'.repeat(40), isDirty: false };
  return { ...head, machine, node: 'v24.0.0', postgres: '18', figures };
}

function changeOf(before: Figure, now: Figure) {
  const [change] = compareReports(reportOf([before]), reportOf([now]));
  if (!change) throw new Error('nothing was compared');
  return change;
}

const cpu = (value: number, rounds?: readonly number[]): Figure =>
  rounds ? { name: 'read', unit: 'ms of CPU', value, rounds } : { name: 'read', unit: 'ms of CPU', value };

test('more CPU than the noise of the rounds is a regression, less of it is none', () => {
  const steady = [1, 1.02, 1.04];
  expect(isRegression(changeOf(cpu(1, steady), cpu(1.09, steady)))).toBe(false);
  expect(isRegression(changeOf(cpu(1, steady), cpu(1.12, steady)))).toBe(true);
  expect(isRegression(changeOf(cpu(1, steady), cpu(0.5, steady)))).toBe(false);
});

test('the noise is the widest spread of either run, so that a restless figure must move further', () => {
  const change = changeOf(cpu(1, [0.9, 1, 1.2]), cpu(1.25, [1.24, 1.25, 1.26]));
  expect(change.noise).toBeCloseTo(0.3);
  expect(isRegression(change)).toBe(false);
  expect(isRegression(changeOf(cpu(1, [0.9, 1, 1.2]), cpu(1.35, [1.34, 1.35, 1.36])))).toBe(true);
});

test('a figure measured once has a noise of a quarter', () => {
  expect(isRegression(changeOf(cpu(1), cpu(1.24)))).toBe(false);
  expect(isRegression(changeOf(cpu(1), cpu(1.26)))).toBe(true);
});

test('of a share of the ceiling less is worse', () => {
  const share = (value: number): Figure => ({ name: 'reads', unit: 'share', value, rounds: [value, value] });
  expect(isRegression(changeOf(share(0.8), share(0.7)))).toBe(true);
  expect(isRegression(changeOf(share(0.8), share(0.95)))).toBe(false);
});

test('a figure that is no number proves nothing and counts as worse', () => {
  expect(isRegression(changeOf(cpu(1), cpu(NaN)))).toBe(true);
});

test('a figure that the earlier run has not measured is not compared', () => {
  const earlier = JSON.parse(JSON.stringify(reportOf([cpu(Infinity)]))) as Report;
  expect(compareReports(earlier, reportOf([cpu(1)]))).toEqual([]);
});

test('rates and times move with the machine, and are not compared; nor is what one run lacks', () => {
  const rate: Figure = { name: 'reads', unit: '/s', value: 1_000 };
  const latency: Figure = { name: 'page', unit: 'ms', value: 2 };
  expect(compareReports(reportOf([rate, latency, cpu(1)]), reportOf([{ ...rate, value: 1 }, latency]))).toEqual([]);
});

test('a line names the figure, both values and the noise', () => {
  expect(describeChange(changeOf(cpu(2), cpu(3)))).toBe(
    'WORSE  read: 2.000 → 3.000 ms of CPU (worse by 50 %, noise 25 %)',
  );
});

test('figures carry the name of their section, and CPU is the sum of the processes', () => {
  const figures = createFigures();
  figures.of('reads').addCpu('CPU of one', { gateway: 0.5, billing: 0.25 }, [0.7, 0.8]);
  expect(figures.all()).toEqual([
    {
      name: 'reads: CPU of one',
      unit: 'ms of CPU',
      value: 0.75,
      byProcess: { gateway: 0.5, billing: 0.25 },
      rounds: [0.7, 0.8],
    },
  ]);
});

test('the median of an even number is between the middle two; a percentile is one of the samples', () => {
  expect(median([4, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(samples, 0.5)).toBe(50);
  expect(percentile(samples, 0.99)).toBe(99);
});

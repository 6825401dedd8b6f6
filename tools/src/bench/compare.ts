import type { Figure, Report, Unit } from './figures';

/** What is compared: figures that the machine's other work moves little. Of shares more is better, of the rest less. */
const judged: Partial<Record<Unit, 'more' | 'less'>> = {
  share: 'more',
  ratio: 'less',
  'ms of CPU': 'less',
  cores: 'less',
};

/** Two runs of the same code differ by as much. */
const leastNoise = 0.1;
/** Nothing tells the noise of a figure that was measured once. */
const noiseOfOne = 0.25;

export interface Change {
  readonly name: string;
  readonly unit: Unit;
  readonly before: number;
  readonly now: number;
  /** How much worse it is, as a share of what it was; negative when it is better. */
  readonly worseBy: number;
  /** Up to here a change says nothing. */
  readonly noise: number;
}

/**
 * The figures that both runs have. The noise of a figure is the widest spread of its rounds in either run, `(highest −
 * lowest) / median`, and at least 10 %; of a figure measured once it is 25 %.
 */
export function compareReports(before: Report, now: Report): readonly Change[] {
  const known = new Map(before.figures.map((figure) => [figure.name, figure]));
  return now.figures.flatMap((figure) => {
    const earlier = known.get(figure.name);
    const direction = judged[figure.unit];
    // JSON writes a figure that is no number as null.
    if (
      direction === undefined ||
      earlier?.unit !== figure.unit ||
      !Number.isFinite(earlier.value) ||
      earlier.value === 0
    )
      return [];
    const growth = figure.value / earlier.value - 1;
    return [
      {
        name: figure.name,
        unit: figure.unit,
        before: earlier.value,
        now: figure.value,
        worseBy: direction === 'less' ? growth : -growth,
        noise: Math.max(measureNoise(earlier), measureNoise(figure)),
      },
    ];
  });
}

/** @see compareReports */
export function isRegression({ worseBy, noise }: Change): boolean {
  // A figure that is no number was not measured, and proves nothing.
  return !(worseBy <= noise);
}

function measureNoise({ rounds = [] }: Figure): number {
  if (rounds.length < 2) return noiseOfOne;
  return Math.max(leastNoise, (Math.max(...rounds) - Math.min(...rounds)) / median(rounds));
}

/** The middle one; of an even number the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? NaN : (low + high) / 2;
}

/** One line a figure, regressions marked. */
export function describeChange(change: Change): string {
  const { name, unit, before, now, worseBy, noise } = change;
  const mark = isRegression(change) ? 'WORSE ' : worseBy < -noise ? 'better' : 'same  ';
  const moved = `${worseBy > 0 ? 'worse' : 'better'} by ${(Math.abs(worseBy) * 100).toFixed(0)} %`;
  const figures = `${before.toFixed(3)} → ${now.toFixed(3)} ${unit}`;
  return `${mark} ${name}: ${figures} (${moved}, noise ${(noise * 100).toFixed(0)} %)`;
}

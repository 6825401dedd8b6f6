/** Slow tests take every way and both themes; `npm test` takes the first way of a journey, and its theme. */
export const isWhole = process.env['PITANGA_SLOW_TESTS'] !== undefined;

/** How a visitor sees a page and uses it. */
export interface Way {
  readonly size: 'phone' | 'desktop';
  readonly theme: 'light' | 'dark';
  readonly script: 'script' | 'plain';
  readonly hand: 'pointer' | 'keyboard';
}

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

/** `phone dark plain keyboard` */
export function toWay(text: string): Way {
  const [size, theme, script, hand] = text.split(' ') as [Way['size'], Way['theme'], Way['script'], Way['hand']];
  return { size, theme, script, hand };
}

const values = [
  ['phone', 'desktop'],
  ['light', 'dark'],
  ['script', 'plain'],
  ['pointer', 'keyboard'],
] as const;

/** The pairs of values that none of the ways has. */
export function missingPairs(ways: readonly string[]): string[] {
  return values.flatMap((ones, index) =>
    values
      .slice(index + 1)
      .flatMap((others) =>
        ones.flatMap((one) =>
          others
            .filter((other) => !ways.some((way) => way.includes(one) && way.includes(other)))
            .map((other) => `${one} ${other}`),
        ),
      ),
  );
}

import fc from 'fast-check';
import { readCodes } from '../../test/bar-code-reader';
import { barCodeModules, bars } from './interleaved-2of5';

const simulated = '99996164200000123450000000000000000000000001';

function read(digits: string, margin: number): Promise<string[]> {
  const rectangles = bars(digits).map(({ x, width }) => ({ x, width, y: 0, height: 51 }));
  return readCodes(rectangles, 'ITF', { scale: 2, margin });
}

describe('the bars of a boleto', () => {
  test('are 405 modules wide, wide ones three times the narrow', () => {
    const drawn = bars(simulated);
    const last = drawn.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(barCodeModules);
    expect(drawn[0]).toEqual({ x: 0, width: 1 });
    expect(new Set(drawn.map(({ width }) => width))).toEqual(new Set([1, 3]));
    // Two bars of the start, five for each pair of digits, two of the stop.
    expect(drawn).toHaveLength(2 + 22 * 5 + 2);
  });

  test('open with the start pattern and the pair that follows it', () => {
    // 90: bars narrow, wide, narrow, wide, narrow; spaces narrow, narrow, wide, wide, narrow.
    expect(bars(`90${'0'.repeat(42)}`).slice(0, 7)).toEqual([
      { x: 0, width: 1 },
      { x: 2, width: 1 },
      { x: 4, width: 1 },
      { x: 6, width: 3 },
      { x: 10, width: 1 },
      { x: 14, width: 3 },
      { x: 20, width: 1 },
    ]);
  });

  test.each([
    simulated,
    '00191169500003327000000003453481000000039317',
    '34195844100000020005000001233203186422147000',
    '01234567890123456789012345678901234567890123',
  ])('of %s are read back by an independent reader', async (digits) => {
    expect(await read(digits, 20)).toEqual([digits]);
  });

  test('of any digits are read back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^\d{44}$/), async (digits) => {
        expect(await read(digits, 20)).toEqual([digits]);
      }),
      { numRuns: 40 },
    );
  });

  test.each(['', '123', `${simulated}0`, simulated.replace('1', 'x')])('do not exist for %j', (digits) => {
    expect(() => bars(digits)).toThrow(RangeError);
  });
});

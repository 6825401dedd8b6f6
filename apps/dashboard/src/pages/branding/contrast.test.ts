import { contrastMin, contrastWithWhite, darkened, isColor, isReadable, shownContrast } from './contrast';

describe('the colour of a brand', () => {
  it.each([
    ['#000000', 21],
    ['#ffffff', 1],
    ['#767676', 4.54],
    ['#777777', 4.48],
  ])('has, at %s, the contrast %p with white text', (color, contrast) => {
    expect(contrastWithWhite(color)).toBeCloseTo(contrast, 2);
  });

  it('is told rounded down, so that no refused colour seems to be enough', () => {
    expect(shownContrast('#777777')).toBe(4.4);
    expect(isReadable('#777777')).toBe(false);
    expect(isReadable('#767676')).toBe(true);
  });

  it.each(['#ffd54a', '#7fd1ff', '#ffffff', '#c0263b'])('becomes readable from %s by getting darker', (color) => {
    expect(contrastWithWhite(darkened(color))).toBeGreaterThanOrEqual(contrastMin);
  });

  it('stays as it is where it is readable', () => {
    expect(darkened('#0b5fff')).toBe('#0b5fff');
  });

  it.each([
    ['#1a2b3c', true],
    ['1a2b3c', false],
    ['#1a2', false],
    ['azul', false],
  ])('is written like #1a2b3c: %s', (text, isOne) => {
    expect(isColor(text)).toBe(isOne);
  });
});

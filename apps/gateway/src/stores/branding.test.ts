import { contrastWithWhite } from './branding';

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  // The values of the WebAIM contrast checker.
  ['#767676', 4.54],
  ['#777777', 4.47],
  ['#ff0000', 3.99],
  ['#0000FF', 8.59],
])('white text on %s has a contrast of %d', (color, contrast) => {
  expect(Math.floor(contrastWithWhite(color) * 100) / 100).toBe(contrast);
});

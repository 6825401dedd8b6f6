const { default: Sequencer } = require('@jest/test-sequencer');

const isSlow = (path) => /\.(?:e2e|proof)\.test\.ts$/.test(path);

/** They take minutes: without a record of earlier runs jest goes by the size of files, and would start them late. */
const longest = ['browser.e2e.test.ts', 'guides.e2e.test.ts', 'chaos.proof.test.ts'];
const isLongest = ({ path }) => longest.some((name) => path.endsWith(`/${name}`));

/** Small files are for longer than slow ones, so that no worker ends alone with a slow one. */
const partBesideSlow = 0.85;

/**
 * Spreads the files that take minutes, and processors, among those that take seconds and mostly wait for a server: either
 * kind alone leaves processors idle or overloads them.
 */
class Spread extends Sequencer {
  /** How many files of the run are slow, for end-of-slow.cjs. */
  static slow = 0;

  sort(tests) {
    const sorted = super.sort(tests);
    const slow = sorted
      .filter(({ path }) => isSlow(path))
      .sort((one, other) => Number(isLongest(other)) - Number(isLongest(one)));
    const small = sorted.filter(({ path }) => !isSlow(path));
    Spread.slow = slow.length;
    const smallBefore = (index) => Math.floor((index * partBesideSlow * small.length) / slow.length);
    return [
      ...slow.flatMap((test, index) => [test, ...small.slice(smallBefore(index), smallBefore(index + 1))]),
      ...small.slice(slow.length === 0 ? 0 : smallBefore(slow.length)),
    ];
  }
}

module.exports = Object.assign(Spread, { isSlow });

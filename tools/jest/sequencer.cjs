const { default: Sequencer } = require('@jest/test-sequencer');

/** Starts the files that take minutes first, so that no worker ends alone; the rest by jest's own order. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const isSlow = ({ path }) => /\.(?:e2e|proof)\.test\.ts$/.test(path);
    return [...super.sort(tests)].sort((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
  }
};

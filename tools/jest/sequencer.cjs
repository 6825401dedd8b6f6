const { default: Sequencer } = require('@jest/test-sequencer');

const isSlow = (path) => /\.(?:e2e|proof)\.test\.ts$/.test(path);

/** Starts the files that take minutes first, so that no worker ends alone; the rest by jest's own order. */
class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => Number(isSlow(other.path)) - Number(isSlow(one.path)));
  }
}

module.exports = Object.assign(SlowFirst, { isSlow });

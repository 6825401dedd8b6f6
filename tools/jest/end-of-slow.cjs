/**
 * Tells the host of the shared platform (tools/src/jest/shared-platform.ts) when the end-to-end files are over: an idle
 * platform takes processor time and memory from the rest of the run.
 */
const sequencer = require('./sequencer.cjs');

module.exports = class EndOfSlow {
  ended = 0;

  async onTestFileResult({ path }) {
    if (!sequencer.isSlow(path)) return;
    this.ended += 1;
    const address = process.env.PITANGA_TEST_PLATFORM;
    // A file that asks all the same starts it anew.
    if (this.ended === sequencer.slow && address !== undefined) await fetch(address, { method: 'DELETE' });
  }
};

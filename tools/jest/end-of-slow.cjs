/**
 * Tells the host of the shared platform (tools/src/jest/shared-platform.ts) when the end-to-end files are over: the
 * sequencer starts them first, and an idle platform takes a fifth of a processor from the rest of the run.
 */
const { isSlow } = require('./sequencer.cjs');

module.exports = class EndOfSlow {
  running = 0;
  isTold = false;

  onTestFileStart({ path }) {
    if (isSlow(path)) this.running += 1;
    else this.hasOthers = true;
    return this.tell();
  }

  onTestFileResult({ path }) {
    if (isSlow(path)) this.running -= 1;
    return this.tell();
  }

  async tell() {
    const address = process.env.PITANGA_TEST_PLATFORM;
    if (this.isTold || !this.hasOthers || this.running > 0 || address === undefined) return;
    this.isTold = true;
    // A file that asks all the same starts it anew.
    await fetch(address, { method: 'DELETE' });
  }
};

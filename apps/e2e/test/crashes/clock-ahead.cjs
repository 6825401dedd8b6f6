/**
 * Loaded into a service before its program (NODE_OPTIONS=--require): its clock runs ahead of the machine's by the
 * milliseconds in the file that MOVED_CLOCK names, which a test may raise while the service runs. Timers are not moved.
 */
const { readFileSync } = require('node:fs');

const file = process.env.MOVED_CLOCK;
const RealDate = Date;
let aheadMs = 0;

function read() {
  aheadMs = Number(readFileSync(file, 'utf8')) || aheadMs;
}

if (file !== undefined) {
  read();
  setInterval(read, 20).unref();
  globalThis.Date = class Date extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + aheadMs);
      else super(...given);
    }

    static now() {
      return RealDate.now() + aheadMs;
    }
  };
}

/** As `tools/bin/run.cjs start`, but nothing is started. Arguments: a folder, and `between` as on an old Node. */
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
require('../../bin/npm-above.cjs');

const [, , folder, place] = process.argv;
if (place === 'between') {
  // The process between, which a kill of npm does not reach.
  spawn(process.execPath, [__filename, folder], { stdio: 'inherit' });
  process.on('SIGHUP', () => undefined);
} else {
  require('tsx/cjs');
  require('../../src/signals.ts')
    .untilStopped()
    .then((why) => {
      writeFileSync(join(folder, 'stopped'), why);
      process.exit();
    });
  setInterval(() => undefined, 1000);
  writeFileSync(join(folder, 'pids'), `${process.env.PITANGA_NPM_PID} ${process.pid}`);
}

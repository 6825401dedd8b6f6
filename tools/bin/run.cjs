/**
 * Entry of every npm script: makes sure of the right Node before any TypeScript is loaded. The system's Node may be
 * older; the workspace brings its own as a dependency.
 */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
require('./npm-above.cjs');

const oldest = 24;
const own = join(__dirname, '..', '..', 'node_modules', 'node', 'bin', 'node');

if (Number(process.versions.node.split('.')[0]) >= oldest) {
  require('tsx/cjs');
  require('../src/main.ts');
} else if (existsSync(own)) {
  const child = spawn(own, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
} else {
  // Node is too old: tells so together with whatever else is missing.
  require('tsx/cjs');
  try {
    require('../src/commands/needs.ts').refuseWithoutNeeds(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
  }
  process.exit(1);
}

/**
 * Entry of every npm script: makes sure of the packages and of the right Node before any TypeScript is loaded. The system's
 * Node may be older; the workspace brings its own as a dependency.
 */
const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
require('./npm-above.cjs');

const oldest = 24;
const packages = join(__dirname, '..', '..', 'node_modules');
const own = join(packages, 'node', 'bin', 'node');
const args = process.argv.slice(2);

if (!existsSync(packages)) {
  console.error('npm ci comes first.');
  void require('./preflight.cjs')
    .main(args)
    .then(() => process.exit(1));
} else if (Number(process.versions.node.split('.')[0]) >= oldest) {
  require('tsx/cjs');
  require('../src/main.ts');
} else if (existsSync(own)) {
  const child = spawn(own, [__filename, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
} else {
  // This Node is too old, which is told together with whatever else is missing.
  void require('./preflight.cjs').main(args);
}

const { randomBytes } = require('node:crypto');
const { readdirSync, existsSync } = require('node:fs');
const { join } = require('node:path');

const compile = (jsc) => [
  '@swc/jest',
  { jsc: { ...jsc, target: 'es2024' }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
];

/** In the names of the databases of this run; workers inherit it. */
process.env.PITANGA_TEST_RUN ??= randomBytes(6).toString('hex');

/** One jest project per app, lib and the tools, so that each can be run alone. */
const projects = ['apps', 'libs']
  .flatMap((group) => readdirSync(join(__dirname, group)).map((name) => ({ name, dir: join(group, name) })))
  .concat([
    { name: 'tools', dir: 'tools' },
    { name: 'cli', dir: 'cli' },
    { name: 'sdk-typescript', dir: 'sdk/typescript' },
    { name: 'sdk-python', dir: 'sdk/python' },
    { name: 'sdk-go', dir: 'sdk/go' },
  ])
  .filter(({ dir }) => existsSync(join(__dirname, dir, 'package.json')))
  .map(({ name, dir }) => ({
    displayName: name,
    rootDir: join(__dirname, dir),
    testEnvironment: join(__dirname, 'tools/jest/environment.cjs'),
    runtime: join(__dirname, 'tools/jest/runtime.cjs'),
    testMatch: ['<rootDir>/{src,test}/**/*.test.ts'],
    testPathIgnorePatterns: [
      // Of rendered manifests: npm run k8s:check fetches what renders them.
      ...(process.env.PITANGA_RENDERED === undefined ? ['\\.rendered\\.test\\.ts$'] : []),
      // Too slow for npm test: npm run proof runs them, and CI after npm test, in their short form.
      ...(process.env.PITANGA_SLOW_TESTS === undefined ? ['\\.slow\\.\\w+\\.test\\.ts$'] : []),
      // Proofs that have no short form: only npm run proof has the time.
      ...(process.env.PROOF_ROUNDS === undefined ? ['\\.long\\.proof\\.test\\.ts$'] : []),
    ],
    moduleNameMapper: { '^fast-check$': join(__dirname, 'tools/jest/fast-check.cjs') },
    transform: {
      '^.+\\.ts$': compile({ parser: { syntax: 'typescript' } }),
      '^.+\\.tsx$': compile({
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      }),
    },
  }));

module.exports = {
  projects,
  // Patience costs nothing while tests pass: a busy machine may stand still for seconds.
  testTimeout: 60_000,
  globalTeardown: join(__dirname, 'tools/jest/end-of-run.cjs'),
  testSequencer: join(__dirname, 'tools/jest/sequencer.cjs'),
  reporters: ['default', join(__dirname, 'tools/jest/end-of-slow.cjs')],
};

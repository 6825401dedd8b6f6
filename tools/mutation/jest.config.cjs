/** The unit tests of one project: those that need no server. Stryker runs them on each mutant. */
const { join } = require('node:path');
const { projects } = require('../../jest.config.cjs');

const name = process.env.MUTATION_PROJECT ?? 'core';
// Each run of a file loads its mutant: sources are not shared, as the runtime of the other tests does.
const { runtime: _runtime, ...project } = projects.find(({ displayName }) => displayName === name);

module.exports = {
  ...project,
  rootDir: join(__dirname, '../..'),
  roots: [project.rootDir],
  testMatch: ['**/{src,test}/**/*.test.ts'],
  testPathIgnorePatterns: ['\\.(int|proof|rendered)\\.test\\.ts$'],
};

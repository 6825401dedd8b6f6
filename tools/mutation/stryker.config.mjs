import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const name = process.env.MUTATION_PROJECT ?? 'core';
const projects = JSON.parse(readFileSync(join(import.meta.dirname, 'projects.json'), 'utf8'));
const { mutate, break: atLeast } = projects[name];
const group = name === 'core' ? 'libs' : 'apps';

/** One project at a time: npm run mutation sets MUTATION_PROJECT. */
export default {
  mutate,
  testRunner: 'jest',
  jest: { configFile: 'tools/mutation/jest.config.cjs' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant of a constant runs every test; tables of constants are compared by the tests that read them.
  ignoreStatic: true,
  timeoutMS: 10_000,
  // Outside the tree, where nothing watches it. Packages of the workspace are read from the tree: only these are copied.
  tempDirName: join(tmpdir(), 'pitanga-mutation', name),
  ignorePatterns: [
    '/*',
    `!/${group}`,
    `/${group}/*`,
    `!/${group}/${name}`,
    '!/tools',
    '/tools/*',
    '!/tools/mutation',
    '!/tools/jest',
    '!/jest.config.cjs',
    '!/package.json',
  ],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutation/${name}.json` },
  thresholds: { high: 90, low: 80, break: atLeast },
  allowConsoleColors: false,
};

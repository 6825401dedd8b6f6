// The targets that every project has, so that no package.json repeats them: nx affected -t lint types test.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Projects without a test of their own. */
const untested = new Set(['shop']);

/** More programs than the one that tsconfig.json describes. */
const furtherPrograms = { dashboard: ['test'], gateway: ['src/http/pages/browser/dom'] };

const tsc = 'node node_modules/typescript7/bin/tsc -p';

/** In the root, where the configuration of each of these programs is. */
const command = (text) => ({
  executor: 'nx:run-commands',
  options: { command: text, cwd: '{workspaceRoot}' },
});

function targetsOf(root, name, workspaceRoot) {
  const programs = [root, ...(furtherPrograms[name] ?? []).map((folder) => join(root, folder))];
  const isTyped = existsSync(join(workspaceRoot, root, 'tsconfig.json')) && name !== 'docs';
  return {
    lint: command(
      `eslint --max-warnings 0 --no-error-on-unmatched-pattern ${root} && oxlint --no-error-on-unmatched-pattern ${root}`,
    ),
    ...(isTyped && { types: command(programs.map((program) => `${tsc} ${program}`).join(' && ')) }),
    ...(!untested.has(name) && { test: command(`node tools/bin/run.cjs test --only ${name}`) }),
  };
}

export const name = 'pitanga-project-targets';

export const createNodesV2 = [
  '{apps/*,libs/*,sdk/*,tools,cli,examples/shop}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const root = dirname(file);
      const { nx, name: packageName } = JSON.parse(readFileSync(join(workspaceRoot, file), 'utf8'));
      const targets = targetsOf(root, nx?.name ?? packageName, workspaceRoot);
      return [file, { projects: { [root]: { targets } } }];
    }),
];

// The packages of a release (docs/publishing.md):
//   node sdk/packing/release.mjs version 0.2.0   gives all of them this version
//   node sdk/packing/release.mjs record          keeps what was built as the release of its version
//   node sdk/packing/release.mjs check           refuses bytes that are not those of the release
//   node sdk/packing/release.mjs publishable DIR refuses files that may not be published
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addresses, compareIn, compareWithReleases, publishedPackages, recordRelease } from './record.mjs';

const root = join(import.meta.dirname, '../..');
/** Where the version of a package is written, or asked for. */
const places = ['sdk/typescript', 'sdk/python', 'sdk/go', 'cli', 'apps/e2e', 'examples/shop'].map(
  (folder) => `${folder}/package.json`,
);

const sentences = {
  new: (file) => `${file} is not recorded: build the packages and run "npm run packages -- record".`,
  other: (file) =>
    `${file} was released with other bytes: "npm run packages -- version" gives what changed another version.`,
};

function setVersion(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('Give a version such as 0.2.0.');
  const edit = (file, change) => writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
  for (const file of places) {
    const isPublished = !/^(apps|examples)/.test(file);
    edit(file, (text) => {
      const asked = text.replace(/("@pitanga-pay\/sdk": ")[^"]+/, `$1${version}`);
      return isPublished ? asked.replace(/^( {2}"version": ")[^"]+/m, `$1${version}`) : asked;
    });
  }
  edit('sdk/python/pyproject.toml', (text) => text.replace(/^(version = ")[^"]+/m, `$1${version}`));
  console.log('Then: npm install --package-lock-only --ignore-scripts');
}

function record() {
  const built = compareWithReleases();
  const changed = built.filter(({ state }) => state === 'other');
  if (changed.length > 0) return changed.map(({ file }) => sentences.other(file));
  recordRelease(built);
  return [];
}

const unreleased = (built) =>
  built.filter(({ state }) => state !== 'same').map(({ file, state }) => sentences[state](file));

/** The repository must be the one that publishes: registries refuse a provenance that names another. */
function publishable(folder) {
  const problems = unreleased(compareIn(folder));
  const { homepage } = addresses();
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  const here = GITHUB_REPOSITORY === undefined ? undefined : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}#readme`;
  if (homepage === undefined)
    problems.push('package.json of the root has no "repository": its owner has not said where it is.');
  else if (here !== undefined && here !== homepage) problems.push(`"repository" of package.json is not ${here}.`);
  return problems;
}

const [command, argument] = process.argv.slice(2);
const commands = {
  version: () => setVersion(argument),
  record,
  check: () => unreleased(compareWithReleases()),
  publishable: () => publishable(argument),
};
const problems = commands[command]?.() ?? (command in commands ? [] : ['Say version, record, check or publishable.']);
for (const problem of problems) console.error(problem);
if (problems.length === 0) for (const { name, version } of publishedPackages()) console.log(`${name} ${version}`);
process.exitCode = problems.length === 0 ? 0 : 1;

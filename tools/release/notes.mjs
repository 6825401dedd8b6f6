// The notes of a version: what CHANGELOG.md says of it, and then what docs/upgrades.md says of upgrading to it.
//   node tools/release/notes.mjs 0.1.0                      prints them
//   node tools/release/notes.mjs 0.1.0 --close 2026-12-01   makes what is unreleased the version's, of this day
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const [version = '', option, day = ''] = process.argv.slice(2);

/** The text below a heading of the second level, up to the next one. */
function section(file, heading) {
  const [, ...parts] = readFileSync(join(root, file), 'utf8').split(/^## /m);
  const found = parts.find((part) => heading.test(part));
  return found?.slice(found.indexOf('\n')).trim();
}

function close() {
  const path = join(root, 'CHANGELOG.md');
  const text = readFileSync(path, 'utf8');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error('Give the day of the release, such as 2026-12-01.');
  if (section('CHANGELOG.md', named) !== undefined) throw new Error(`CHANGELOG.md has ${version} already.`);
  writeFileSync(path, text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${day})`));
}

const literal = version.replaceAll('.', String.raw`\.`);
const named = new RegExp(String.raw`^${literal} \(`);
if (option === '--close') close();
const changes = section('CHANGELOG.md', named);
if (!changes) throw new Error(`CHANGELOG.md has nothing of ${version}.`);
const upgrade = section('docs/upgrades.md', new RegExp(`^To ${literal}$`, 'm'));
console.log(upgrade ? `${changes}\n\n## Upgrading\n\n${upgrade}` : changes);

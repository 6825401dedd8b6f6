// What is published, and what of it has been released. It imports Node alone: the job that publishes installs nothing.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const packages = join(root, 'dist/gateway/packages');
const recordFile = join(root, 'sdk/released.json');

/** What has been released, by file: its bytes as npm writes an integrity. */
export function readRecord() {
  return JSON.parse(readFileSync(recordFile, 'utf8'));
}

export function integrityOf(bytes) {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** What is published: its lasting name, the name that moves, and its version. */
export function publishedPackages() {
  const versionOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version;
  return [
    { name: 'pitanga-pay-sdk', moving: 'pitanga-pay-sdk', extension: 'tgz', version: versionOf('sdk/typescript') },
    { name: 'pitanga-pay-cli', moving: 'pitanga-pay-cli', extension: 'tgz', version: versionOf('cli') },
    { name: 'pitanga-pay-go', moving: 'pitanga-pay-go', extension: 'tgz', version: versionOf('sdk/go') },
    { name: 'pitanga_pay', moving: 'pitanga-pay', extension: 'tar.gz', version: versionOf('sdk/python') },
  ];
}

/**
 * How each built package stands to what was released under its version: 'new' before the version is released, 'same', or
 * 'other' when it has changed since and needs another version.
 */
export function compareWithReleases() {
  return publishedPackages().map(({ moving, extension, ...rest }) =>
    compare({ ...rest, extension }, join(packages, `${moving}.${extension}`)),
  );
}

/** The same of packages that lie in a folder under their lasting names. */
export function compareIn(folder) {
  return publishedPackages().map((one) => compare(one, join(folder, `${one.name}-${one.version}.${one.extension}`)));
}

function compare({ name, version, extension }, path) {
  const released = readRecord();
  const file = `${name}-${version}.${extension}`;
  const integrity = integrityOf(readFileSync(path));
  const state = released[file] === undefined ? 'new' : released[file] === integrity ? 'same' : 'other';
  return { file, integrity, state };
}

/** Keeps what was built as the release of its version. */
export function recordRelease(built) {
  const added = Object.fromEntries(built.map(({ file, integrity }) => [file, integrity]));
  writeFileSync(recordFile, `${JSON.stringify({ ...readRecord(), ...added }, null, 2)}\n`);
}

/** Where the packages are kept and errors are told, once the owner has said so in the root's package.json. */
export function addresses() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (repository === undefined) return {};
  const url = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return { repository, homepage: `${url}#readme`, bugs: { url: `${url}/issues` } };
}

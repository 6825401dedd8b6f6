// Packs what is published into dist/gateway/packages, which the gateway serves: under a name that moves with every build
// and under one whose bytes never change. The same sources are the same bytes (docs/publishing.md).
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { create } from 'tar';
import { integrityOf, packages, readRecord } from './record.mjs';

/** The time of every file in a package: zip, into which a wheel goes, has no earlier year than 1980. */
const fileTime = new Date('1985-10-26T08:15:00Z');

/**
 * The name under which these bytes are for ever. What is not the released package of its version is named by its content
 * besides: else two builds between releases would be two packages at one address.
 * @public for the test, which loads it by name
 */
export function lastingName({ name, version, extension }, bytes, released) {
  const file = `${name}-${version}.${extension}`;
  if (released[file] === integrityOf(bytes)) return file;
  const content = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `${name}-${version}-dev.${content}.${extension}`;
}

/**
 * The bytes of a folder as an archive: one time, one order, nothing of the user or the system that packs.
 * @public for the test, which loads it by name
 */
export async function archive(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(basename(folder), join(entry.parentPath, entry.name).slice(folder.length + 1)))
    .sort();
  const onWriteEntry = ({ stat }) => {
    if (stat) stat.mode = (stat.mode & 0o100) === 0 ? 0o644 : 0o755;
  };
  const options = { cwd: dirname(folder), gzip: { level: 9 }, portable: true, mtime: fileTime, onWriteEntry };
  const chunks = [];
  for await (const chunk of create(options, files)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Writes an archive of the folder as `<moving>.<extension>` and, where it has a lasting name, under that.
 * @param {string} folder
 * @param {{ moving: string, extension: string, lasting?: { name: string, version: string } }} names
 * @returns {Promise<string | undefined>} the lasting name
 */
export async function pack(folder, { moving, extension, lasting }) {
  const bytes = await archive(folder);
  mkdirSync(packages, { recursive: true });
  write(`${moving}.${extension}`, bytes);
  if (lasting === undefined) return undefined;
  const file = lastingName({ ...lasting, extension }, bytes, readRecord());
  const isOlder = (other) => other.startsWith(`${lasting.name}-`) && other.endsWith(`.${extension}`) && other !== file;
  write(file, bytes);
  for (const other of readdirSync(packages).filter(isOlder)) rmSync(join(packages, other));
  return file;
}

/** Gives `use` a folder of its own that is gone afterwards. */
export async function inStaging(use) {
  const staging = mkdtempSync(join(tmpdir(), 'pitanga-package-'));
  try {
    await use(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** In one step: a download at this moment gets the old or the new file. */
function write(file, bytes) {
  const written = join(packages, `${file}.new`);
  writeFileSync(written, bytes);
  renameSync(written, join(packages, file));
}

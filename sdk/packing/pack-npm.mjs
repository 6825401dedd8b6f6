// A package for npm and its alias under the name that it had before. Neither tells how it is built here.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inStaging, pack } from './pack.mjs';
import { addresses } from './record.mjs';

const own = new Set(['scripts', 'nx', 'devDependencies']);

/**
 * @param {string} here the folder of the package
 * @param {(folder: string) => void} fill puts what the package has into a folder
 * @param {object} changes of fields of its package.json; undefined takes one away
 */
export async function packForNpm(here, fill, changes = {}) {
  const fields = Object.entries(JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')));
  const manifest = { ...Object.fromEntries(fields.filter(([field]) => !own.has(field))), ...addresses(), ...changes };
  // As npm names its file: @scope/name is scope-name.
  const name = manifest.name.replace(/^@/, '').replace('/', '-');
  const lasting = { name, version: manifest.version };
  await staged(fill, manifest, (folder) => pack(folder, { moving: name, extension: 'tgz', lasting }));
}

/** The same under a former name, with an entry that says so. It has no lasting name: none is published. */
export async function packFormerName(here, fill, { name, moving, changes }) {
  const { version, license, type, engines } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const manifest = { name, version, license, type, engines, private: true, ...changes };
  await staged(fill, manifest, (folder) => pack(folder, { moving, extension: 'tgz' }));
}

async function staged(fill, manifest, use) {
  await inStaging(async (staging) => {
    // npm unpacks what is below a folder of this name.
    const folder = join(staging, 'package');
    mkdirSync(folder);
    fill(folder);
    cpSync(join(import.meta.dirname, '../../LICENSE'), join(folder, 'LICENSE'));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await use(folder);
  });
}

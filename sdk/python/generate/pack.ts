// Packs the client as an sdist, which pip installs: with Node alone, so that npm start needs no Python.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { create } from 'tar';

interface Project {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly 'requires-python': string;
  readonly dependencies: readonly string[];
}

const root = join(__dirname, '..');
const target = join(root, '../../dist/gateway/packages/pitanga-pay.tar.gz');

/** What an sdist says of itself (PKG-INFO, core metadata 2.4). */
function packageInfo(project: Project): string {
  const fields = [
    ['Metadata-Version', '2.4'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.description],
    ['License-Expression', project.license],
    ['License-File', 'LICENSE'],
    ['Requires-Python', project['requires-python']],
    ...project.dependencies.map((dependency) => ['Requires-Dist', dependency]),
    ['Description-Content-Type', 'text/markdown'],
  ];
  const head = fields.map((field) => field.join(': ')).join('\n');
  return `${head}\n\n${readFileSync(join(root, 'README.md'), 'utf8')}`;
}

async function pack(): Promise<void> {
  const { project } = parse(readFileSync(join(root, 'pyproject.toml'), 'utf8')) as unknown as { project: Project };
  const name = `${project.name}-${project.version}`;
  const staging = join(root, 'dist', name);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const isSource = (path: string): boolean => !path.endsWith('__pycache__');
  for (const part of ['pyproject.toml', 'README.md', 'src'])
    cpSync(join(root, part), join(staging, part), { recursive: true, filter: isSource });
  cpSync(join(root, '../../LICENSE'), join(staging, 'LICENSE'));
  writeFileSync(join(staging, 'PKG-INFO'), packageInfo(project));
  mkdirSync(dirname(target), { recursive: true });
  const files = readdirSync(staging, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dirname(staging).length + 1))
    .sort();
  // One time for all files: the same sources are the same bytes.
  const written = `${target}.new`;
  await create({ file: written, cwd: dirname(staging), gzip: true, portable: true, mtime: new Date(0) }, files);
  // In one step: a download at this moment gets the old or the new file.
  renameSync(written, target);
}

void pack();

// Packs the client as an sdist, which pip installs: with Node alone, so that npm start needs no Python.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { inStaging, pack } from '../packing/pack.mjs';
import { addresses } from '../packing/record.mjs';

const root = import.meta.dirname;
const module = 'pitanga_pay';
/** The name of before, of the package and of its import. PyPI has a stranger's package of this name. */
const former = 'pitanga';
const told = 'pitanga is now pitanga-pay: install it from /docs/packages/pitanga-pay.tar.gz and import pitanga_pay.';

/** What an sdist says of itself (PKG-INFO, core metadata 2.4). */
function packageInfo(project, readme) {
  const { homepage, bugs } = addresses();
  const fields = [
    ['Metadata-Version', '2.4'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.description],
    ['License-Expression', project.license],
    ['License-File', 'LICENSE'],
    ['Requires-Python', project['requires-python']],
    ...project.dependencies.map((dependency) => ['Requires-Dist', dependency]),
    ...(homepage === undefined ? [] : [['Project-URL', `Homepage, ${homepage}`]]),
    ...(bugs === undefined ? [] : [['Project-URL', `Issues, ${bugs.url}`]]),
    ['Description-Content-Type', 'text/markdown'],
  ];
  const head = fields.map((field) => field.join(': ')).join('\n');
  return `${head}\n\n${readme}`;
}

/** The project's own description, with the addresses that only the root knows. */
function projectFile() {
  const { homepage, bugs } = addresses();
  const text = readFileSync(join(root, 'pyproject.toml'), 'utf8');
  if (homepage === undefined) return text;
  return `${text}\n[project.urls]\nHomepage = "${homepage}"\nIssues = "${bugs.url}"\n`;
}

function fill(folder, project, text, readme) {
  const isSource = (path) => !path.endsWith('__pycache__');
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true, filter: isSource });
  cpSync(join(root, '../../LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'pyproject.toml'), text);
  writeFileSync(join(folder, 'README.md'), readme);
  writeFileSync(join(folder, 'PKG-INFO'), packageInfo(project, readme));
}

/** Kept until 0.2.0: the same modules below the import of before, which tells the new name once in each process. */
function fillFormer(folder, project, text) {
  const renamed = text.replace(`name = "${project.name}"`, `name = "${former}"`).replaceAll(module, former);
  fill(folder, { ...project, name: former }, renamed, `# ${former}\n\n${told}\n`);
  cpSync(join(folder, 'src', module), join(folder, 'src', former), { recursive: true });
  rmSync(join(folder, 'src', module), { recursive: true });
  const edit = (file, change) => {
    const path = join(folder, 'src', former, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  edit('_version.py', (source) => source.replace(`"${project.name}"`, `"${former}"`));
  // Python shows a FutureWarning to everybody, a DeprecationWarning to developers alone.
  const warning = `import warnings\n\nwarnings.warn("${told}", FutureWarning, stacklevel=2)\n`;
  edit('__init__.py', (source) => `${source.replaceAll(module, former)}\n${warning}`);
}

const text = projectFile();
const { project } = parse(text);
await inStaging(async (staging) => {
  const folderFor = (name) => {
    const folder = join(staging, `${name}-${project.version}`);
    mkdirSync(folder);
    return folder;
  };
  const own = folderFor(module);
  fill(own, project, text, readFileSync(join(root, 'README.md'), 'utf8'));
  const lasting = { name: module, version: project.version };
  await pack(own, { moving: project.name, extension: 'tar.gz', lasting });
  const old = folderFor(former);
  fillFormer(old, project, text);
  await pack(old, { moving: former, extension: 'tar.gz' });
});

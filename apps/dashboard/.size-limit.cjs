// The budget of what a browser loads: script of the first page and of each further one, gzip.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const built = join(__dirname, '../../dist/gateway/dashboard');
const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8'));

/** The files that a chunk loads at once, itself included. */
function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of manifest[name].imports ?? []) closure(imported, seen);
  return seen;
}

const pathsOf = (names) => [...names].map((name) => join(built, manifest[name].file));
const first = closure('index.html');
const pages = Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry);

/** What is there already when a chunk is asked for: the first load, and what every chunk that asks for it has. */
function before(name) {
  const askers = Object.keys(manifest).filter((other) => (manifest[other].dynamicImports ?? []).includes(name));
  const closures = askers.map((asker) => closure(asker));
  return new Set([...closure(name)].filter((file) => first.has(file) || closures.every((one) => one.has(file))));
}

module.exports = [
  { name: 'first load', path: pathsOf(first), limit: '200 kB', gzip: true },
  ...pages.map((name) => ({
    name,
    path: pathsOf([...closure(name)].filter((file) => !before(name).has(file))),
    limit: '60 kB',
    gzip: true,
  })),
];

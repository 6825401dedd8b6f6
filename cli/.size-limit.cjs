// What Node reads before any command runs, gzip: mcp, prompts, completion and the opener of browsers are not in it.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, 'dist');
const metafile = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8'));

/** The files that one imports at once, itself included. */
function closure(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const { path: imported, kind } of metafile.outputs[path].imports)
    if (kind === 'import-statement' && imported in metafile.outputs) closure(imported, seen);
  return seen;
}

const program = closure('cli/dist/pitanga.mjs');
const rest = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === 'cli/src/run.ts');
const first = [...new Set([...program, ...closure(rest)])];

module.exports = [
  { name: 'start', path: first.map((path) => join(__dirname, '..', path)), limit: '80 kB', gzip: true },
];

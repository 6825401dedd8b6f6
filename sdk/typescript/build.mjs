// Writes dist (both module formats with their types) and packs it into dist/gateway/packages/pitanga-pay-sdk.tgz, which the
// gateway serves. npm gives every file the same time, so that the same source has the same bytes.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(here, 'dist');
const packages = join(root, 'dist/gateway/packages');

/** One file a format; it runs wherever fetch does. */
async function bundle() {
  // The names of the files in it do not depend on where the build is started.
  const shared = {
    absWorkingDir: here,
    entryPoints: [join(here, 'src/index.ts')],
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
  };
  // What is bundled keeps its notice: eventsource-parser, MIT.
  const resolution = { mainFields: ['module', 'main'], legalComments: 'inline', banner: { js: notice() } };
  await build({ ...shared, ...resolution, format: 'esm', outfile: join(dist, 'index.js') });
  await build({ ...shared, ...resolution, format: 'cjs', outfile: join(dist, 'index.cjs') });
}

function notice() {
  const license = readFileSync(join(root, 'node_modules/eventsource-parser/LICENSE'), 'utf8').trim();
  return `/*! Contains eventsource-parser.\n${license.replace(/^/gm, ' * ')}\n */`;
}

/** Declarations of both formats: in each, a file is imported by its whole name. */
function declare() {
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json')], { stdio: 'inherit' });
  for (const file of readdirSync(dist, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const source = readFileSync(join(dist, file), 'utf8');
    const named = (extension) => source.replace(/(from\s+'|import\(')(\.[^']+)'/g, `$1$2.${extension}'`);
    writeFileSync(join(dist, file), named('js'));
    writeFileSync(join(dist, file.replace(/\.d\.ts$/, '.d.cts')), named('cjs'));
  }
}

/** Packs what users need; how the SDK is built here is none of it. */
function pack() {
  const own = new Set(['scripts', 'nx', 'devDependencies']);
  const fields = Object.entries(JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')));
  const manifest = Object.fromEntries(fields.filter(([field]) => !own.has(field)));
  const staging = mkdtempSync(join(tmpdir(), 'pitanga-sdk-'));
  try {
    cpSync(dist, join(staging, 'dist'), { recursive: true });
    cpSync(join(root, 'LICENSE'), join(staging, 'LICENSE'));
    for (const text of ['README.md', 'CHANGELOG.md']) cpSync(join(here, text), join(staging, text));
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], { cwd: staging, encoding: 'utf8' });
    mkdirSync(packages, { recursive: true });
    const [{ filename }] = JSON.parse(packed);
    // In one step: a download at this moment gets the old or the new file.
    cpSync(join(staging, filename), join(packages, 'pitanga-pay-sdk.tgz.new'));
    renameSync(join(packages, 'pitanga-pay-sdk.tgz.new'), join(packages, 'pitanga-pay-sdk.tgz'));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

rmSync(dist, { recursive: true, force: true });
await bundle();
declare();
pack();

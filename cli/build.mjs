// Writes dist (the program, with what is seldom needed in chunks of its own) and packs it into
// dist/gateway/packages/pitanga-pay-cli.tgz, which the gateway serves. The package depends on nothing: all is in the bundle.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '..');
const dist = join(here, 'dist');
const packages = join(root, 'dist/gateway/packages');

/** @returns the files that went into the bundle */
async function bundle() {
  const { metafile } = await build({
    entryPoints: { pitanga: join(here, 'src/main.ts') },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // CommonJS packages of the bundle ask for Node's modules in their way.
    banner: {
      js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`,
    },
  });
  // For the budget of what a start reads; it is not packed.
  writeFileSync(join(dist, 'meta.json'), JSON.stringify(metafile));
  const program = join(dist, 'pitanga.mjs');
  writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, 'utf8')}`, { mode: 0o755 });
  return Object.keys(metafile.inputs);
}

/** The licences of the packages in the bundle: who passes them on keeps their notices. */
function notices(inputs) {
  const folders = inputs
    .filter((path) => path.includes('node_modules/'))
    .map((path) => path.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1'));
  return [...new Set(folders)].sort().map(noticeOf).join('\n');
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? '' : `\n${readFileSync(join(root, folder, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license})\n${text}\n${'-'.repeat(80)}\n`;
}

/** Packs what users need; how it is built here is none of it. */
function pack(inputs) {
  const own = new Set(['scripts', 'nx', 'dependencies', 'devDependencies']);
  const fields = Object.entries(JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')));
  const manifest = Object.fromEntries(fields.filter(([field]) => !own.has(field)));
  const staging = mkdtempSync(join(tmpdir(), 'pitanga-cli-'));
  try {
    cpSync(dist, join(staging, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.json') });
    cpSync(join(root, 'LICENSE'), join(staging, 'LICENSE'));
    cpSync(join(here, 'README.md'), join(staging, 'README.md'));
    writeFileSync(join(staging, 'THIRD-PARTY-NOTICES'), notices(inputs));
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], { cwd: staging, encoding: 'utf8' });
    mkdirSync(packages, { recursive: true });
    const [{ filename }] = JSON.parse(packed);
    // In one step: a download at this moment gets the old or the new file.
    cpSync(join(staging, filename), join(packages, 'pitanga-pay-cli.tgz.new'));
    renameSync(join(packages, 'pitanga-pay-cli.tgz.new'), join(packages, 'pitanga-pay-cli.tgz'));
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

rmSync(dist, { recursive: true, force: true });
pack(await bundle());

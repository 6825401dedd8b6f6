// Writes dist (the program, with what is seldom needed in chunks of its own) and packs it for npm, which the gateway
// serves. The package depends on nothing: all is in the bundle.
import { build } from 'esbuild';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packForNpm, packFormerName } from '../sdk/packing/pack-npm.mjs';

const here = import.meta.dirname;
const root = join(here, '..');
const dist = join(here, 'dist');

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

const withPackage = (inputs) => (folder) => {
  cpSync(dist, join(folder, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.json') });
  cpSync(join(here, 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), notices(inputs));
};

/** Kept until 0.2.0: who installs the name of before has the program, and is told on standard error. */
const former = '@pitanga/cli';

const withFormerName = (inputs) => (folder) => {
  withPackage(inputs)(folder);
  const told = `${former} is now @pitanga-pay/cli: npm uninstall --global ${former}, then install /docs/packages/pitanga-pay-cli.tgz.`;
  const program = `#!/usr/bin/env node\nconsole.error(${JSON.stringify(told)});\nawait import('./pitanga.mjs');\n`;
  writeFileSync(join(folder, 'dist', 'former.mjs'), program, { mode: 0o755 });
};

rmSync(dist, { recursive: true, force: true });
const inputs = await bundle();
await packForNpm(here, withPackage(inputs), { dependencies: undefined });
const bin = { pitanga: 'dist/former.mjs' };
await packFormerName(here, withFormerName(inputs), { name: former, moving: 'pitanga-cli', changes: { bin } });

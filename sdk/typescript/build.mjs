// Writes dist (both module formats with their types) and packs it for npm, which the gateway serves.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packForNpm, packFormerName } from '../packing/pack-npm.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(here, 'dist');

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

function fill(folder) {
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  for (const text of ['README.md', 'CHANGELOG.md']) cpSync(join(here, text), join(folder, text));
}

/** Kept until 0.2.0: programs that import the name of before run, and are told once. */
const former = '@pitanga/sdk';

function fillFormer(folder) {
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  const told = `${former} is now @pitanga-pay/sdk: install it from /docs/packages/pitanga-pay-sdk.tgz and import it under that name.`;
  const tell = `const told = Symbol.for('${former}');
if (!globalThis[told]) console.warn(${JSON.stringify(told)});
globalThis[told] = true;
`;
  writeFileSync(join(folder, 'former.js'), `${tell}export * from './dist/index.js';\n`);
  writeFileSync(join(folder, 'former.cjs'), `${tell}module.exports = require('./dist/index.cjs');\n`);
  writeFileSync(join(folder, 'README.md'), `# ${former}\n\n${told}\n`);
}

rmSync(dist, { recursive: true, force: true });
await bundle();
declare();
await packForNpm(here, fill);
await packFormerName(here, fillFormer, {
  name: former,
  moving: 'pitanga-sdk',
  changes: {
    exports: {
      import: { types: './dist/index.d.ts', default: './former.js' },
      require: { types: './dist/index.d.cts', default: './former.cjs' },
    },
    main: './former.cjs',
    types: './dist/index.d.cts',
  },
});

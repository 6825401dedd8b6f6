// Packs the module: as an archive for `replace`, and as the files of a module proxy, so that `go get` takes it from an
// installation (https://go.dev/ref/mod#goproxy-protocol). With Node alone, so that npm start needs no Go.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inStaging, pack } from '../packing/pack.mjs';
import { packages } from '../packing/record.mjs';
import { zip } from './zip.mjs';

const root = import.meta.dirname;
const name = 'pitanga-pay-go';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [, modulePath] = /^module (\S+)$/m.exec(readFileSync(join(root, 'go.mod'), 'utf8'));

function fill(folder) {
  const sources = readdirSync(root).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'));
  for (const file of [...sources, 'go.mod', 'README.md']) copyFileSync(join(root, file), join(folder, file));
  copyFileSync(join(root, '../../LICENSE'), join(folder, 'LICENSE'));
}

/**
 * Go keeps a version for ever, and go.sum its hash: what is no release has a version of its content. A part of a version that
 * is digits alone begins with no 0, which a hash may; so this is one part.
 */
const goVersion = (file) => `v${file.slice(name.length + 1, -'.tgz'.length).replace('-dev.', '-dev-')}`;

/** The files of a proxy that has this version of the module alone. */
function writeProxy(folder, versionOfGo) {
  const proxy = join(packages, 'go');
  rmSync(proxy, { recursive: true, force: true });
  const versions = join(proxy, modulePath, '@v');
  mkdirSync(versions, { recursive: true });
  const files = readdirSync(folder)
    .sort()
    .map((file) => [`${modulePath}@${versionOfGo}/${file}`, readFileSync(join(folder, file))]);
  const info = `${JSON.stringify({ Version: versionOfGo })}\n`;
  writeFileSync(join(versions, `${versionOfGo}.zip`), zip(files));
  copyFileSync(join(folder, 'go.mod'), join(versions, `${versionOfGo}.mod`));
  writeFileSync(join(versions, `${versionOfGo}.info`), info);
  writeFileSync(join(versions, 'list'), `${versionOfGo}\n`);
  writeFileSync(join(proxy, modulePath, '@latest'), info);
}

await inStaging(async (staging) => {
  const folder = join(staging, `${name}-${version}`);
  mkdirSync(folder);
  fill(folder);
  const lasting = await pack(folder, { moving: name, extension: 'tgz', lasting: { name, version } });
  writeProxy(folder, goVersion(lasting));
});

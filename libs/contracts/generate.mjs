// Writes src/gen from the protos, unless it is as new as what it is made of: other programs read it at the same time. The index
// comes last, so that what was interrupted is made again.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const index = join(import.meta.dirname, 'src', 'gen', 'index.ts');
const madeOf = [
  ...['buf.yaml', 'buf.gen.yaml', 'package-lock.json'].map((name) => join(root, name)),
  ...['generate.mjs', 'generate-index.mjs'].map((name) => join(import.meta.dirname, name)),
  ...readdirSync(join(root, 'proto'), { recursive: true })
    .filter((file) => file.endsWith('.proto'))
    .map((file) => join(root, 'proto', file)),
];
const modifiedMs = (file) => statSync(file).mtimeMs;

if (!existsSync(index) || modifiedMs(index) < Math.max(...madeOf.map(modifiedMs))) {
  const bin = join(root, 'node_modules', '.bin');
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  execFileSync('buf', ['generate'], { cwd: root, env, stdio: 'inherit' });
  await import('./generate-index.mjs');
}

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from './cached-folder';
import { runWell } from './run';

const source = join(__dirname, 'php');

/** A program of Node that runs the PHP file that is its argument: PHP as WebAssembly, which no machine has to install. */
export async function phpProgram(): Promise<string> {
  const made = ['package-lock.json', 'php.mjs'].map((file) => readFileSync(join(source, file), 'utf8'));
  const folder = await cachedFolder('php', made, async (target) => {
    cpSync(source, target, { recursive: true });
    await runWell('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: target });
  });
  return join(folder, 'php.mjs');
}

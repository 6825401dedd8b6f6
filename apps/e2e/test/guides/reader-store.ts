import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const commands = join(__dirname, '../../../../tools/bin/run.cjs');

/** A store of the reader's own, made by the operator's commands: no page meets what another one has left. */
export async function readerStore(dataDir: string, baseUrl: string): Promise<Record<string, string>> {
  const command = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(process.execPath, [commands, ...args], {
      env: { ...process.env, PITANGA_DATA: dataDir },
    });
    return stdout;
  };
  const about = ['--name', 'Loja do guia', '--tax-id', '11.222.333/0001-81', '--website', 'https://loja.example'];
  const created = await command('stores', 'create', ...about, '--automatic-pix-dev', 'on', '--json');
  const { id } = JSON.parse(created) as { id: string };
  const key = async (pattern: RegExp, ...args: readonly string[]): Promise<string> => {
    const printed = await command('keys', 'create', '--store', id, ...args);
    const [text] = pattern.exec(printed) ?? [];
    if (text === undefined) throw new Error(`keys create prints no key: ${printed}`);
    return text;
  };
  const [secret, open] = await Promise.all([key(/pit_dev_\w+/), key(/pk_dev_\w+/, '--public')]);
  return { PITANGA_URL: baseUrl, PITANGA_KEY: secret, PITANGA_PUBLIC_KEY: open };
}

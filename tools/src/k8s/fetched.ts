import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { userError } from '@pitanga/runtime/user-error';

const run = promisify(execFile);

/**
 * What a program that fetches or builds prints.
 * @throws a user error with what it says when it fails
 */
export async function fetched(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const { stdout } = await run(command, [...args], { env: { ...process.env, ...env } });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    const said = `${stdout}${stderr}`.trim();
    throw userError(`"${[command, ...args].join(' ')}" failed:\n${said === '' ? message : said}`, error);
  }
}

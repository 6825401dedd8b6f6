import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { wrongUse } from '../failure';

type Env = Readonly<Record<string, string | undefined>>;

/** `~/.config/pitanga/config.json`, or where XDG_CONFIG_HOME says. */
export function configPath(env: Env): string {
  return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'pitanga', 'config.json');
}

/** `~/.local/state/pitanga/listen.json`, or where XDG_STATE_HOME says. */
export function listenStatePath(env: Env): string {
  return join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'pitanga', 'listen.json');
}

/** The JSON of a file; undefined where there is none. @throws 2 when it cannot be read, or is no JSON */
export function readPrivate(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw wrongUse(`${path} cannot be read: ${(error as Error).message}`, 'Mend or remove it.');
  }
}

/** Replaces the file in one step, so that a reader never sees half of it. Only its owner may read it. */
export function writePrivate(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${String(process.pid)}`;
  writeFileSync(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  // The mode of writeFileSync counts only for a new file.
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, path);
}

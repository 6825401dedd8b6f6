import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../src/run';
import type { Terminal } from '../src/terminal';

export interface FakeTerminal extends Terminal {
  /** What was printed. */
  readonly said: { out: string; err: string };
  /** As Ctrl-C. */
  interrupt(): void;
  remove(): void;
}

/** A terminal whose user has an empty home; nobody sits at it. */
export function fakeTerminal(env: Readonly<Record<string, string>> = {}, input = ''): FakeTerminal {
  const home = mkdtempSync(join(tmpdir(), 'pitanga-home-'));
  const said = { out: '', err: '' };
  const interruption = new AbortController();
  return {
    env: { XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state'), PATH: home, ...env },
    stdin: Readable.from([Buffer.from(input)]),
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    interactive: false,
    interrupted: interruption.signal,
    said,
    interrupt: () => {
      interruption.abort();
    },
    remove: () => {
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs a command line as main.ts does. @returns the exit code */
export function runAt(terminal: Terminal, line: string): Promise<number> {
  return run(line.split(' '), terminal, '0.0.0');
}

// The program `pitanga`. What it imports is compiled once and kept, where Node can do that: it starts faster.
import * as nodeModule from 'node:module';
import { isatty } from 'node:tty';
import { version } from '../package.json';
import { exitCodes } from './failure';
import type { Terminal } from './terminal';

/** Absent before Node 22. */
const { enableCompileCache } = nodeModule as { enableCompileCache?: () => unknown };

/** How long a command has to end by itself once it is interrupted: to close a stream, to say how a write is repeated. */
const graceMs = 500;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  // Once: a second one ends the program at once.
  process.once(signal, () => {
    interruption.abort();
    setTimeout(() => process.exit(process.exitCode ?? exitCodes.interrupted), graceMs).unref();
  });

const terminal: Terminal = {
  env: process.env,
  // When it is asked for: it costs a start without it some milliseconds.
  get stdin() {
    return process.stdin;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  interactive: isatty(1) && isatty(0),
  interrupted: interruption.signal,
};

// `pitanga charges list | head`: the reader has stopped.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

async function main(): Promise<void> {
  enableCompileCache?.();
  const { run } = await import('./run');
  process.exitCode = await run(process.argv.slice(2), terminal, version);
}

void main();

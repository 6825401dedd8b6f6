import { readFileSync } from 'node:fs';
import { killChildren } from './infra/process';

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the npm above has gone; a later signal kills the children and
 * ends this process at once. npm passes a terminal's Ctrl-C on to its child, which has received it from the terminal too,
 * so signals within half a second count as one.
 */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const receive = (signal: string): void => {
      if (first === undefined) {
        first = Date.now();
        resolve(signal);
      } else if (Date.now() - first > 500) {
        killChildren();
        process.exit(130);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, receive);
    whenNpmEnds(() => {
      if (first === undefined) receive('the end of npm');
    });
  });
}

/**
 * npm runs a script through a shell. A signal to npm alone, or a kill -9 of it, ends npm and perhaps that shell but never
 * reaches the script, which would run on unseen.
 */
function whenNpmEnds(listener: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parents = (): string => `${String(process.ppid)}/${findParent(process.ppid)}`;
  const first = parents();
  const timer = setInterval(() => {
    if (parents() === first) return;
    clearInterval(timer);
    listener();
  }, 500);
  timer.unref();
}

/** The parent's pid where the system has it in a file (Linux); elsewhere the pid of the nearest parent. */
function findParent(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
  } catch {
    return '';
  }
}

import { isatty } from 'node:tty';
import { killChildren, processIdentity } from './infra/process';

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the npm above has gone; a later signal kills the children and
 * ends this process at once. npm passes a terminal's Ctrl-C on to its child, which has received it from the terminal too,
 * so signals within half a second count as one.
 *
 * A SIGHUP says that the terminal was closed, which is no news to what writes to none, as under nohup. Node undoes what
 * nohup has set, so npm ends by that signal all the same, and its end is no news either.
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
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, receive);
    const forgetNpm = whenNpmEnds(() => {
      if (first === undefined) receive('the end of npm');
    });
    process.on('SIGHUP', [0, 1, 2].some(isatty) ? receive : forgetNpm);
  });
}

/**
 * A kill -9 of npm never reaches what it has started, which would run on unseen. Only npm counts: the shell above it may
 * end, as that of a step of CI or of `npm start &` does.
 * @returns how to give that up
 */
function whenNpmEnds(listener: () => void): () => void {
  const npm = Number(process.env.PITANGA_NPM_PID);
  if (!Number.isInteger(npm)) return () => undefined;
  const identity = processIdentity(npm);
  let isForgotten = false;
  const timer = setInterval(() => {
    if (identity !== undefined && processIdentity(npm) === identity) return;
    clearInterval(timer);
    // A SIGHUP that has ended npm has come here as well, and is received first.
    setImmediate(() => {
      if (!isForgotten) listener();
    });
  }, 500);
  timer.unref();
  return () => {
    isForgotten = true;
  };
}

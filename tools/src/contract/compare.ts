import type { Promises } from './promises';

/** What a change takes from those who rely on the earlier contract; empty when it only adds. */
export function brokenPromises(before: Promises, now: Promises): readonly string[] {
  const gone = [...before].filter((line) => line.startsWith('+ ') && !now.has(line)).map((line) => line.slice(2));
  // What is removed as a whole is told once, not with all that it had.
  const removed = gone.filter((line) => !gone.some((other) => line !== other && isWithin(line, other)));
  const demanded = [...now]
    .filter((line) => line.startsWith('- ') && !before.has(line))
    // A new field or operation may demand what it likes.
    .filter((line) => before.has(`+ ${line.slice(2).split(' | ')[0] ?? ''}`))
    .map((line) => line.slice(2));
  return [...removed.map((line) => `removed: ${line}`), ...demanded.map((line) => `added: ${line}`)];
}

function isWithin(line: string, whole: string): boolean {
  return line.startsWith(whole) && [' ', '.', '['].includes(line.charAt(whole.length));
}

import { execFileSync } from 'node:child_process';
import { rootDir } from '../workspace';

const conventional = /^(?:feat|fix|perf|refactor|test|docs|style|build|ci|chore|revert)(?:\([a-z0-9-]+\))?!?: .{3,}/u;
const maxLength = 72;

/** The last commit whose subject was written before the rule. */
const before = '4de019f7b1940efade6d43a5607b137f28418de0';

/** What is wrong with the first line of a commit message, or undefined. */
export function subjectFault(message: string): string | undefined {
  const [subject = ''] = message.split('\n', 1);
  if (!conventional.test(subject)) {
    return `"${subject}" is no Conventional Commit, such as "feat(billing): refund a charge"`;
  }
  const { length } = Array.from(subject);
  return length > maxLength
    ? `"${subject}" has ${String(length)} characters, ${String(length - maxLength)} more than ${String(maxLength)}`
    : undefined;
}

/** Subjects of the commits since the rule, without merges; undefined where the history does not reach back to it. */
export function subjectsSinceRule(): readonly string[] | undefined {
  try {
    // The error of a shallow clone, or of a folder without history, says nothing new.
    const range = `${before}..HEAD`;
    const log = execFileSync('git', ['log', '--no-merges', '--format=%s', range], {
      cwd: rootDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log.split('\n').filter((subject) => subject !== '');
  } catch {
    return undefined;
  }
}

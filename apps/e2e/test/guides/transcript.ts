import type { Typed } from './follower';

const longestLine = 160;
const mostLines = 12;

/** What a reader has typed of a page, and what was answered, cut where it is long: pictures are. */
export function transcriptOf(title: string, typed: readonly Typed[]): string {
  const blocks = typed.map(({ line, code, stdout, stderr, ms }) =>
    [`-- line ${String(line)}, ${String(ms)} ms`, code.trimEnd().replaceAll(/^/gm, '$ '), shortened(stdout + stderr)]
      .filter((it) => it !== '')
      .join('\n'),
  );
  return `\n## ${title}\n${blocks.join('\n')}\n`;
}

/** A line for each page, and the sum. */
export function timesOf(pages: readonly (readonly [string, readonly Typed[]])[]): string {
  const lines = pages.map(([title, typed]) => `${inSeconds(typed)} ${title}, ${String(typed.length)} blocks`);
  const all = pages.flatMap(([, typed]) => typed);
  return ['', ...lines, `${inSeconds(all)} in all, ${String(all.length)} blocks`, ''].join('\n');
}

function inSeconds(typed: readonly Typed[]): string {
  return `${(typed.reduce((sum, { ms }) => sum + ms, 0) / 1_000).toFixed(1)} s`.padStart(9);
}

function shortened(printed: string): string {
  const lines = printed.trimEnd().split('\n');
  const shown = lines.slice(0, mostLines).map((it) => (it.length > longestLine ? `${it.slice(0, longestLine)}…` : it));
  return [...shown, ...(lines.length > mostLines ? ['…'] : [])].join('\n');
}

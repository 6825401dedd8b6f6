import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allOperations } from '../src/api/resource-commands';
import { exitCodes } from '../src/failure';
import { createProgram } from '../src/program';
import { impossible, triggerable } from '../src/trigger/flows';
import { fakeTerminal } from './fake-terminal';

const pages = { Portuguese: 'reference/cli.md', English: 'en/reference/cli.md' };
const textOf = (page: string): string =>
  readFileSync(join(__dirname, '../../apps/docs/src/content/docs', page), 'utf8');
/** The first two cells of every row, those of the heading included. */
const rowsOf = (text: string): [string, string][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, first = '', second = '']) => [first, second]);
const wordsIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

/** The actions of every group of commands that the API has. */
const groups = new Map<string, string[]>();
for (const { words } of allOperations.filter((operation) => operation.words.length > 1)) {
  const group = words.slice(0, -1).join(' ');
  groups.set(group, [...(groups.get(group) ?? []), words.at(-1) ?? '']);
}

describe.each(Object.entries(pages))('the page of the command line in %s', (_, page) => {
  const text = textOf(page);
  const rows = rowsOf(text);

  it('lists every operation, and none that there is not', () => {
    const listed = rows.filter(([, actions]) => /^`[a-z-]+`(?:, `[a-z-]+`)*$/.test(actions));
    expect(Object.fromEntries(listed.map(([group, actions]) => [wordsIn(group)[0], wordsIn(actions)]))).toEqual(
      Object.fromEntries(groups),
    );
  });

  it('names every command of its own', () => {
    const terminal = fakeTerminal();
    const own = createProgram(terminal, '0.0.0').commands.map((command) => command.name());
    terminal.remove();
    const ofApi = new Set(allOperations.map(({ words }) => words[0]));
    for (const name of own.filter((word) => !ofApi.has(word) || word === 'events'))
      expect(text).toMatch(new RegExp(`\`${name}[ \`]`));
  });

  it('says what trigger does for every event', () => {
    const named = rows.flatMap(([events]) => {
      const words = wordsIn(events).filter((word) => word.includes('.'));
      const [prefix] = (words[0] ?? '').split('.');
      return words.map((word) => (word.startsWith('.') ? `${prefix ?? ''}${word}` : word));
    });
    expect(named.sort()).toEqual([...triggerable, ...Object.keys(impossible)].sort());
  });

  it('has every exit code', () => {
    const codes = rows.map(([code]) => code).filter((code) => /^\d+$/.test(code));
    expect(codes.map(Number)).toEqual(Object.values(exitCodes));
  });
});

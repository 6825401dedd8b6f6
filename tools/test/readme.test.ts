import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../src/workspace';

interface Outline {
  /** The level of every heading, in order. */
  readonly levels: readonly number[];
  /** The commands of every block, without comments. */
  readonly commands: readonly string[];
  /** The relative links, but for the one to the other language. */
  readonly links: readonly string[];
  /** The cells of every row of a table. */
  readonly rows: readonly number[];
}

function outlineOf(markdown: string): Outline {
  const blocks = [...markdown.matchAll(/^```.*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return {
    levels: [...text.matchAll(/^(#+) /gm)].map(([, signs = '']) => signs.length),
    commands: blocks.map((block) =>
      block
        .split('\n')
        .map((line) => line.replace(/(^|\s)# .*$/, '').trimEnd())
        .filter((line) => line !== '')
        .join('\n'),
    ),
    links: [...text.matchAll(/\]\(([^()\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^README/.test(link))
      .sort(),
    rows: [...text.matchAll(/^\|.*\|$/gm)].map(([row]) => row.split('|').length),
  };
}

const read = (name: string): string => readFileSync(join(rootDir, name), 'utf8');

describe('README', () => {
  it('says the same in both languages: headings, commands, links and tables are in step', () => {
    expect(outlineOf(read('README.pt-BR.md'))).toEqual(outlineOf(read('README.md')));
  });

  it('compares what it says: another command or a missing row is found', () => {
    const outline = outlineOf('# A\n\n```sh\nnpm ci # first\n```\n\n| a | b |\n');
    expect(outline).toEqual({ levels: [1], commands: ['npm ci'], links: [], rows: [4] });
    expect(outlineOf('# A\n\n```sh\nnpm i\n```\n')).not.toEqual(outline);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../src/workspace';

const page = readFileSync(join(rootDir, 'docs', 'security.md'), 'utf8');
/** What in backticks begins like a path of this repository. */
const paths = [...page.matchAll(/`((?:apps|libs|tools|docs|k8s)\/[^`]+|eslint\.config\.mjs)`/g)].map(([, path]) =>
  String(path),
);

describe('docs/security.md', () => {
  it('names only paths that exist', () => {
    expect(new Set(paths).size).toBeGreaterThan(60);
    expect(paths.filter((path) => !existsSync(join(rootDir, path)))).toEqual([]);
  });

  it('walks through every chapter of both lists', () => {
    const risks = [...page.matchAll(/^\| API(\d+) /gm)].map(([, number]) => Number(number));
    const chapters = [...page.matchAll(/^\| V(\d+) /gm)].map(([, number]) => Number(number));
    expect(risks).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
  });

  it('shows every abuse case by a path', () => {
    const [, section = ''] = page.split('\n## Abuse cases\n');
    const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!-|who )/.test(line));
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter((row) => !/`(?:apps|libs|tools)\//.test(row) && !/\| the same +\|$/.test(row))).toEqual([]);
  });
});

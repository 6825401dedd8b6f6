import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvLine, type CsvCell } from '@pitanga/core';
import { testTimeoutMs } from '@pitanga/testing';
import { cachedFolder } from './languages/cached-folder';
import { runWell } from './languages/run';

const scripts = join(__dirname, 'csv-readers');
const nodeReaders = ['csv-parse@7.0.3', 'papaparse@5.7.1'];

type Rows = readonly (readonly string[])[];

/** What each reader finds with this separator. */
async function readAll(file: string, separator: string): Promise<Readonly<Record<string, Rows>>> {
  const script = readFileSync(join(scripts, 'read.cjs'), 'utf8');
  const folder = await cachedFolder('csv-node', [...nodeReaders, script], async (home) => {
    await runWell('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', home, ...nodeReaders], {
      cwd: home,
    });
    copyFileSync(join(scripts, 'read.cjs'), join(home, 'read.cjs'));
  });
  const input = Buffer.from(file);
  const node = await runWell(process.execPath, [join(folder, 'read.cjs'), separator], { input });
  const python = await runWell('python3', [join(scripts, 'read.py'), separator], { input });
  return { ...(JSON.parse(node) as Record<string, Rows>), ...(JSON.parse(python) as Record<string, Rows>) };
}

const hostile = [
  "Ana;=cmd|' /C calc'!A0;Silva",
  "Ana,=cmd|' /C calc'!A0,Silva",
  'Ana;"=1+1";x',
  'Ana\t@SUM(A1)\tx',
  'Ana\r\n+1\n-1',
  '"=HYPERLINK(""x"")',
  '=1+1',
  ' -1+1',
  'Pedido "azul", 2; João',
  'duas\nlinhas',
];
const rows: readonly (readonly CsvCell[])[] = hostile.map((text, index) => [text, index, { centavos: -123_456 }, text]);
const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@]/.test(cell) && !/^-?\d+(,\d\d)?$/.test(cell);

describe('our CSV', () => {
  it.each([',', ';'] as const)(
    'with %j between its cells is text and figures for each program that reads it, and never a formula for one that expects another separator',
    async (separator) => {
      const file = rows.map((cells) => csvLine(cells, separator)).join('');
      for (const read of Object.values(await readAll(file, separator))) {
        const plain = read.map((cells) => cells.map((cell) => cell.replaceAll("'", '')));
        const wanted = hostile.map((text) => text.replaceAll("'", ''));
        expect(plain).toEqual(wanted.map((text, index) => [text, String(index), '-1234,56', text]));
      }
      for (const theirs of [',', ';', '\t']) {
        for (const read of Object.values(await readAll(file, theirs)))
          expect(read.flat().filter((cell) => isFormula(cell))).toEqual([]);
      }
    },
    10 * testTimeoutMs,
  );
});

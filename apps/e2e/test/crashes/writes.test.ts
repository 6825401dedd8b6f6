import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { rows } from './rows';
import { rowOfWrite, writesWithoutRow } from './writes';

const apps = join(__dirname, '..', '..', '..');

/** Every call that says no GET; Stripe's library says no method at all, and its reads are named so. */
function writesOf(service: string): readonly string[] {
  const files = globSync(join(apps, service, 'src', '*', '*.ts')).filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const room = basename(dirname(file));
    const calls = readFileSync(file, 'utf8').matchAll(/operation: '(\w+)',(?:\s*method: '(\w+)')?/g);
    return [...calls]
      .filter(([, name = '', method]) => method !== 'GET' && !(room === 'stripe' && /^(read|list)_/.test(name)))
      .map(([, name = '']) => `${service}/${room}/${name}`);
  });
}

describe('what changes something at a bank or provider', () => {
  it('has a row that kills the process there, or a reason for none', () => {
    const writes = new Set(['billing', 'payouts'].flatMap(writesOf));
    const known = [...Object.keys(rowOfWrite), ...Object.keys(writesWithoutRow)];
    expect(known.toSorted()).toEqual([...writes].toSorted());
  });

  it('names a row that there is, and rows have names of their own', () => {
    const calls = Object.values(rows).flatMap((all) => all.map(({ call }) => call));
    expect(new Set(calls).size).toBe(calls.length);
    expect(Object.values(rowOfWrite).filter((call) => !calls.includes(call))).toEqual([]);
  });
});

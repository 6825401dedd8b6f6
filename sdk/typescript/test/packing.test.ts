import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIn, tarballOfFormerName } from './installed-package';

interface Packing {
  archive(folder: string): Promise<Buffer>;
  lastingName(what: { name: string; version: string; extension: string }, bytes: Buffer, released: object): string;
}
const { archive, lastingName } = jest.requireActual<Packing>('../../packing/pack.mjs');
const { integrityOf } = jest.requireActual<{ integrityOf(bytes: Buffer): string }>('../../packing/record.mjs');

const files = ['package.json', 'dist/index.js', 'dist/a/b.d.ts', 'LICENSE'];

/** A folder with the same files, written in this order, by somebody with this umask, at this time. */
function folderOf(names: readonly string[], mode: number, seconds: number): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'pitanga-packing-')), 'package');
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), `of ${name}`, { mode });
    utimesSync(join(folder, name), seconds, seconds);
  }
  return folder;
}

describe('a package that is packed', () => {
  it('has the same bytes whoever packs the same files, whenever and in whatever order they were written', async () => {
    const one = folderOf(files, 0o644, 1_000_000_000);
    const other = folderOf(files.toReversed(), 0o600, 1_700_000_000);
    expect((await archive(one)).equals(await archive(other))).toBe(true);
    for (const folder of [one, other]) rmSync(join(folder, '..'), { recursive: true });
  });

  it('has the name of its version for the bytes that were released, and one of its content for all others', () => {
    const what = { name: 'pitanga-pay-sdk', version: '0.1.0', extension: 'tgz' };
    const released = { 'pitanga-pay-sdk-0.1.0.tgz': integrityOf(Buffer.from('released')) };
    expect(lastingName(what, Buffer.from('released'), released)).toBe('pitanga-pay-sdk-0.1.0.tgz');
    const changed = lastingName(what, Buffer.from('changed'), released);
    expect(changed).toMatch(/^pitanga-pay-sdk-0\.1\.0-dev\.[0-9a-f]{12}\.tgz$/);
    expect(lastingName(what, Buffer.from('changed again'), released)).not.toBe(changed);
    expect(lastingName({ ...what, version: '0.2.0' }, Buffer.from('released'), released)).toContain('0.2.0-dev');
  });
});

it.each([
  ['module', `const { Pitanga } = await import('@pitanga/sdk'); await import('@pitanga/sdk'); said(Pitanga);`],
  ['commonjs', `const { Pitanga } = require('@pitanga/sdk'); require('@pitanga/sdk'); said(Pitanga);`],
] as const)('the package works in a %s under its former name, and tells the new one once', async (type, code) => {
  using project = await installIn(type, [], tarballOfFormerName);
  const program = `console.warn = console.log; const said = (it) => console.log(it.name); ${code}`;
  const printed = await project.run(process.execPath, [`--input-type=${type}`, '--eval', program]);
  expect(printed).toMatch(/^@pitanga\/sdk is now @pitanga-pay\/sdk: .*\nPitanga\n$/);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Zip = (files: readonly (readonly [string, Buffer])[]) => Buffer;
const { zip } = jest.requireActual<{ zip: Zip }>('../zip.mjs');

const files = [
  ['pitanga@v1.0.0/client.go', Buffer.from('package pitanga\n'.repeat(100))],
  ['pitanga@v1.0.0/empty', Buffer.alloc(0)],
  ['pitanga@v1.0.0/ção.md', Buffer.from('ção')],
] as const;

it('a zip has what was put into it, and the same bytes each time', () => {
  const bytes = zip(files);
  expect(zip(files).equals(bytes)).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-zip-'));
  writeFileSync(join(folder, 'it.zip'), bytes);
  const program = [
    'import json, sys, zipfile',
    'z = zipfile.ZipFile(sys.argv[1])',
    'assert z.testzip() is None',
    'print(json.dumps([[i.filename, z.read(i).decode(), i.date_time[0]] for i in z.infolist()]))',
  ].join('\n');
  const { stdout, stderr } = spawnSync('python3', ['-c', program, join(folder, 'it.zip')], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(files.map(([name, content]) => [name, content.toString(), 1985]));
});

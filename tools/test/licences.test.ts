import { licenceFaults } from '../src/licences/licence-rules';

const annotation = (path: string, licence: string): string =>
  `[[annotations]]\npath = "${path}"\nSPDX-FileCopyrightText = "us"\nSPDX-License-Identifier = "${licence}"\n`;

/** A repository without a fault, and with these files. */
function faultsWith(files: Readonly<Record<string, string>>): readonly string[] {
  const repository = {
    'REUSE.toml': annotation('*', 'Apache-2.0') + annotation('src/**', 'Apache-2.0') + annotation('src/them/**', 'MIT'),
    'LICENSES/Apache-2.0.txt': '',
    'LICENSES/MIT.txt': '',
    'src/ours.ts': '// SPDX-License-Identifier: Apache-2.0\n',
    'src/them/theirs.ts': '/* SPDX-License-Identifier: MIT */\n',
    'src/package.json': '{ "license": "Apache-2.0" }',
    'src/pyproject.toml': '[project]\nlicense = "Apache-2.0"\n',
  };
  return licenceFaults(new Map(Object.entries({ ...repository, ...files })));
}

it('every file has the licence that REUSE.toml, its header and its package say', () => {
  expect(faultsWith({})).toEqual([]);
});

it.each([
  ['lib/a.ts', '', 'lib/a.ts: REUSE.toml gives it no licence'],
  ['src/a.ts', '// SPDX-License-Identifier: MIT\n', 'src/a.ts: says MIT, and REUSE.toml Apache-2.0'],
  ['src/them/a.sh', '# SPDX-License-Identifier: Apache-2.0\n', 'src/them/a.sh: says Apache-2.0, and REUSE.toml MIT'],
  ['src/a/package.json', '{}', 'src/a/package.json: says none, and REUSE.toml Apache-2.0'],
  ['LICENSES/ISC.txt', '', 'LICENSES/ISC.txt: no file needs it'],
  ['REUSE.toml', annotation('**', 'ISC'), 'LICENSES/ISC.txt: is missing'],
])('%s is refused when it is %j', (path, text, fault) => {
  expect(faultsWith({ [path]: text })).toContain(fault);
});

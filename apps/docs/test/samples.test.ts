import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const content = join(__dirname, '../src/content/docs/en/reference');

/** The blocks of a language on the pages of the reference, by page and number. */
function samplesOf(language: string): readonly { readonly name: string; readonly code: string }[] {
  return ['v1', 'v2'].flatMap((version) =>
    readdirSync(join(content, version)).flatMap((file) =>
      [
        ...readFileSync(join(content, version, file), 'utf8').matchAll(
          new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'),
        ),
      ].map(([, code = ''], index) => ({ name: `${version}-${file.slice(0, -3)}-${String(index)}`, code })),
    ),
  );
}

describe('the samples of the reference', () => {
  let folder: string;
  beforeAll(() => {
    execFileSync(process.execPath, ['--import', 'tsx', join(__dirname, '../src/write-pages.ts')], { cwd: root });
    // Inside the repository, so that the types of Node are found.
    mkdirSync(join(root, '.cache'), { recursive: true });
    folder = mkdtempSync(join(root, '.cache/samples-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('in TypeScript compile against the SDK', () => {
    execFileSync(join(root, 'node_modules/.bin/nx'), ['run', 'sdk-typescript:generate'], { cwd: root });
    const samples = samplesOf('ts');
    expect(samples.length).toBeGreaterThan(130);
    // A sample without an import would share its names with the others.
    for (const { name, code } of samples) writeFileSync(join(folder, `${name}.ts`), `${code}\nexport {};\n`);
    const options = {
      extends: '../../tsconfig.base.json',
      compilerOptions: {
        types: ['node'],
        lib: ['es2024', 'dom', 'dom.asynciterable'],
        module: 'esnext',
        paths: { '@pitanga-pay/sdk': ['../../sdk/typescript/src/index.ts'] },
      },
      include: ['*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  it('in Python are Python', () => {
    const samples = samplesOf('py');
    expect(samples.length).toBeGreaterThan(130);
    const compile = 'import json, sys\nfor each in json.load(sys.stdin): compile(each["code"], each["name"], "exec")';
    const { status, stderr } = spawnSync('python3', ['-c', compile], {
      input: JSON.stringify(samples),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});

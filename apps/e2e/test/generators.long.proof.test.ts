import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { follow } from './guides/follower';
import { generatorsPage, readPage } from './guides/pages';
import { run, runWell } from './languages/run';
import { usePlatform } from './use-platform';

/** The programs that the page needs, and how each says that it is there. */
const needed = { node: '--version', python3: '--version', go: 'version', java: '-version', mvn: '--version' };

/** The declarations of classes and types in what each generator writes. */
const declarations: readonly (readonly [language: string, files: string, pattern: RegExp])[] = [
  ['TypeScript', 'typescript/pitanga.d.ts', /^(?: {8}|export (?:interface|type) )([A-Z]\w+)/gm],
  ['Python', 'python/client/*/models/*.py', /^class (\w+)/gm],
  ['Go', 'go/pitanga/client.go', /^type (\w+) /gm],
  ['Java', 'java/src/main/java/**/model/*.java', /\b(?:class|enum|interface) (\w+)/g],
];

/** A page of commands: the packages of four languages come from their registries. */
const followingMs = 20 * testTimeoutMs;

async function findMissing(): Promise<readonly string[]> {
  const isThere = async ([program, argument]: [string, string]): Promise<boolean> =>
    run(program, [argument]).then(
      ({ code }) => code === 0,
      () => false,
    );
  const found = await Promise.all(Object.entries(needed).map(isThere));
  return Object.keys(needed).filter((_, index) => !found[index]);
}

describe('clients that generators make of the documents', () => {
  const platform = usePlatform();
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-generators-'));

  afterAll(async () => {
    // What Go has fetched may not be written.
    await run('go', ['clean', '-modcache'], { env: { HOME: join(folder, 'home') } }).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  it('need programs of all four languages, which are here', async () => {
    expect(await findMissing()).toEqual([]);
  });

  it(
    'compile, and make and read a Pix charge, as their page says to the letter',
    async () => {
      const { demo } = platform;
      const values = { PITANGA_URL: demo.baseUrl, PITANGA_KEY: demo.devKey };
      const { ran, reasons } = await follow(readPage(generatorsPage, 'pt')!, values, { folder });
      expect({ ran, reasons }).toEqual({ ran: 10, reasons: [] });
    },
    followingMs,
  );

  it.each(declarations)('have no class or type in %s that a generator has numbered', (_language, files, pattern) => {
    const texts = globSync(files, { cwd: join(folder, 'reader') }).map((file) =>
      readFileSync(join(folder, 'reader', file), 'utf8'),
    );
    const names = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
    expect(names).toEqual(expect.arrayContaining(['PixCharge', 'ChargeStatus']));
    expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it(
    'are made of v1 too, and compile',
    async () => {
      const reader = join(folder, 'reader');
      const [newest, older] = ['openapi.json', 'openapi-3.0.json'].map((name) => `${platform.baseUrl}/v1/${name}`);
      const inPython = { cwd: join(reader, 'python') };
      const python = (program: string): string => join(reader, 'python/.venv/bin', program);
      const making = ['generate', '--url', String(newest), '--output-path', 'client-v1'];
      await runWell(python('openapi-python-client'), making, inPython);
      await runWell(python('mypy'), ['--strict', 'client-v1/pitanga_api_v_1_client'], inPython);

      const java = ['generate', '--generator-name', 'java', '--library', 'native', '--output', 'java-v1'];
      const jar = ['-jar', 'openapi-generator-cli-7.25.0.jar', ...java, '--input-spec', String(older)];
      await runWell('java', jar, { cwd: reader });
      await runWell('mvn', ['--quiet', '--batch-mode', '-Dmaven.test.skip=true', 'compile'], {
        cwd: join(reader, 'java-v1'),
      });
    },
    followingMs,
  );
});

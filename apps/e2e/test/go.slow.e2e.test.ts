import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { follow } from './guides/follower';
import { readPage } from './guides/pages';
import { goSettings } from './languages/go';
import { programsOfLanguages } from './languages/python';
import { run, runWell } from './languages/run';
import { joinPlatform, usePlatform } from './use-platform';

const clientFolder = join(__dirname, '../../../sdk/go');

/** The first run on a machine fetches Go, and compiles the standard library. */
const installingMs = 10 * testTimeoutMs;

describe('the Go client, as go get takes it from the installation', () => {
  const platform = usePlatform();
  let program: (name: string) => string;
  let folder: string;
  /** Of a machine without settings of its own. */
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    program = await programsOfLanguages();
    folder = mkdtempSync(join(tmpdir(), 'pitanga-go-'));
    env = {
      ...goSettings,
      GOENV: 'off',
      GOMODCACHE: join(folder, 'modules'),
      GOPROXY: `${platform.baseUrl}/docs/packages/go`,
      GONOSUMDB: 'pitanga-pay.alt',
      PITANGA_URL: platform.baseUrl,
      PITANGA_KEY: platform.demo.devKey,
    };
  }, installingMs);
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it(
    'is written as gofmt and go vet want it, keeps its rules, and sells and refunds at the platform',
    async () => {
      const options = { cwd: clientFolder, env };
      const root = (await runWell(program('go'), ['env', 'GOROOT'], options)).trim();
      expect(await runWell(join(root, 'bin/gofmt'), ['-l', '.'], options)).toBe('');
      await runWell(program('go'), ['vet', '-tags', 'live', './...'], options);
      const output = await runWell(program('go'), ['test', '-count=1', '-v', '-tags', 'live', './...'], options);
      expect(output.match(/^--- PASS: TestLive/gm)).toHaveLength(5);
      expect(output.match(/^--- PASS: /gm)?.length).toBeGreaterThan(25);
      expect(output).not.toMatch(/^--- SKIP/m);
    },
    installingMs,
  );

  it(
    'compiles and runs the program of its README, and go asks the next proxy for any other module',
    async () => {
      const options = { cwd: folder, env };
      const readme = readFileSync(join(clientFolder, 'README.md'), 'utf8');
      const [, source = ''] = /^```go\n(.*?)^```$/ms.exec(readme) ?? [];
      const here = source.replace('"http://127.0.0.1:8080"', JSON.stringify(platform.baseUrl));
      expect(here).not.toBe(source);
      writeFileSync(join(folder, 'main.go'), here);
      await runWell(program('go'), ['mod', 'init', 'shop.example/shop'], options);
      await runWell(program('go'), ['get', 'pitanga-pay.alt/pitanga@latest'], options);
      expect(await runWell(program('go'), ['run', '.'], options)).toMatch(/^000201.*6304[0-9A-F]{4}\n/);
      const { code, stderr } = await run(program('go'), ['get', 'golang.org/x/text@latest'], options);
      expect([code, stderr]).toEqual([1, expect.stringContaining('404 Not Found')]);
    },
    installingMs,
  );

  it(
    'does what its page in the reference says, to the letter',
    async () => {
      const { PATH = '' } = process.env;
      process.env['PATH'] = dirname(program('go')) + delimiter + PATH;
      try {
        // A store of its own, as the reader has: the page shows what was received.
        const { demo } = await joinPlatform();
        const values = { PITANGA_URL: demo.baseUrl, PITANGA_KEY: demo.devKey };
        const { ran } = await follow(readPage('reference/go', 'pt')!, values);
        expect(ran).toBeGreaterThanOrEqual(7);
      } finally {
        process.env['PATH'] = PATH;
      }
    },
    installingMs,
  );
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { follow } from './guides/follower';
import { readPage } from './guides/pages';
import { clientFolder, pythonWithClient, type Python } from './languages/python';
import { run, runWell } from './languages/run';
import { joinPlatform, usePlatform } from './use-platform';

/** The first run on a machine fetches packages. */
const installingMs = 10 * testTimeoutMs;

/** The slugs of the sections of the reference. */
function tagsOfV2(): readonly string[] {
  const text = readFileSync(join(__dirname, '../../../docs/api/v2.openapi.json'), 'utf8');
  const { tags } = JSON.parse(text) as { tags: { name: string }[] };
  return tags.map(({ name }) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'));
}

/** The samples in Python that the Markdown of a page has; a tag without operations has no page. */
async function samplesOf(baseUrl: string, tag: string): Promise<readonly string[]> {
  const answer = await fetch(`${baseUrl}/docs/en/reference/v2/${tag}.md`);
  if (answer.status === 404) return [];
  return [...(await answer.text()).matchAll(/^```py\n(.*?)^```$/gms)].map(([, code = '']) => code);
}

describe('the Python client, as pip installs it from the installation', () => {
  const platform = usePlatform();
  let python: Python;
  beforeAll(async () => {
    python = await pythonWithClient(platform.baseUrl);
  }, installingMs);
  afterAll(() => {
    python.release();
  });

  it(
    'keeps its rules, and sells and refunds at the platform',
    async () => {
      const options = {
        cwd: clientFolder,
        env: { PITANGA_URL: platform.baseUrl, PITANGA_KEY: platform.demo.devKey, PYTHONDONTWRITEBYTECODE: '1' },
      };
      const output = await runWell(python.program('pytest'), ['-q'], options);
      expect(output).toMatch(/^\d{2,} passed in /m);
    },
    3 * testTimeoutMs,
  );

  it(
    'has types that hold under mypy --strict, and find what is wrong in a program',
    async () => {
      const checked = await run(python.program('mypy'), ['-p', 'pitanga_pay'], {
        cwd: clientFolder,
      });
      expect(checked.stdout).toMatch(/^Success: no issues found in \d{2} source files/);
      const tests = await run(python.program('mypy'), ['test'], { cwd: clientFolder });
      expect(tests.stdout).toMatch(/^Success/);
    },
    3 * testTimeoutMs,
  );

  it(
    'does what its page in the reference says, to the letter',
    async () => {
      const { PATH = '' } = process.env;
      process.env['PATH'] = dirname(python.program('python')) + delimiter + PATH;
      try {
        // A store of its own, as the reader has: the page shows what was received.
        const { demo } = await joinPlatform();
        const values = { PITANGA_URL: demo.baseUrl, PITANGA_KEY: demo.devKey };
        const { ran } = await follow(readPage('reference/python', 'pt')!, values);
        expect(ran).toBeGreaterThanOrEqual(6);
      } finally {
        process.env['PATH'] = PATH;
      }
    },
    3 * testTimeoutMs,
  );

  it(
    'takes the samples of the whole reference, by mypy --strict',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pitanga-samples-'));
      const samples = (await Promise.all(tagsOfV2().map((tag) => samplesOf(platform.baseUrl, tag)))).flat();
      expect(samples.length).toBeGreaterThanOrEqual(120);
      const files = samples.map((sample, index) => {
        writeFileSync(join(folder, `sample_${String(index)}.py`), sample);
        return `sample_${String(index)}.py`;
      });
      const options = ['--strict', '--cache-dir=/dev/null', '--scripts-are-modules'];
      const { stdout } = await run(python.program('mypy'), [...options, ...files], { cwd: folder });
      rmSync(folder, { recursive: true });
      expect(stdout).toMatch(/^Success/);
    },
    3 * testTimeoutMs,
  );

  it('is written as ruff wants it', async () => {
    const options = { cwd: clientFolder };
    await runWell(python.program('ruff'), ['check', '.'], options);
    await runWell(python.program('ruff'), ['format', '--check', '.'], options);
  });
});

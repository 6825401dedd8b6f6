import { testTimeoutMs } from '@pitanga/testing';
import { clientFolder, pythonWithClient, type Python } from './languages/python';
import { run, runWell } from './languages/run';
import { usePlatform } from './use-platform';

/** The first run on a machine fetches packages. */
const installingMs = 10 * testTimeoutMs;

describe('the Python client, as pip installs it from the installation', () => {
  const platform = usePlatform();
  let python: Python;
  beforeAll(async () => {
    python = await pythonWithClient(platform.baseUrl);
  }, installingMs);

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
      const checked = await run(python.program('mypy'), ['-p', 'pitanga'], {
        cwd: clientFolder,
      });
      expect(checked.stdout).toMatch(/^Success: no issues found in \d{2} source files/);
      const tests = await run(python.program('mypy'), ['test'], { cwd: clientFolder });
      expect(tests.stdout).toMatch(/^Success/);
    },
    3 * testTimeoutMs,
  );

  it('is written as ruff wants it', async () => {
    const options = { cwd: clientFolder };
    await runWell(python.program('ruff'), ['check', '.'], options);
    await runWell(python.program('ruff'), ['format', '--check', '.'], options);
  });
});

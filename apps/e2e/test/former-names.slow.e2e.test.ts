import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { pythonWithClient } from './languages/python';
import { run, runWell } from './languages/run';
import { usePlatform } from './use-platform';

/** sdk/typescript/test/packing.test.ts has the same of the package for TypeScript. */
describe('what was installed under a former name', () => {
  const platform = usePlatform();
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pitanga-former-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it(
    'is the command line, which tells the new name on standard error',
    async () => {
      const address = `${platform.baseUrl}/docs/packages/pitanga-cli.tgz`;
      await runWell('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, address], { cwd: folder });
      const program = join(folder, 'node_modules/.bin/pitanga');
      const env = { HOME: folder, PITANGA_URL: platform.baseUrl, PITANGA_KEY: platform.demo.devKey };
      const { code, stdout, stderr } = await run(program, ['whoami', '--json'], { env });
      expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ environment: 'test' })]);
      expect(stderr.trim()).toMatch(/^@pitanga\/cli is now @pitanga-pay\/cli: .*$/);
    },
    3 * testTimeoutMs,
  );

  it(
    'is the Python client, whose import tells the new name once',
    async () => {
      const python = await pythonWithClient(platform.baseUrl);
      try {
        const target = join(folder, 'python');
        const options = ['--quiet', '--no-cache-dir', '--no-deps', '--no-build-isolation', '--target', target];
        const address = `${platform.baseUrl}/docs/packages/pitanga.tar.gz`;
        await runWell(python.program('python'), ['-m', 'pip', 'install', ...options, address]);
        const program = [
          'import pitanga',
          'import pitanga as again',
          'from pitanga.types import Charge',
          'from pitanga import Pitanga, webhooks',
          `client = Pitanga("${platform.demo.devKey}", url="${platform.baseUrl}")`,
          'print(client.store.get()["id"])',
        ].join('\n');
        const { code, stdout, stderr } = await run(python.program('python'), ['-c', program], {
          env: { PYTHONPATH: target },
        });
        expect([code, stdout.trim()]).toEqual([0, platform.demo.storeId]);
        expect(stderr.match(/FutureWarning: pitanga is now pitanga-pay/g)).toHaveLength(1);
      } finally {
        python.release();
      }
    },
    10 * testTimeoutMs,
  );
});

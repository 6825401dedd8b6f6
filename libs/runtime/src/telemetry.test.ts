import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const image = { SERVICE_VERSION: '1.2.3', SERVICE_REVISION: 'abc1234' };

/** The attributes of every trace of a process that was started with this environment. */
function attributesOf(env: Readonly<Record<string, string>>): string {
  const entry = join(__dirname, 'telemetry.ts');
  const program = `require(${JSON.stringify(entry)}); process.stdout.write(process.env.OTEL_RESOURCE_ATTRIBUTES)`;
  const options = { env: { PATH: process.env['PATH'], OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', ...env } };
  const args = ['--require', 'tsx/cjs', '--eval', `${program}; process.exit()`];
  return execFileSync(process.execPath, args, { ...options, cwd: __dirname, encoding: 'utf8' }).trim();
}

test('every trace of an image has its version and commit, and what an operator adds wins', () => {
  expect(attributesOf(image)).toBe('service.version=1.2.3,vcs.ref.head.revision=abc1234');
  expect(attributesOf({ ...image, OTEL_RESOURCE_ATTRIBUTES: 'service.version=mine' })).toBe(
    'service.version=1.2.3,vcs.ref.head.revision=abc1234,service.version=mine',
  );
  expect(attributesOf({})).toBe('');
}, 60_000);

import { readBuildInfo } from './build-info';
import { createLog } from './log';
import { createMetrics } from './metrics';
import { startOps } from './ops';

const image = { SERVICE_VERSION: '1.2.3', SERVICE_REVISION: 'abc1234' };

/** As in an image: the environment is there when the process starts. */
async function inImage<T>(work: () => T | Promise<T>): Promise<T> {
  Object.assign(process.env, image);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(image)) Reflect.deleteProperty(process.env, name);
  }
}

test('outside of an image there is no version', async () => {
  expect(readBuildInfo({})).toBeUndefined();
  expect(readBuildInfo({ SERVICE_VERSION: '1.2.3' })).toBeUndefined();
  const lines: string[] = [];
  createLog({ service: 'billing', destination: { write: (line) => void lines.push(line) } }).info('x');
  expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('version');
  expect(await createMetrics().metrics()).toContain('pitanga_build_info{version="unreleased",revision="unknown"} 1');
});

test('every log line, the metrics and /livez of an image say its version and commit', async () => {
  const lines: string[] = [];
  const [registry, log] = await inImage(() => [
    createMetrics(),
    createLog({ service: 'billing', destination: { write: (line) => void lines.push(line) } }),
  ]);
  log.child({ module: 'kafka' }).info('x');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ service: 'billing', version: '1.2.3', revision: 'abc1234' });
  expect(await registry.metrics()).toContain('pitanga_build_info{version="1.2.3",revision="abc1234"} 1');
  const ops = await inImage(() => startOps({ host: '127.0.0.1', port: 0, log, registry, ready: () => true }));
  const answer = await fetch(`http://127.0.0.1:${String(ops.port)}/livez`);
  expect(await answer.text()).toBe('ok\nversion 1.2.3\nrevision abc1234\n');
  await ops.stop();
});

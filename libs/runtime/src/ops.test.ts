import { createLog } from './log';
import { createMetrics, durationHistogram } from './metrics';
import { startOps, type Ops } from './ops';

const log = createLog({ service: 'test', level: 'silent' });
let ops: Ops | undefined;
afterEach(() => ops?.stop());

async function start(ready: () => boolean) {
  const registry = createMetrics();
  ops = await startOps({ host: '127.0.0.1', port: 0, log, registry, ready });
  const base = `http://127.0.0.1:${ops.port}`;
  return { registry, get: (path: string) => fetch(`${base}${path}`), base };
}

test('readiness follows the service while liveness does not', async () => {
  let ready = false;
  const { get } = await start(() => ready);
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/livez')).status).toBe(200);
  ready = true;
  expect((await get('/readyz?verbose')).status).toBe(200);
});

test('metrics are Prometheus text, with the process and own histograms', async () => {
  const { get, registry } = await start(() => true);
  const options = { name: 'job_duration_seconds', help: 'x', labelNames: ['job'] } as const;
  durationHistogram(registry, options).observe({ job: 'purge' }, 0.004);
  durationHistogram(registry, options).observe({ job: 'purge' }, 0.004);
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  expect(text).toContain('job_duration_seconds_bucket{le="0.005",job="purge"} 2');
  expect(text).toContain('process_cpu_seconds_total');
});

test('any other path is 404', async () => {
  const { get } = await start(() => true);
  expect((await get('/')).status).toBe(404);
  expect((await get('/metrics/x')).status).toBe(404);
});

test('after stop the port is free for a successor', async () => {
  const { base } = await start(() => true);
  await fetch(`${base}/livez`);
  const port = Number(new URL(base).port);
  await ops?.stop();
  ops = await startOps({ host: '127.0.0.1', port, log, registry: createMetrics(), ready: () => true });
  expect(ops.port).toBe(port);
});

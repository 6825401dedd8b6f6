import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Running {
  readonly child: ChildProcess;
  readonly lines: Record<string, unknown>[];
  readonly stderr: () => string;
  readonly exitCode: Promise<number | null>;
  line(msg: string): Promise<Record<string, unknown>>;
}

const bundles = mkdtempSync(join(tmpdir(), 'run-service-'));
const modulePath = [join(__dirname, '../node_modules'), join(__dirname, '../../../node_modules')].join(delimiter);

/** As in production: bundles of our own code without packages, telemetry as a separate entry point. */
beforeAll(() => {
  buildSync({
    entryPoints: { service: join(__dirname, 'fixtures/service.ts'), telemetry: join(__dirname, '../src/telemetry.ts') },
    outdir: bundles,
    bundle: true,
    platform: 'node',
    packages: 'external',
    alias: { '@pitanga/core': join(__dirname, '../../core/src/index.ts') },
  });
});
afterAll(() => rmSync(bundles, { recursive: true }));

function run(env: Record<string, string>, options: { telemetry?: boolean } = {}): Running {
  const preload = options.telemetry === true ? ['--require', join(bundles, 'telemetry.js')] : [];
  const child = spawn(process.execPath, [...preload, join(bundles, 'service.js')], {
    env: { NODE_PATH: modulePath, ...env },
  });
  children.push(child);
  const lines: Record<string, unknown>[] = [];
  const waiting: { msg: string; resolve: (line: Record<string, unknown>) => void }[] = [];
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Record<string, unknown>;
    lines.push(line);
    for (const wait of waiting) if (wait.msg === line['msg']) wait.resolve(line);
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  return {
    child,
    lines,
    stderr: () => stderr,
    exitCode: new Promise((resolve) => child.once('close', resolve)),
    line: (msg) =>
      new Promise((resolve) => {
        const seen = lines.find((line) => line['msg'] === msg);
        if (seen === undefined) waiting.push({ msg, resolve });
        else resolve(seen);
      }),
  };
}

test('a service says once that it is ready, finishes its work on SIGTERM and exits 0', async () => {
  const service = run({ MODE: 'normal', PORT: '5' });
  expect(await service.line('ready')).toMatchObject({ service: 'fixture', port: 5, opsPort: 2 });
  service.child.kill('SIGTERM');
  expect(await service.exitCode).toBe(0);
  expect(service.lines.map(({ msg }) => msg)).toEqual([
    'starting',
    'traced',
    'ready',
    'stopping',
    'work finished',
    'stopped',
  ]);
});

test('a signal during the start is obeyed when the start is done', async () => {
  const service = run({ MODE: 'slow-start' });
  await service.line('starting');
  service.child.kill('SIGINT');
  expect(await service.exitCode).toBe(0);
});

test('a second signal exits 1 at once', async () => {
  const service = run({ MODE: 'hangs' });
  await service.line('ready');
  service.child.kill('SIGTERM');
  await service.line('stopping');
  service.child.kill('SIGTERM');
  expect(await service.exitCode).toBe(1);
});

test('a faulty configuration is told as text on standard error and exits 1', async () => {
  const service = run({ PORT: 'x' });
  expect(await service.exitCode).toBe(1);
  expect(service.stderr()).toBe(
    'fixture: The configuration is not usable:\n  - MODE is missing\n  - PORT must be integer\n',
  );
});

test('a failed start and an unhandled rejection are logged and exit 1', async () => {
  const failed = run({ MODE: 'fails' });
  expect(await failed.exitCode).toBe(1);
  expect(failed.lines.at(-1)).toMatchObject({ level: 'fatal', err: { message: 'no database' } });

  const rejected = run({ MODE: 'rejects-later' });
  expect(await rejected.exitCode).toBe(1);
  expect(rejected.lines.at(-1)).toMatchObject({
    level: 'fatal',
    event: 'unhandledRejection',
    err: { message: 'forgotten' },
  });
});

test("kafkajs's harmless timeout warning is dropped, another warning is a log line", async () => {
  const service = run({ MODE: 'warns' });
  await service.line('process warning');
  service.child.kill('SIGTERM');
  await service.exitCode;
  const warnings = service.lines.filter(({ msg }) => msg === 'process warning');
  expect(warnings).toMatchObject([{ level: 'warn', err: { message: 'worth knowing' } }]);
  expect(service.stderr()).toBe('');
});

describe('telemetry', () => {
  test('spans are recorded, put into log lines and flushed to the endpoint before exit', async () => {
    const paths: (string | undefined)[] = [];
    const collector = createServer((request, response) => {
      paths.push(request.url);
      request.resume().on('end', () => response.end('{}'));
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const service = run({ MODE: 'normal', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, { telemetry: true });
    await service.line('ready');
    expect(await service.line('traced')).toMatchObject({ recording: true });
    expect((await service.line('traced'))['trace_id']).toMatch(/^[0-9a-f]{32}$/);
    service.child.kill('SIGTERM');
    expect(await service.exitCode).toBe(0);
    expect(paths).toEqual(['/v1/traces']);
    collector.close();
  });

  test('nothing is recorded without an endpoint, or when the SDK is disabled', async () => {
    const endpoint = 'http://127.0.0.1:9';
    for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }]) {
      const service = run({ MODE: 'normal', ...env }, { telemetry: true });
      expect(await service.line('traced')).toMatchObject({ recording: false });
      service.child.kill('SIGTERM');
      expect(await service.exitCode).toBe(0);
    }
  });
});

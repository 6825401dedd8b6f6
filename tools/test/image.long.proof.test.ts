import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate, migrationSet } from '@pitanga/database';
import { freePort, testInfra, waitFor, testTimeoutMs } from '@pitanga/testing';
import { perService, serviceNames, type PerService, type ServiceName } from '@pitanga/operations/services';
import { assembleImages } from '../src/image/assemble';
import { dropDatabases, ensureDatabases } from '../src/platform/databases';
import { cacheDir, rootDir } from '../src/workspace';
import { copyBuildContext, linkPackages } from './build-context';

const prefix = `image${process.pid}-`;
const dockerfile = readFileSync(join(rootDir, 'Dockerfile'), 'utf8');
const [, ...nodeOptions] = instruction('ENTRYPOINT');
const command = instruction('CMD');
const [, ...healthCommand] = instruction('HEALTHCHECK .* CMD');

/** Where the Dockerfile's commands run. On the file system of the packages, which are linked. */
const context = join(cacheDir, `build-context-${process.pid}`);

let urls: PerService<string>;
let images: string;
/** Of the service that a test is about. */
let folder: string;
beforeAll(async () => {
  copyBuildContext(context);
  linkPackages(context);
  images = mkdtempSync(join(tmpdir(), 'images-'));
  await fillImages();
  ({ urls } = await ensureDatabases(
    testInfra().postgres,
    perService(() => 'secret'),
    {},
    prefix,
  ));
}, 600_000);
afterAll(async () => {
  rmSync(context, { recursive: true, force: true });
  rmSync(images, { recursive: true, force: true });
  await dropDatabases(testInfra().postgres, prefix);
});

describe("what the Dockerfile puts into a service's image, run from an empty folder that is all it can read and nothing it can write", () => {
  it.each(serviceNames)(
    '%s migrates, starts, is healthy and stops in order',
    async (service) => {
      folder = join(images, service);
      const packages = readdirSync(join(folder, 'node_modules'));
      for (const absent of ['npm', 'node', 'typescript', 'jest', 'esbuild', 'nx', '@pitanga']) {
        expect(packages).not.toContain(absent);
      }
      // Its code is in the bundle.
      const papers = readdirSync(join(folder, 'node_modules', 'kafkajs')).sort();
      expect(papers).toEqual(['LICENSE', 'package.json']);
      const opsPort = await freePort();
      const env = await settingsOf(service, opsPort);

      const migration = run(['main.js', 'migrate'], env);
      expect(await migration.ended).toEqual({ code: 0, output: migration.output() });

      const process = run(command, env);
      await waitFor(
        `${service} to be ready`,
        async () => {
          if (process.child.exitCode !== null) throw new Error(`it ended: ${process.output()}`);
          return (await run([...healthCommand.slice(0, -1), String(opsPort)], {}).ended).code === 0;
        },
        testTimeoutMs,
      );
      expect((await fetch(`http://127.0.0.1:${opsPort}/livez`)).status).toBe(200);
      process.child.kill('SIGTERM');
      expect(await process.ended).toEqual({ code: 0, output: process.output() });
      // Nothing answers any more, and the health command says so.
      expect((await run([...healthCommand.slice(0, -1), String(opsPort)], {}).ended).code).toBe(1);
    },
    180_000,
  );

  it('that of operations makes topics, replays them and examines every database, on settings alone', async () => {
    folder = join(images, 'operations');
    for (const service of serviceNames) {
      await migrate(urls[service], migrationSet(join(rootDir, 'apps', service, 'migrations')));
    }
    const env = {
      KAFKA_BROKERS: testInfra().kafka,
      KAFKA_PREFIX: prefix,
      TOPIC_PARTITIONS: '1',
      ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, urls[name]])),
    };
    const topics = run(['topics.js'], env);
    expect(await topics.ended).toEqual({ code: 0, output: '' });
    const replay = run(['replay.js', '--to', new Date().toISOString()], env);
    expect(await replay.ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 facts were told after') as string,
    });
    const doctor = run(['doctor.js'], env);
    expect(await doctor.ended).toMatchObject({ code: 0, output: expect.stringContaining('all hold') as string });
    const admin = run(['admin.js', 'stores', 'list'], { ...(await settingsOf('gateway', 0)), ...env });
    expect(await admin.ended).toEqual({ code: 0, output: admin.output() });
    const events = run(['events.js'], env);
    expect(await events.ended).toEqual({ code: 0, output: '' });
  }, 180_000);

  it('that of analytics exports the history, and tells public events until it is stopped', async () => {
    folder = join(images, 'analytics');
    const env = { KAFKA_BROKERS: testInfra().kafka, KAFKA_PREFIX: prefix, LOG_LEVEL: 'warn' };
    const history = mkdtempSync(join(tmpdir(), 'history-'));
    const opsPort = await freePort();
    const exporting = run(['history.js', '--folder', history], env, [
      `--allow-fs-read=${history}`,
      `--allow-fs-write=${history}`,
      `--allow-fs-write=${tmpdir()}/*`,
      `--allow-fs-read=${tmpdir()}/*`,
      // DuckDB.
      '--allow-addons',
    ]);
    expect(await exporting.ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('events exported') as string,
    });
    rmSync(history, { recursive: true, force: true });

    const telling = run(['--require', './telemetry.js', 'public-events.js'], { ...env, OPS_PORT: String(opsPort) });
    await waitFor('public-events to be ready', async () => {
      if (telling.child.exitCode !== null) throw new Error(`it ended: ${telling.output()}`);
      return (await run([...healthCommand.slice(0, -1), String(opsPort)], {}).ended).code === 0;
    });
    telling.child.kill('SIGTERM');
    expect(await telling.ended).toMatchObject({ code: 0 });
  }, 180_000);

  it('refuses a folder that holds something already', async () => {
    await expect(assembleImages(['ledger'], join(rootDir, 'tools'))).rejects.toThrow('is not empty');
    expect(existsSync(join(rootDir, 'tools', 'ledger'))).toBe(false);
  });
});

/** Runs what the Dockerfile runs, in what it is given. */
async function fillImages(): Promise<void> {
  const [, args] = /^RUN node (.* images) \/images\b/m.exec(dockerfile) ?? [];
  if (args === undefined) throw new Error('the Dockerfile does not fill /images');
  await promisify(execFile)(process.execPath, [...args.split(' '), images], { cwd: context });
}

/** The exec form of an instruction: what runs in a container, without a shell. */
function instruction(name: string): string[] {
  // The last stage is a service's.
  const [, json] = [...dockerfile.matchAll(new RegExp(`^${name} (\\[.*\\])$`, 'gm'))].at(-1) ?? [];
  if (json === undefined) throw new Error(`the Dockerfile has no ${name} in exec form`);
  return JSON.parse(json) as string[];
}

/** Node as the image starts it, with a file system that is the image's folder, and no way to write to it. */
function run(args: readonly string[], env: Readonly<Record<string, string>>, allowed: readonly string[] = []) {
  const jail = ['--permission', `--allow-fs-read=${folder}/*`, ...allowed];
  const child: ChildProcess = spawn(process.execPath, [...jail, ...nodeOptions, ...args], {
    cwd: folder,
    env: { ...env, NODE_PATH: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = (): string => Buffer.concat(chunks).toString();
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output: output() }));
  return { child, output, ended };
}

async function settingsOf(service: ServiceName, opsPort: number): Promise<Record<string, string>> {
  const key = Buffer.alloc(32, 1).toString('base64');
  const nobody = '127.0.0.1:1';
  const addresses = serviceNames.map((name) => [`${name.toUpperCase()}_ADDRESS`, nobody]);
  return {
    ...(Object.fromEntries(addresses) as Record<string, string>),
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    OPS_PORT: String(opsPort),
    DATABASE_URL: urls[service],
    KAFKA_BROKERS: testInfra().kafka,
    KAFKA_PREFIX: prefix,
    REDIS_URL: testInfra().redis,
    PUBLIC_URL: 'http://127.0.0.1:8080',
    DATA_KEY: key,
    PAGE_KEY: key,
  };
}

import { join } from 'node:path';
import { examineTypes, installIn, installRuntimes, rootDir, startCheckServer, type Project } from './installed-package';
import type { PlatformServer } from './platform-server';

/** What runtimes/check.mjs answers wherever it runs. */
const expected = {
  id: 'pix_char_1',
  listed: ['pix_char_1', 'pix_char_2', 'pix_char_3'],
  refused: [true, 404, 'CUSTOMER_NOT_FOUND'],
  streamed: ['evt_1', 'evt_2', 'evt_3'],
  late: 'TIMED_OUT',
  event: 'transparent.completed',
  forged: 'SIGNATURE_INVALID',
};

/** Node 20, from the package of this system. */
const leastNode = (modules: string): string => join(modules, `node-${process.platform}-${process.arch}`, 'bin/node');

describe('the package, installed into an empty project, runs', () => {
  let project: Project;
  let server: PlatformServer;
  let runtimes: string;
  beforeAll(async () => {
    runtimes = await installRuntimes();
    project = await installIn('module', ['check.mjs', 'run.mjs', 'worker.mjs', 'worker.capnp']);
    server = await startCheckServer();
  }, 600_000);
  afterAll(async () => {
    project[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  it.each([
    ['the Node of the tests', () => process.execPath, ['run.mjs']],
    ['the least Node that is supported', () => leastNode(runtimes), ['run.mjs']],
    ['Deno', () => join(runtimes, '.bin/deno'), ['run', '--allow-net', 'run.mjs']],
    ['Bun', () => join(runtimes, '.bin/bun'), ['run.mjs']],
  ])('in %s', async (_, program, args) => {
    expect(JSON.parse(await project.run(program(), [...args, server.url]))).toEqual(expected);
  });

  it('in workerd, as at the edge', async () => {
    const workerd = join(runtimes, '.bin/workerd');
    const printed = await project.run(workerd, ['test', 'worker.capnp'], { PITANGA_URL: server.url });
    expect(JSON.parse(printed)).toEqual(expected);
  });

  it('in CommonJS', async () => {
    using commonjs = await installIn('commonjs', ['run.cjs']);
    const printed = await commonjs.run(process.execPath, ['run.cjs', server.url]);
    expect(JSON.parse(printed)).toEqual([true, 'CUSTOMER_NOT_FOUND', 'function']);
  });
});

describe('the types of the package', () => {
  it('are found by every way of resolving them, in both formats', async () => {
    expect(await examineTypes()).toEqual({ types: { kind: 'included' }, problems: [] });
  });

  it.each([
    ['ESM with the types of the web and TypeScript 6', 'typescript', 'module', ['--lib', 'es2022,dom,dom.iterable']],
    [
      'CommonJS with the types of Node and TypeScript 7',
      'typescript7',
      'commonjs',
      ['--lib', 'es2022', '--types', 'node'],
    ],
  ] as const)('compile strictly in %s', async (_, compiler, type, options) => {
    using project = await installIn(type, ['consumer.ts']);
    const tsc = join(rootDir, 'node_modules', compiler, 'bin/tsc');
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      'false',
    ];
    const place = ['--module', 'nodenext', '--target', 'es2022', '--typeRoots', join(rootDir, 'node_modules/@types')];
    const printed = await project
      .run(process.execPath, [tsc, '--noEmit', ...strict, ...place, ...options, 'consumer.ts'])
      .catch((error: unknown) => (error as { stdout: string }).stdout);
    expect(printed).toBe('');
  });
});

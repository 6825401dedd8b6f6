import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolsDir } from '../src/workspace';

interface File {
  readonly path: string;
}
interface Sequencer {
  sort(files: readonly File[]): File[];
}
interface Reporter {
  onTestFileResult(test: File): Promise<void>;
}

const EndOfSlow = jest.requireActual<new () => Reporter>(join(toolsDir, 'jest/end-of-slow.cjs'));
const Spread = jest.requireActual<new () => Sequencer>(join(toolsDir, 'jest/sequencer.cjs'));

/** In the order of the run. */
function sorted(...paths: readonly string[]): readonly string[] {
  const context = { config: { id: 'order', cacheDirectory: tmpdir(), cache: false } };
  // jest sorts by what it knows of earlier runs, and of these it knows nothing.
  const files = paths.map((path) => ({ path, context: { ...context, hasteFS: { getSize: () => 1 } } }));
  return new Spread().sort(files).map(({ path }) => path);
}

test('slow files stand among the small ones, the longest first, and small ones are last', () => {
  const small = Array.from({ length: 20 }, (_, number) => `/small-${String(number)}.test.ts`);
  const order = sorted('/a.e2e.test.ts', ...small, '/b.proof.test.ts', '/browser.e2e.test.ts');
  expect([...order].sort()).toEqual([...small, '/a.e2e.test.ts', '/b.proof.test.ts', '/browser.e2e.test.ts'].sort());
  expect(order[0]).toBe('/browser.e2e.test.ts');
  const others = ['/a.e2e.test.ts', '/b.proof.test.ts'].map((path) => order.indexOf(path));
  expect(others.sort((one, other) => one - other)).toEqual([6, 13]);
  expect([...sorted(...small)].sort()).toEqual([...small].sort());
  expect(sorted('/a.e2e.test.ts')).toEqual(['/a.e2e.test.ts']);
});

test('the host of the shared platform is told once, when the last slow file has ended', async () => {
  const told: string[] = [];
  const host = createServer((socket) => {
    socket.once('data', (data) => {
      told.push(data.toString().split(' ')[0] ?? '');
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const before = process.env.PITANGA_TEST_PLATFORM;
  process.env.PITANGA_TEST_PLATFORM = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}`;
  try {
    sorted('/a.e2e.test.ts', '/b.proof.test.ts', '/c.int.test.ts');
    const reporter = new EndOfSlow();
    await reporter.onTestFileResult({ path: '/a.e2e.test.ts' });
    await reporter.onTestFileResult({ path: '/c.int.test.ts' });
    expect(told).toEqual([]);
    await reporter.onTestFileResult({ path: '/b.proof.test.ts' });
    expect(told).toEqual(['DELETE']);
    await reporter.onTestFileResult({ path: '/d.int.test.ts' });
    expect(told).toEqual(['DELETE']);
  } finally {
    if (before === undefined) delete process.env.PITANGA_TEST_PLATFORM;
    else process.env.PITANGA_TEST_PLATFORM = before;
    host.close();
  }
});

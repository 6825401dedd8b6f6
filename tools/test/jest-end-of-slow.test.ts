import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { toolsDir } from '../src/workspace';

interface Reporter {
  onTestFileStart(test: { readonly path: string }): Promise<void>;
  onTestFileResult(test: { readonly path: string }): Promise<void>;
}

const EndOfSlow = jest.requireActual<new () => Reporter>(join(toolsDir, 'jest/end-of-slow.cjs'));
const [slow, other, quick] = ['/a.e2e.test.ts', '/b.e2e.test.ts', '/c.int.test.ts'].map((path) => ({ path })) as [
  { path: string },
  { path: string },
  { path: string },
];

test('the host of the shared platform is told once, when the last end-to-end file has ended and others run', async () => {
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
    const reporter = new EndOfSlow();
    await reporter.onTestFileStart(slow);
    await reporter.onTestFileStart(other);
    await reporter.onTestFileResult(slow);
    await reporter.onTestFileStart(quick);
    expect(told).toEqual([]);
    await reporter.onTestFileResult(other);
    expect(told).toEqual(['DELETE']);
    await reporter.onTestFileResult(quick);
    expect(told).toEqual(['DELETE']);
  } finally {
    if (before === undefined) delete process.env.PITANGA_TEST_PLATFORM;
    else process.env.PITANGA_TEST_PLATFORM = before;
    host.close();
  }
});

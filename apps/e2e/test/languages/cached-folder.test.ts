import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useAlone } from './cached-folder';

const name = `cached-folder-test-${String(process.pid)}`;
const lock = join(__dirname, '../../../../.cache', `${name}.lock`);
afterEach(() => {
  rmSync(lock, { force: true });
});

it('a second one waits until the first lets it have the folder', async () => {
  const order: string[] = [];
  const release = await useAlone(name);
  const second = useAlone(name).then((next) => {
    order.push('second');
    next();
  });
  await new Promise((resolve) => setImmediate(resolve));
  order.push('first ends');
  release();
  await second;
  expect(order).toEqual(['first ends', 'second']);
});

it('what a killed process has left is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  writeFileSync(lock, String(pid));
  const release = await useAlone(name);
  release();
});

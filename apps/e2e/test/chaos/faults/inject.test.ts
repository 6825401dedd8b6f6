import { inject, type Scene } from './inject';
import type { Fault } from './plan';

const fault: Fault = { atMs: 0, kind: 'disk full', target: 'postgres', forMs: 1, amount: 0 };

it('a fault that cannot be made leaves its part running', async () => {
  const calls: string[] = [];
  const disk = {
    fill: () => {
      throw new Error('mount failed');
    },
    empty: () => calls.push('empty'),
  };
  const postgres = { pid: undefined, restart: () => Promise.resolve(calls.push('restart')) };
  const scene = { world: { disks: { postgres: disk }, parts: { postgres } } } as unknown as Scene;
  await expect(inject(scene, fault)).rejects.toThrow('mount failed');
  expect(calls).toEqual(['empty', 'restart']);
});

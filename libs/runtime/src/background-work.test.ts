import { backgroundWork } from './background-work';
import type { Log } from './log';

function aWork(max: number) {
  const failures: unknown[] = [];
  const log = { error: ({ err }: { err: unknown }) => failures.push(err) } as unknown as Log;
  return { failures, work: backgroundWork('a piece', max, log) };
}

describe('background work', () => {
  it('that fails is logged, rejects nothing and leaves the rest going', async () => {
    const { work, failures } = aWork(2);
    const broken = new Error('broken');
    const other = Promise.withResolvers<undefined>();
    const started = work.start(() => Promise.reject(broken));
    void work.start(() => other.promise);
    await started;
    expect([failures, work.free()]).toEqual([[broken], 1]);
    other.resolve(undefined);
    await work.drained();
    expect(work.free()).toBe(2);
  });

  it('has room again when one of as many as may go on has ended, also by a failure', async () => {
    const { work } = aWork(1);
    const one = Promise.withResolvers<undefined>();
    void work.start(() => one.promise);
    expect(() => work.start(() => Promise.resolve())).toThrow('no more than 1 at once');
    let hasRoom = false;
    const waiting = work.hasRoom().then(() => (hasRoom = true));
    await Promise.resolve();
    expect(hasRoom).toBe(false);
    one.reject(new Error('broken'));
    await waiting;
    expect(work.free()).toBe(1);
  });

  it('that throws before it returns a promise is logged too', async () => {
    const { work, failures } = aWork(1);
    await work.start(() => {
      throw new Error('at once');
    });
    expect(failures).toEqual([new Error('at once')]);
  });
});

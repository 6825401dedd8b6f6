import { createWaitingGate, type GateLimits } from './waiting-gate';

const limits: GateLimits = { max: 3, groupMax: 2, groupWaitingMax: 2, waitMs: 60_000 };

/** Works that last until they are let go, by name. */
function stage(over: Partial<GateLimits> = {}) {
  const gate = createWaitingGate({ ...limits, ...over }, () => new Error('busy'));
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    run: (group: string, name: string): Promise<string> => {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return gate.run(group, () => {
        started.push(name);
        return end.promise;
      });
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.resolve(name);
      await new Promise(setImmediate);
    },
    fail: async (name: string): Promise<void> => {
      ends.get(name)?.reject(new Error(name));
      await new Promise(setImmediate);
    },
  };
}

test('a group runs its share at once, and others run beside it although it has more waiting', async () => {
  const { run, end, started } = stage();
  const works = ['a1', 'a2', 'a3'].map((name) => run('a', name));
  works.push(run('b', 'b1'));
  await new Promise(setImmediate);
  expect(started).toEqual(['a1', 'a2', 'b1']);
  works.push(run('c', 'c1'));
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  for (const name of ['a2', 'a3', 'c1']) await end(name);
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('a work that fails makes room like any other', async () => {
  const { run, fail, end } = stage({ groupMax: 1 });
  const failing = run('a', 'a1');
  const next = run('a', 'a2');
  const refused = expect(failing).rejects.toThrow('a1');
  await fail('a1');
  await refused;
  await end('a2');
  expect(await next).toBe('a2');
});

test('a group cannot wait without limit, neither in number nor in time', async () => {
  const { run, end } = stage({ groupMax: 1, groupWaitingMax: 1, waitMs: 20 });
  const first = run('a', 'a1');
  const second = run('a', 'a2');
  await expect(run('a', 'a3')).rejects.toThrow('busy');
  await expect(second).rejects.toThrow('busy');
  await end('a1');
  expect(await first).toBe('a1');
  const again = run('a', 'a4');
  await end('a4');
  expect(await again).toBe('a4');
});

describe('a gate of one group', () => {
  const one: GateLimits = { max: 1, groupMax: 1, groupWaitingMax: 1, waitMs: 20 };
  const gateOf = (over: Partial<GateLimits> = {}) => {
    const gate = createWaitingGate({ ...one, ...over }, () => new Error('busy'));
    return <T>(work: () => Promise<T>): Promise<T> => gate.run('', work);
  };

  it('refuses what has waited too long, and hands the place to what waits after it', async () => {
    const run = gateOf();
    let release = (): void => undefined;
    const first = run(() => new Promise<void>((resolve) => (release = resolve)));
    const late = jest.fn(() => Promise.resolve());
    await expect(run(late)).rejects.toThrow('busy');
    const next = run(() => Promise.resolve('done'));
    release();
    await first;
    expect(await next).toBe('done');
    expect(await run(() => Promise.resolve('again'))).toBe('again');
    expect(late).not.toHaveBeenCalled();
  });

  it('ends no work that has its place', async () => {
    const run = gateOf({ waitMs: 5_000 });
    let release = (): void => undefined;
    const first = run(() => new Promise<void>((resolve) => (release = resolve)));
    const second = run(() => Promise.resolve('second'));
    await expect(run(() => Promise.resolve('third'))).rejects.toThrow('busy');
    release();
    await first;
    expect(await second).toBe('second');
  });
});

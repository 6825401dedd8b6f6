import { failedPrecondition, unavailable } from '@pitanga/core';
import { orderSettlesMs, type Order, type OrderReading, type OrderStep } from './order';
import type { OrderPort } from './order-port';
import { retryLater, runOrderStep, takeBackRefused } from './order-steps';

type Reading = OrderReading;
interface TestOrder extends Order<string> {
  readonly step: OrderStep;
  readonly account: string | undefined;
  readonly end: string | undefined;
}

const start = Date.parse('2027-01-04T12:00:00.000Z');
const refusal = failedPrecondition('The provider does not take this', 'LIMIT_EXCEEDED');
const isAway = (): Promise<never> => Promise.reject(unavailable('The provider is away'));
const refuses = (): Promise<never> => Promise.reject(refusal);
const neverGot = (): Promise<undefined> => Promise.resolve(undefined);
const answers = (status: Reading['status']) => (): Promise<Reading> => Promise.resolve({ status });

/** One stored order, its provider and its hold; `log` has what was done, in order. */
interface World {
  clockMs: number;
  runAtMs: number;
  readonly log: string[];
  send: () => Promise<Reading>;
  read: () => Promise<Reading | undefined>;
  reserve: () => Promise<void>;
  release: () => Promise<void>;
  row: TestOrder | undefined;
}

function aPort(stored: Partial<TestOrder> = {}) {
  const world: World = {
    clockMs: start,
    runAtMs: 0,
    log: [],
    send: answers('PENDING'),
    read: answers('PENDING'),
    reserve: () => Promise.resolve(),
    release: () => Promise.resolve(),
    row: {
      id: 'order_1',
      step: 'SEND',
      attempts: 0,
      requestedAt: new Date(start),
      sentAt: undefined,
      refusal: undefined,
      providerCode: undefined,
      account: undefined,
      end: undefined,
      ...stored,
    },
  };
  const port = portTo(world);
  return { port, world, run: async () => runOrderStep(port, required(world.row)) };
}

function portTo(world: World): OrderPort<string, TestOrder, Reading> {
  const isUnchanged = (order: TestOrder): boolean =>
    world.row?.step === order.step && world.row.sentAt?.getTime() === order.sentAt?.getTime();
  const end = async (order: TestOrder, status: string): Promise<TestOrder> => {
    world.log.push(`end ${status}, refusal ${world.row?.refusal ?? 'none'}`);
    if (status === 'FAILED') await world.release();
    return (world.row = { ...order, step: 'DONE', end: status });
  };
  return {
    sendLeaseMs: 20_000,
    now: () => new Date(world.clockMs),
    reserve: () => world.reserve(),
    providerFor: () =>
      Promise.resolve({
        account: 'bank',
        send: () => {
          world.log.push(`send at ${world.row?.step ?? 'none'}`);
          return world.send();
        },
        read: () => {
          world.log.push('read');
          return world.read();
        },
      }),
    move: (order, changes, runAt) => {
      if (!world.row || !isUnchanged(order)) return Promise.resolve({ current: world.row, isOurs: false });
      world.row = { ...world.row, ...changes };
      world.runAtMs = runAt.getTime() - world.clockMs;
      return Promise.resolve({ current: world.row, isOurs: true });
    },
    postpone: (order, { attempts, isAccepted }, runAt) => {
      if (!world.row || !isUnchanged(order)) return Promise.resolve();
      world.row = { ...world.row, attempts, ...(isAccepted && { refusal: undefined, providerCode: undefined }) };
      world.runAtMs = runAt.getTime() - world.clockMs;
      return Promise.resolve();
    },
    conclude: (order, { status }) => end(order, status),
    fail: (order) => end(order, 'FAILED'),
    toFailure: ({ reason }) => ({ failureReason: reason, providerCode: undefined }),
    markTakenBack: () => {
      if (world.row?.step !== 'RESERVE') return Promise.resolve(false);
      world.row = { ...world.row, step: 'TAKE_BACK' };
      return Promise.resolve(true);
    },
    takeBack: async () => {
      world.log.push(`release at ${world.row?.step ?? 'none'}`);
      await world.release();
      world.row = undefined;
    },
    findReserved: () => Promise.resolve(world.row?.step === 'TAKE_BACK' ? undefined : world.row),
    takenBack: () => failedPrecondition('Taken back', 'TAKEN_BACK'),
    logRetry: (_order, _error, isSent) => void world.log.push(isSent ? 'outcome unknown' : 'step failed'),
    logTakeBackFailed: () => void world.log.push('take back failed'),
  };
}

function required(row: TestOrder | undefined): TestOrder {
  if (!row) throw new Error('the order is gone');
  return row;
}

const watching = (clockMs: number): Partial<TestOrder> => ({
  step: 'WATCH',
  sentAt: new Date(clockMs),
  account: 'bank',
});

describe('SEND', () => {
  test('commits WATCH before the order is sent', async () => {
    const { world, run } = aPort();
    await run();
    expect(world.log).toEqual(['send at WATCH']);
    expect(world.row).toMatchObject({ step: 'WATCH', account: 'bank', sentAt: new Date(start), attempts: 0 });
    expect(world.runAtMs).toBe(2_000);
  });

  test('sends once when three workers do it at once', async () => {
    const { port, world } = aPort();
    const order = required(world.row);
    await Promise.all([1, 2, 3].map(() => runOrderStep(port, order)));
    expect(world.log).toEqual(['send at WATCH']);
  });

  const outcomes = [
    { name: 'COMPLETE', send: answers('COMPLETE'), read: isAway, log: ['end COMPLETE, refusal none'], step: 'DONE' },
    { name: 'FAILED', send: answers('FAILED'), read: isAway, log: ['end FAILED, refusal none'], step: 'DONE' },
    {
      name: 'a refusal of an order that it does not know',
      send: refuses,
      read: neverGot,
      log: ['read', 'end FAILED, refusal LIMIT_EXCEEDED'],
      step: 'DONE',
    },
    {
      name: 'a refusal of an order that it carries out',
      send: refuses,
      read: answers('COMPLETE'),
      log: ['read', 'end COMPLETE, refusal none'],
      step: 'DONE',
    },
    {
      name: 'a refusal, and then no answer',
      send: refuses,
      read: isAway,
      log: ['read', 'outcome unknown'],
      step: 'WATCH',
    },
    { name: 'no answer', send: isAway, read: isAway, log: ['outcome unknown'], step: 'WATCH' },
  ];
  test.each(outcomes)('answered with $name', async ({ send, read, log, step }) => {
    const { world, run } = aPort();
    Object.assign(world, { send, read });
    await run();
    expect(world.log).toEqual(['send at WATCH', ...log]);
    expect(world.row?.step).toBe(step);
    if (step === 'WATCH') expect([world.row?.attempts, world.runAtMs]).toEqual([1, 5_000]);
  });

  test('keeps a refusal when the release of its hold failed', async () => {
    const { world, run } = aPort();
    Object.assign(world, { send: refuses, read: neverGot, release: isAway });
    await run();
    expect(world.row).toMatchObject({ step: 'WATCH', refusal: 'LIMIT_EXCEEDED', end: undefined });
    Object.assign(world, { release: () => Promise.resolve(), clockMs: start + orderSettlesMs });
    await run();
    expect(world.row).toMatchObject({ step: 'DONE', end: 'FAILED' });
    expect(world.log.filter((line) => line.startsWith('send'))).toHaveLength(1);
  });
});

describe('WATCH', () => {
  test.each([
    { name: 'PENDING', read: answers('PENDING'), afterMs: 0, step: 'WATCH' },
    { name: 'COMPLETE', read: answers('COMPLETE'), afterMs: 0, step: 'DONE' },
    { name: 'FAILED', read: answers('FAILED'), afterMs: 0, step: 'DONE' },
    { name: 'unknown there', read: neverGot, afterMs: orderSettlesMs - 1, step: 'WATCH' },
    { name: 'unknown there for a minute', read: neverGot, afterMs: orderSettlesMs, step: 'SEND' },
  ])('reads $name: $step is next', async ({ read, afterMs, step }) => {
    const { world, run } = aPort(watching(start));
    Object.assign(world, { read, clockMs: start + afterMs });
    await run();
    expect(world.row?.step).toBe(step);
    expect(world.log.filter((line) => line.startsWith('send'))).toEqual([]);
  });

  test('a refusal of a repeat fails the order only once the order before it has settled', async () => {
    const { world, run } = aPort(watching(start));
    Object.assign(world, { send: refuses, read: neverGot, clockMs: start + orderSettlesMs });
    await run();
    await run();
    expect(world.row).toMatchObject({ step: 'WATCH', refusal: 'LIMIT_EXCEEDED' });
    world.clockMs += orderSettlesMs - 1;
    await run();
    expect(world.row?.step).toBe('WATCH');
    world.clockMs += 1;
    await run();
    expect(world.row).toMatchObject({ step: 'DONE', end: 'FAILED' });
  });

  test('a refusal of a repeat does not count when the provider has the order', async () => {
    const { world, run } = aPort({ ...watching(start), refusal: 'LIMIT_EXCEEDED' });
    await run();
    expect(world.row).toMatchObject({ step: 'WATCH', refusal: undefined });
  });

  test('without an answer throws, and is tried again later each time', async () => {
    const { port, world, run } = aPort(watching(start));
    world.read = isAway;
    for (const delayMs of [5_000, 60_000, 600_000, 3_600_000]) {
      await expect(run()).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
      await retryLater(port, required(world.row), new Error('away'));
      expect(world.runAtMs).toBe(delayMs);
    }
  });

  test('writes nothing of an order that another worker has sent again', async () => {
    const { port, world } = aPort(watching(start));
    const stale = required(world.row);
    world.row = { ...stale, sentAt: new Date(start + orderSettlesMs) };
    Object.assign(world, { read: neverGot, clockMs: start + orderSettlesMs });
    expect(await runOrderStep(port, stale)).toEqual(world.row);
    expect(world.row).toMatchObject({ step: 'WATCH', attempts: 0 });
  });
});

describe('RESERVE', () => {
  test('moves to SEND once the money is held', async () => {
    const { world, run } = aPort({ step: 'RESERVE', attempts: 2 });
    expect(await run()).toMatchObject({ step: 'SEND', attempts: 0 });
    expect(world.runAtMs).toBe(0);
  });

  test('answers the order of a worker that was faster', async () => {
    const { port, world } = aPort({ step: 'RESERVE' });
    const order = required(world.row);
    await runOrderStep(port, order);
    expect(await runOrderStep(port, order)).toMatchObject({ step: 'SEND' });
  });

  test.each(['TAKE_BACK', undefined] as const)('fails when another worker takes the order back (%s)', async (step) => {
    const { world, run } = aPort({ step: 'RESERVE' });
    world.reserve = () => {
      world.row = step && { ...required(world.row), step };
      return Promise.resolve();
    };
    await expect(run()).rejects.toMatchObject({ reason: 'TAKEN_BACK' });
  });

  test('that is refused marks the order before its hold is released, and removes it after', async () => {
    const { port, world } = aPort({ step: 'RESERVE' });
    await expect(takeBackRefused(port, required(world.row), refusal)).rejects.toBe(refusal);
    expect([world.log, world.row]).toEqual([['release at TAKE_BACK'], undefined]);
  });

  test('that is refused leaves TAKE_BACK to a job when the hold cannot be released', async () => {
    const { port, world, run } = aPort({ step: 'RESERVE' });
    world.release = isAway;
    await expect(takeBackRefused(port, required(world.row), refusal)).rejects.toBe(refusal);
    expect(world.row?.step).toBe('TAKE_BACK');
    world.release = () => Promise.resolve();
    await run();
    expect(world.row).toBeUndefined();
  });

  test('that is refused answers the order when another worker has reserved its money', async () => {
    const { port, world } = aPort({ step: 'SEND' });
    const order = { ...required(world.row), step: 'RESERVE' } as const;
    expect(await takeBackRefused(port, order, refusal)).toBe(world.row);
    expect(world.log).toEqual([]);
  });
});

test('DONE stays as it is', async () => {
  const { world, run } = aPort({ step: 'DONE', end: 'COMPLETE' });
  expect(await run()).toEqual(world.row);
  expect(world.log).toEqual([]);
});

import { failedPrecondition, unavailable } from '@pitanga/core';
import { afterFailure, afterRead, orderSettlesMs, sendOrder, type OrderReading } from './order';

const requestedAt = new Date('2027-01-04T12:00:00.000Z');
const later = (ms: number): Date => new Date(requestedAt.getTime() + ms);
const sent = {
  attempts: 0,
  requestedAt,
  sentAt: later(1_000),
  refusal: undefined,
};
const settled = later(1_000 + orderSettlesMs);
const refused = { ...sent, refusal: 'LIMIT_EXCEEDED' };
const pending = { status: 'PENDING' } as const;
const complete = { status: 'COMPLETE' } as const;
const failed = { status: 'FAILED' } as const;

const fresh = { ...sent, attempts: 0, sentAt: undefined };
const refusal = failedPrecondition('The provider does not take this', 'LIMIT_EXCEEDED');
const gone = unavailable('The provider is away');
const answer = (reading: OrderReading | undefined) => () => Promise.resolve(reading);
const fails = (error: Error) => (): Promise<never> => Promise.reject(error);

describe('an order that is sent', () => {
  test.each([
    ['PENDING', pending, { kind: 'WAIT', attempts: 0, isAccepted: true, afterMs: 2_000 }],
    ['COMPLETE', complete, { kind: 'END', end: complete }],
    ['FAILED', failed, { kind: 'END', end: failed }],
  ])('and answered %s is not read', async (_name, reading, next) => {
    expect(await sendOrder(fresh, () => Promise.resolve(reading), fails(gone))).toEqual(next);
  });

  test.each([
    { name: 'its first send', before: fresh, isCertain: true },
    { name: 'a repeat', before: sent, isCertain: false },
    { name: 'a first send that was tried before', before: { ...fresh, attempts: 1 }, isCertain: false },
  ])('and refused fails for certain only when the provider does not know it: $name', async ({ before, isCertain }) => {
    expect(await sendOrder(before, fails(refusal), answer(undefined))).toEqual({ kind: 'REFUSED', refusal, isCertain });
    expect(await sendOrder(before, fails(refusal), answer(complete))).toEqual({ kind: 'END', end: complete });
    await expect(sendOrder(before, fails(refusal), fails(gone))).rejects.toBe(gone);
  });

  test('is not read when it has no answer, which leaves the outcome unknown', async () => {
    const read = jest.fn(answer(complete));
    await expect(sendOrder(fresh, fails(gone), read)).rejects.toBe(gone);
    expect(read).not.toHaveBeenCalled();
  });
});

const wait = { kind: 'WAIT', attempts: 1, afterMs: 5_000 };
const reads = [
  { name: 'COMPLETE', order: sent, reading: complete, now: settled, next: { kind: 'END', end: complete } },
  { name: 'FAILED', order: refused, reading: failed, now: settled, next: { kind: 'END', end: failed } },
  { name: 'PENDING', order: sent, reading: pending, now: settled, next: { ...wait, isAccepted: true } },
  {
    name: 'PENDING after a repeat was refused',
    order: refused,
    reading: pending,
    now: settled,
    next: { ...wait, isAccepted: true },
  },
  {
    name: 'unknown there a moment before it settles',
    order: sent,
    reading: undefined,
    now: new Date(settled.getTime() - 1),
    next: { ...wait, isAccepted: false },
  },
  {
    name: 'unknown there once it has settled',
    order: sent,
    reading: undefined,
    now: settled,
    next: { kind: 'SEND_AGAIN', sentAt: sent.sentAt },
  },
  {
    name: 'refused, and unknown there a moment before it settles',
    order: refused,
    reading: undefined,
    now: new Date(settled.getTime() - 1),
    next: { ...wait, isAccepted: false },
  },
  {
    name: 'refused, and unknown there once it has settled',
    order: refused,
    reading: undefined,
    now: settled,
    next: { kind: 'FAIL' },
  },
  {
    name: 'unknown there, of a release that did not write when it was sent',
    order: { ...sent, sentAt: undefined },
    reading: undefined,
    now: later(orderSettlesMs),
    next: { kind: 'SEND_AGAIN', sentAt: requestedAt },
  },
];

test.each(reads)('an order that is read as $name', ({ order, reading, now, next }) => {
  expect(afterRead(order, reading, now)).toEqual(next);
});

test('a step without an answer is tried again after 5 s, 1 min, 10 min and then every hour', () => {
  const delaysMs = [0, 1, 2, 3, 4, 50].map((attempts) => afterFailure({ ...sent, attempts }).afterMs);
  expect(delaysMs).toEqual([5_000, 60_000, 600_000, 3_600_000, 3_600_000, 3_600_000]);
  expect(afterFailure(sent)).toMatchObject({ kind: 'WAIT', attempts: 1, isAccepted: false });
});

import { afterRead, afterSend, orderSettlesMs, retryAfterMs } from './order';

const requestedAt = new Date('2027-01-04T12:00:00.000Z');
const later = (ms: number): Date => new Date(requestedAt.getTime() + ms);
const sent = {
  attempts: 0,
  requestedAt,
  sentAt: later(1_000),
  refusal: undefined,
  providerCode: undefined,
};
const settled = later(1_000 + orderSettlesMs);
const refused = { ...sent, refusal: 'LIMIT_EXCEEDED', providerCode: 'AM02' };
const pending = { status: 'PENDING' } as const;
const complete = { status: 'COMPLETE' } as const;
const failed = { status: 'FAILED' } as const;

test.each([
  ['PENDING', pending, { kind: 'WAIT', attempts: 0, isAccepted: true, afterMs: 2_000 }],
  ['COMPLETE', complete, { kind: 'CONCLUDE' }],
  ['FAILED', failed, { kind: 'CONCLUDE' }],
])('an order that is sent and answered %s', (_name, answer, next) => {
  expect(afterSend(answer)).toEqual(next);
});

const fail = { kind: 'FAIL', failure: { failureReason: 'LIMIT_EXCEEDED', providerCode: 'AM02' } };
const wait = { kind: 'WAIT', attempts: 1, afterMs: 5_000 };
const reads = [
  { name: 'COMPLETE', order: sent, reading: complete, now: settled, next: { kind: 'CONCLUDE' } },
  { name: 'FAILED', order: refused, reading: failed, now: settled, next: { kind: 'CONCLUDE' } },
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
    next: fail,
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
  expect([0, 1, 2, 3, 4, 50].map(retryAfterMs)).toEqual([5_000, 60_000, 600_000, 3_600_000, 3_600_000, 3_600_000]);
});

import { isUnknown, retryAt } from './sync';
import { firstPoll, isChargeTxid, isExpired, nextPoll } from './pix-sync';

const minute = 60_000;
const createdAt = new Date('2026-11-20T15:00:00.000Z');
const after = (minutes: number): Date => new Date(createdAt.getTime() + minutes * minute);
const charge = { createdAt, expiresAt: after(60) };

describe('asking a bank without being told', () => {
  test.each([
    [0, 2],
    [2, 4],
    [4, 8],
    [16, 32],
    [32, 61],
    [59.9, 61],
    [60, 61],
    [61, 120],
    [119, 120],
  ])('%d minutes after a charge of one hour was made, it is asked again at minute %d', (now, next) => {
    expect(nextPoll(charge, after(now))).toEqual(after(next));
  });

  test('begins after two minutes, or one after the expiry of a charge that is open for less', () => {
    expect(firstPoll(charge)).toEqual(after(2));
    expect(firstPoll({ createdAt, expiresAt: after(0.5) })).toEqual(after(1.5));
  });

  test('ends one hour after the expiry', () => {
    expect(nextPoll(charge, after(120))).toBeUndefined();
    expect(nextPoll(charge, after(5_000))).toBeUndefined();
  });

  test('costs few calls and leaves no gap above six hours, also for a charge of thirty days', () => {
    const month = { createdAt, expiresAt: after(30 * 24 * 60) };
    const asked: Date[] = [];
    for (let at = nextPoll(month, createdAt); at; at = nextPoll(month, at)) asked.push(at);
    const gaps = asked.map((at, index) => at.getTime() - (asked[index - 1] ?? createdAt).getTime());
    expect(Math.max(...gaps)).toBe(6 * 60 * minute);
    expect(asked.length).toBeLessThan(135);
  });
});

test('failures wait longer each time, an hour at most', () => {
  const waits = [0, 1, 2, 9, 10, 1_000].map(
    (attempts) => (retryAt(attempts, createdAt).getTime() - createdAt.getTime()) / 1_000,
  );
  expect(waits).toEqual([5, 10, 20, 2_560, 3_600, 3_600]);
});

test('a txid of nobody is looked for several times, and no sync outlives every charge by much', () => {
  expect([1, 5, 6].map(isUnknown)).toEqual([false, false, true]);
  expect([after(30 * 1_440), after(38 * 1_440)].map((now) => isExpired(createdAt, now))).toEqual([false, true]);
});

test('only txids of the length of a dynamic charge are ours', () => {
  const txids = ['a'.repeat(25), 'a'.repeat(26), 'A1'.repeat(16), 'a'.repeat(36), `${'a'.repeat(31)}_`];
  expect(txids.map(isChargeTxid)).toEqual([false, true, true, false, false]);
});

import { localMinute } from '../../../format/time';
import { timeAhead, countByType, nextDue, stepFrom, typedTarget } from './clock-steps';

const now = new Date('2026-11-24T11:30:00.000Z');

describe('a step of the clock', () => {
  it('of a month keeps the local day and time, or takes the last day of a shorter month', () => {
    expect(stepFrom(now, 'day').toISOString()).toBe('2026-11-25T11:30:00.000Z');
    expect(stepFrom(now, 'week').toISOString()).toBe('2026-12-01T11:30:00.000Z');
    expect(stepFrom(now, 'month').toISOString()).toBe('2026-12-24T11:30:00.000Z');
    expect(stepFrom(new Date('2027-01-31T12:00:00Z'), 'month').toISOString()).toBe('2027-02-28T12:00:00.000Z');
    // 1 February in UTC, still 31 January in São Paulo.
    expect(stepFrom(new Date('2027-02-01T01:00:00Z'), 'month').toISOString()).toBe('2027-03-01T01:00:00.000Z');
    expect(stepFrom(new Date('2026-12-15T12:00:00Z'), 'month').toISOString()).toBe('2027-01-15T12:00:00.000Z');
  });

  it('to a typed time is in São Paulo, ahead, and within ten years', () => {
    expect(typedTarget('2026-12-24T08:30', now)?.toISOString()).toBe('2026-12-24T11:30:00.000Z');
    expect(typedTarget('2026-11-24T08:30', now)).toBeUndefined();
    expect(typedTarget('2036-12-24T08:30', now)).toBeUndefined();
    expect(typedTarget('', now)).toBeUndefined();
    expect(localMinute(now)).toBe('2026-11-24T08:30');
  });

  it('to the next charge is a second after the earliest one to come', () => {
    const at = (nextChargeAt: string | null) => ({ nextChargeAt });
    const rows = [at(null), at('2026-12-24T11:29:00Z'), at('2026-12-01T11:29:00Z'), at('2026-11-01T00:00:00Z')];
    expect(nextDue(rows, now)?.toISOString()).toBe('2026-12-01T11:29:01.000Z');
    expect(nextDue([at(null)], now)).toBeUndefined();
  });
});

describe('what happened on the way', () => {
  it('is counted by type, the most frequent first', () => {
    const of = (type: string) => ({ type, id: 'subs_1', at: now.toISOString() });
    expect(countByType([of('charge.paid'), of('subscription.renewed'), of('charge.paid')])).toEqual([
      ['charge.paid', 2],
      ['subscription.renewed', 1],
    ]);
  });

  it('is so many days and hours ahead of real time', () => {
    expect(timeAhead(new Date('2026-12-24T13:29:59Z'), now)).toEqual({ days: 30, hours: 2 });
    expect(timeAhead(new Date(now.getTime() - 500), now)).toEqual({ days: 0, hours: 0 });
  });
});

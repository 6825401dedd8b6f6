import { cents } from '@pitanga/core';
import type { DebitReading } from '../provider/automatic-pix-provider';
import { firstDay, judgeDebit as judgeAt, nextDebitPoll, retryDay, type Debit } from './debit';

const noon = new Date('2026-12-10T15:00:00.000Z');
const reading = (over: Partial<DebitReading> = {}): DebitReading => ({
  status: 'OPEN',
  isAccepted: true,
  amountCents: cents(4_990),
  tries: [],
  payments: [],
  endCode: undefined,
  ...over,
});
const failed = (day: string, code?: string) => ({ day, status: 'FAILED', code }) as const;
const open = (day: string) => ({ day, status: 'OPEN', code: undefined }) as const;
/** When every try is over. */
const judgeDebit = (seen: DebitReading, collectOn: string) =>
  judgeAt(seen, collectOn, new Date('2026-12-20T12:00:00Z'));
const payment = { endToEndId: 'E1', amountCents: cents(4_990), paidAt: noon, payer: undefined };

describe('what became of an attempt at the payer’s bank', () => {
  test.each(['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09'])('%s ends the debit', (code) => {
    const verdict = judgeDebit(reading({ tries: [failed('2026-12-10', code)] }), '2026-12-10');
    expect(verdict).toEqual({ kind: 'FAILED', code, isFinal: true });
  });

  test.each(['AB10', 'AC06', 'AM02', 'DTNT', 'FBRD', 'IRNT', 'NIEC', 'NIPA', 'QUNT', 'UDEI', 'NEW1'])(
    '%s fails the attempt only',
    (code) => {
      const verdict = judgeDebit(reading({ tries: [failed('2026-12-10', code)] }), '2026-12-10');
      expect(verdict).toEqual({ kind: 'FAILED', code, isFinal: false });
    },
  );

  test('is open before its day, whatever earlier tries did, and while one of its tries is', () => {
    const before = [failed('2026-12-10', 'AM02')];
    expect(judgeDebit(reading({ tries: before }), '2026-12-11').kind).toBe('OPEN');
    // A second try of the same day, as banks make by themselves.
    expect(judgeDebit(reading({ tries: [...before, open('2026-12-10')] }), '2026-12-10').kind).toBe('OPEN');
    // Moved to the next business day.
    expect(judgeDebit(reading({ tries: [failed('2026-12-14', 'AM02')] }), '2026-12-12').kind).toBe('FAILED');
    expect(judgeDebit(reading(), '2026-12-10').kind).toBe('OPEN');
  });

  test('is open until the tries of its last day are over, at 22 h in São Paulo, but not after a code that ends it', () => {
    const tries = [failed('2026-12-10', 'AM02'), failed('2026-12-12', 'AM02')];
    const at = (now: string) => judgeAt(reading({ tries }), '2026-12-10', new Date(now)).kind;
    expect([at('2026-12-10T15:00:00Z'), at('2026-12-13T00:59:59.999Z')]).toEqual(['OPEN', 'OPEN']);
    expect(at('2026-12-13T01:00:00Z')).toBe('FAILED');
    const ended = reading({ tries: [...tries, failed('2026-12-12', 'DENC')] });
    expect(judgeAt(ended, '2026-12-10', noon)).toEqual({ kind: 'FAILED', code: 'DENC', isFinal: true });
    const rejected = judgeAt(reading({ status: 'EXPIRED', tries }), '2026-12-10', noon);
    expect(rejected).toMatchObject({ kind: 'FAILED', isFinal: true });
  });

  test('is a payment wherever there is one, and not before the bank has booked it', () => {
    const paid = reading({ status: 'PAID', payments: [payment], tries: [failed('2026-12-10', 'AC05')] });
    expect(judgeDebit(paid, '2026-12-10')).toEqual({ kind: 'PAID', payments: [payment] });
    expect(judgeDebit(reading({ status: 'PAID' }), '2026-12-10').kind).toBe('OPEN');
    expect(judgeDebit(reading({ status: 'CANCELLED', payments: [payment] }), '2026-12-10').kind).toBe('PAID');
  });

  test('is final when the debit has ended, with the code there is', () => {
    const rejected = reading({ status: 'REJECTED', endCode: 'MSUC' });
    expect(judgeDebit(rejected, '2026-12-10')).toEqual({ kind: 'FAILED', code: 'MSUC', isFinal: true });
    const expired = judgeDebit(reading({ status: 'EXPIRED' }), '2026-12-10');
    expect(expired).toEqual({ kind: 'FAILED', code: 'EXPIRED', isFinal: true });
  });
});

describe('the days of a debit', () => {
  test('are those asked for, or the first ones that a bank takes', () => {
    expect(firstDay('2026-12-17', noon)).toBe('2026-12-17');
    expect(firstDay('2026-12-11', noon)).toBe('2026-12-12');
    expect(retryDay({ firstOn: '2026-12-09' }, '2026-12-10', noon)).toBe('2026-12-11');
    expect(retryDay({ firstOn: '2026-12-09' }, '2026-12-16', noon)).toBe('2026-12-16');
    expect(retryDay({ firstOn: '2026-12-09' }, '2026-12-17', noon)).toBeUndefined();
    expect(retryDay({ firstOn: '2026-12-03' }, '2026-12-04', noon)).toBeUndefined();
  });

  test('are read after the first tries, then hourly, then seldom, and not for ever once it has failed', () => {
    const debit = { step: 'SENT', collectOn: '2026-12-11', firstOn: '2026-12-11' } as Debit;
    const at = (now: string, over: Partial<Debit> = {}) => nextDebitPoll({ ...debit, ...over }, new Date(now));
    expect(at('2026-12-10T15:00:00Z')).toEqual(new Date('2026-12-10T21:00:00Z'));
    expect(at('2026-12-11T10:00:00Z')).toEqual(new Date('2026-12-11T11:15:00Z'));
    expect(at('2026-12-11T12:00:00Z')).toEqual(new Date('2026-12-11T13:00:00Z'));
    // Exactly when the last tries are over.
    expect(at('2026-12-12T00:30:00Z')).toEqual(new Date('2026-12-12T01:00:00Z'));
    expect(at('2026-12-20T12:00:00Z')).toEqual(new Date('2026-12-21T00:00:00Z'));
    expect(at('2026-12-20T12:00:00Z', { step: 'FAILED' })).toEqual(new Date('2026-12-21T00:00:00Z'));
    expect(at('2026-12-26T12:00:00Z', { step: 'FAILED' })).toBeUndefined();
    expect(at('2026-12-11T12:00:00Z', { step: 'DONE' })).toBeUndefined();
  });
});

import { cents } from '@pitanga/core';
import { dayAround, nightAround, refuseByLimits, type Outflow, type PayoutLimits } from './payout-limits';

/** An instant of São Paulo, which is three hours behind UTC. */
const at = (local: string): Date => new Date(`${local}-03:00`);
const none: PayoutLimits = {
  orderCents: undefined,
  dayCents: undefined,
  nightCents: undefined,
  intervalSeconds: undefined,
  beneficiaries: undefined,
};
const sent = (local: string, amountCents = 1_000): Outflow => ({
  startsAt: at(local),
  amountCents: cents(amountCents),
  lastAt: at(local),
});
const order = (local: string, amountCents = 1_000, beneficiary?: string) => ({
  amountCents: cents(amountCents),
  at: at(local),
  to: { beneficiary },
});

describe('a day and a night', () => {
  it.each([
    ['2026-11-28T00:00:00.000', '2026-11-27T20:00:00', '2026-11-28T08:00:00'],
    ['2026-11-28T07:59:59.999', '2026-11-27T20:00:00', '2026-11-28T08:00:00'],
    ['2026-11-28T08:00:00.000', '2026-11-28T20:00:00', '2026-11-29T08:00:00'],
    ['2026-11-28T19:59:59.999', '2026-11-28T20:00:00', '2026-11-29T08:00:00'],
    ['2026-11-28T20:00:00.000', '2026-11-28T20:00:00', '2026-11-29T08:00:00'],
    ['2026-11-28T23:59:59.999', '2026-11-28T20:00:00', '2026-11-29T08:00:00'],
  ])('of %s are those of São Paulo', (now, startsAt, endsAt) => {
    expect(nightAround(at(now))).toEqual({ startsAt: at(startsAt), endsAt: at(endsAt) });
    expect(dayAround(at(now))).toEqual({ startsAt: at('2026-11-28T00:00:00'), endsAt: at('2026-11-29T00:00:00') });
  });
});

describe('the limits of payouts', () => {
  it.each([
    ['another day', '2026-11-28T00:00:00.000', '2026-11-27T23:59:59.999', false],
    ['the same day', '2026-11-28T23:59:59.999', '2026-11-28T00:00:00.000', true],
  ])('of a day count what left on %s as it is', (_name, now, before, isRefused) => {
    const refusal = refuseByLimits({ ...none, dayCents: cents(1_999) }, [sent(before)], order(now));
    expect(refusal !== undefined).toBe(isRefused);
  });

  it.each([
    ['before the night', '2026-11-28T19:59:59.999', '2026-11-28T07:00:00', false],
    ['at its first instant', '2026-11-28T20:00:00.000', '2026-11-28T19:00:00', false],
    ['after midnight, of what left before it', '2026-11-29T00:00:00.000', '2026-11-28T20:00:00', true],
    ['at its last instant', '2026-11-29T07:59:59.999', '2026-11-28T23:00:00', true],
    ['when it is over', '2026-11-29T08:00:00.000', '2026-11-29T07:00:00', false],
  ])('of a night count %s', (_name, now, before, isRefused) => {
    const refusal = refuseByLimits({ ...none, nightCents: cents(1_999) }, [sent(before)], order(now));
    expect(refusal !== undefined).toBe(isRefused);
  });

  it('say what is left, in centavos, and until when', () => {
    const now = order('2026-11-28T22:00:00', 1_000);
    const before = [sent('2026-11-28T21:00:00', 300)];
    expect(refuseByLimits({ ...none, dayCents: cents(1_299) }, before, now)).toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'PAYOUT_LIMIT_EXCEEDED',
      message:
        'PAYOUT_LIMIT_EXCEEDED: R$ 9,99 (999 centavos) are left of the limit of the day until 2026-11-29T03:00:00.000Z',
      metadata: { leftCents: '999', until: '2026-11-29T03:00:00.000Z' },
    });
    expect(refuseByLimits({ ...none, nightCents: cents(200) }, before, now)).toMatchObject({
      metadata: { leftCents: '0', until: '2026-11-29T11:00:00.000Z' },
    });
    expect(refuseByLimits({ ...none, orderCents: cents(999) }, before, now)).toMatchObject({
      message: 'PAYOUT_LIMIT_EXCEEDED: one order may send R$ 9,99 (999 centavos), and this one is of R$ 10,00',
      metadata: { leftCents: '999' },
    });
    expect(refuseByLimits({ ...none, intervalSeconds: 3_601 }, before, now)).toMatchObject({
      message: 'Aguarde alguns segundos antes de solicitar outro saque.',
      metadata: { leftCents: '0', until: '2026-11-29T01:00:01.000Z', retryAfterSeconds: '1' },
    });
  });

  it('let through exactly what they allow, and without any everything', () => {
    const before = [sent('2026-11-28T21:00:00', 300)];
    const exact: PayoutLimits = {
      orderCents: cents(1_000),
      dayCents: cents(1_300),
      nightCents: cents(1_300),
      intervalSeconds: 3_600,
      beneficiaries: ['ab'],
    };
    expect(refuseByLimits(exact, before, order('2026-11-28T22:00:00', 1_000, 'ab'))).toBeUndefined();
    expect(refuseByLimits(none, before, order('2026-11-28T21:00:00', 9_999_999))).toBeUndefined();
  });

  it.each([
    ['a key that is not in it', { beneficiary: 'cd' }, 'PAYOUT_KEY_NOT_ALLOWED'],
    ['a key that the caller could not tell', { beneficiary: undefined }, 'PAYOUT_KEY_NOT_ALLOWED'],
    ["the holder's own key", undefined, undefined],
  ])('with a list refuse nothing but keys of others: %s', (_name, to, reason) => {
    const list = { ...none, beneficiaries: ['ab'] };
    expect(refuseByLimits(list, [], { ...order('2026-11-28T22:00:00'), to })?.reason).toBe(reason);
  });
});

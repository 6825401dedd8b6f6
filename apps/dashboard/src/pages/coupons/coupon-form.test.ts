import { couponHint } from './coupon';
import { couponBody, emptyCoupon, endsAfterStart, isCode, parsePercent } from './coupon-form';

describe('a percentage as it is typed', () => {
  test.each([
    ['10', 1_000],
    ['12,5', 1_250],
    ['12.5', 1_250],
    ['0,01', 1],
    ['0,29', 29],
    ['33,33 %', 3_333],
    ['100', 10_000],
    ['007', 700],
    ['5,', 500],
  ])('%j is %i hundredths of a percent, exactly', (text, hundredths) => {
    expect(parsePercent(text)).toBe(hundredths);
  });

  test.each(['', '0', '0,00', '100,01', '101', '1,234', '-5', 'dez', '1e2', '1.000,00'])('%j is refused', (text) => {
    expect(parsePercent(text)).toBeUndefined();
  });

  it('is exact for every hundredth there is', () => {
    for (let hundredths = 1; hundredths <= 10_000; hundredths += 1) {
      const digits = String(hundredths).padStart(3, '0');
      expect(parsePercent(`${digits.slice(0, -2)},${digits.slice(-2)}`)).toBe(hundredths);
    }
  });
});

test.each([
  ['NATAL', true],
  ['natal_26-x', true],
  ['', false],
  ['VERÃO', true],
  ['10%OFF', true],
  ['dez por cento', true],
  ['dez  por', false],
  ['a\u200bb', false],
  ['A'.repeat(51), false],
])('%j as a code: %j', (code, right) => {
  expect(isCode(code)).toBe(right);
});

test('only what is filled in is sent', () => {
  expect(couponBody({ ...emptyCoupon, code: ' NATAL ', percent: '12,5' })).toEqual({
    code: 'NATAL',
    discountKind: 'PERCENTAGE',
    discount: 1_250,
    duration: 'ONCE',
  });
  const fixed = { ...emptyCoupon, code: 'DEZ', discountKind: 'FIXED' as const, percent: '5', amount: 1_000 };
  expect(
    couponBody({ ...fixed, maxRedeems: 3, notes: ' da campanha ', metadata: [{ name: 'a', value: '1' }] }),
  ).toEqual({
    code: 'DEZ',
    discountKind: 'FIXED',
    discount: 1_000,
    maxRedeems: 3,
    duration: 'ONCE',
    notes: 'da campanha',
    metadata: { a: '1' },
  });
});

test('a number of charges is sent with the duration that has one alone', () => {
  const typed = { ...emptyCoupon, durationInCycles: 3 };
  expect(couponBody({ ...typed, duration: 'REPEATING' })).toMatchObject({ duration: 'REPEATING', durationInCycles: 3 });
  expect(couponBody({ ...typed, duration: 'FOREVER' })).not.toHaveProperty('durationInCycles');
});

test('a validity is typed in the time of the store', () => {
  const dates = { startsAt: '2026-12-01T00:00', expiresAt: '2026-12-26T00:00' };
  expect(couponBody({ ...emptyCoupon, ...dates })).toMatchObject({
    startsAt: '2026-12-01T00:00:00-03:00',
    expiresAt: '2026-12-26T00:00:00-03:00',
  });
  expect(endsAfterStart(dates)).toBe(true);
  expect(endsAfterStart({ ...dates, expiresAt: dates.startsAt })).toBe(false);
  expect(endsAfterStart({ ...dates, startsAt: '' })).toBe(true);
});

test.each([
  ['before its start', 'ACTIVE', '2026-12-02', null, 'notStartedHint'],
  ['within its validity', 'ACTIVE', '2026-11-30', '2026-12-02', undefined],
  ['from its end on', 'EXPIRED', null, '2026-12-01', 'pastEndHint'],
  ['used up', 'EXPIRED', null, '2026-12-02', 'expiredHint'],
  ['without dates', 'ACTIVE', null, null, undefined],
] as const)('a coupon %s says what keeps it from being used', (_name, status, startsAt, expiresAt, hint) => {
  expect(couponHint({ status, startsAt, expiresAt }, new Date('2026-12-01'))).toBe(hint);
});

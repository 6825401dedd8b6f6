import { Coupon, UnreadableMessageError } from '@pitanga/contracts';
import { couponRecord } from '../src';
import { at, iso, later, laterIso } from './messages';

const aCoupon = Coupon.fromPartial({
  code: 'Natal_26',
  devMode: true,
  discountKind: 'DISCOUNT_KIND_PERCENTAGE',
  discount: 1_250,
  status: 'COUPON_STATUS_ACTIVE',
  maxRedeems: -1,
  metadataJson: '{"b":1,"a":null}',
  createdAt: at,
  updatedAt: later,
});

test("a coupon's id is its code, which is shown twice, and what it lacks is null", () => {
  expect(couponRecord(aCoupon)).toEqual({
    id: 'Natal_26',
    code: 'Natal_26',
    devMode: true,
    discountKind: 'PERCENTAGE',
    discount: 1_250,
    status: 'ACTIVE',
    notes: null,
    maxRedeems: -1,
    redeemsCount: 0,
    startsAt: null,
    expiresAt: null,
    duration: 'FOREVER',
    durationInCycles: null,
    metadata: { b: 1, a: null },
    createdAt: iso,
    updatedAt: laterIso,
  });
});

test('a used up coupon shows its notes and how often it was redeemed', () => {
  const used = { ...aCoupon, status: 'COUPON_STATUS_EXPIRED' as const, notes: 'Fim', maxRedeems: 3, redeemsCount: 3 };
  expect(couponRecord(used)).toMatchObject({ status: 'EXPIRED', notes: 'Fim', maxRedeems: 3, redeemsCount: 3 });
});

test('a coupon with a validity shows both of its instants', () => {
  expect(couponRecord({ ...aCoupon, startsAt: at, expiresAt: later })).toMatchObject({
    startsAt: iso,
    expiresAt: laterIso,
  });
});

test('a coupon shows which charges of a subscription it discounts', () => {
  const repeating = { ...aCoupon, duration: 'COUPON_DURATION_REPEATING' as const, durationInCycles: 3 };
  expect(couponRecord(repeating)).toMatchObject({ duration: 'REPEATING', durationInCycles: 3 });
});

test('a coupon without a status is a bug, never shown', () => {
  expect(() => couponRecord({ ...aCoupon, status: 'COUPON_STATUS_UNSPECIFIED' })).toThrow(UnreadableMessageError);
});

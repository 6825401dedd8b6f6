import { cents } from '@pitanga/core';
import { assert, integer, property } from 'fast-check';
import { fromAsaasDay, fromAsaasTime, fromReais, fromSignedReais, toReais } from './asaas-values';

test('every amount survives the way through the JSON of Asaas, to the centavo', () => {
  assert(
    property(integer({ min: 0, max: 999_999_999_999_999 }), (amount) => {
      const text = JSON.stringify({ value: toReais(cents(amount)) });
      expect(fromReais((JSON.parse(text) as { value: unknown }).value)).toBe(amount);
    }),
  );
  expect([29.16, 29.24, 0.07, 5, 1234.5].map(fromReais)).toEqual([2_916, 2_924, 7, 500, 123_450]);
});

test('what is no amount of centavos is none', () => {
  for (const value of [0.305, 0.1 + 0.2, -1, 1e21, NaN, '5.00', null, undefined, 1e-7]) {
    expect(fromReais(value)).toBeUndefined();
  }
});

test('what leaves is less than nothing, to the centavo', () => {
  expect([-0.99, -1.99, 0, 12.3].map(fromSignedReais)).toEqual([-99, -199, 0, 1_230]);
  expect([-0.001, '-1.00', NaN].map(fromSignedReais)).toEqual([undefined, undefined, undefined]);
});

test('times without a zone are those of São Paulo, in both forms that Asaas writes', () => {
  const at = new Date('2026-11-29T02:45:10.000Z');
  expect(fromAsaasTime('2026-11-28 23:45:10')).toEqual(at);
  expect(fromAsaasTime('28/11/2026 23:45:10')).toEqual(at);
  expect(fromAsaasDay('2026-11-28')).toEqual(new Date('2026-11-28T03:00:00.000Z'));
  for (const text of ['2026-02-30 10:00:00', '2026-11-28', '2026-11-28 24:00:00', '2026-11-28T10:00:00Z', 7]) {
    expect(fromAsaasTime(text)).toBeUndefined();
  }
});

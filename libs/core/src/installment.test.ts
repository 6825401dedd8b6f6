import { installmentId, toInstallmentNumber } from './installment';

describe('installments', () => {
  it('are counted from the first payment, which a trial moves from the start to cycle 1', () => {
    expect(toInstallmentNumber(undefined, 0)).toBe(1);
    expect(toInstallmentNumber(undefined, 1)).toBe(2);
    expect(toInstallmentNumber(new Date('2026-12-01T03:00:00.000Z'), 1)).toBe(1);
    expect(toInstallmentNumber(new Date('2026-12-01T03:00:00.000Z'), 2)).toBe(2);
  });

  it('have an id made of the subscription and the number', () => {
    expect(installmentId('subs_abc', 3)).toBe('inst_abc_3');
    expect(installmentId('abc_subs_d', 12)).toBe('inst_abc_subs_d_12');
  });
});

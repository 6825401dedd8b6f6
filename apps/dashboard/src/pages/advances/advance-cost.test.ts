import { costInBasisPoints } from './advance-cost';

describe('the cost of an advance as a part of its amount', () => {
  it.each([
    [10_000, 199, 199],
    [10_000, 7, 7],
    [3_180, 127, 399],
    [200, 1, 50],
    [3, 1, 3_333],
    [99_999_999_999, 50_000_000_000, 5_000],
    [0, 0, 0],
  ])('of %d centavos, %d are %d basis points', (amount, cost, basisPoints) => {
    expect(costInBasisPoints({ amount, cost })).toBe(basisPoints);
  });
});

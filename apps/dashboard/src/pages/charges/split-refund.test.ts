import { splitRefunds, storesShare } from './split-refund';

describe('who bears a refund of a split payment', () => {
  const shares = { sacc_1: 2_000, sacc_2: 0, sacc_3: undefined };

  it('is said to the API as it understands it', () => {
    expect(splitRefunds('PROPORTION', shares)).toBeUndefined();
    expect(splitRefunds('STORE', shares)).toEqual([]);
    expect(splitRefunds('CHOSEN', shares)).toEqual([{ subAccountId: 'sacc_1', amount: 2_000 }]);
  });

  it('leaves the rest to the store, and no less than nothing', () => {
    expect(storesShare(5_000, shares)).toBe(3_000);
    expect(storesShare(1_999, shares)).toBe(-1);
    expect(storesShare(5_000, {})).toBe(5_000);
  });
});

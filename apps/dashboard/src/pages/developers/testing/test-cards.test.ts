import { spacedNumber } from './test-cards';

describe('the number of a test card', () => {
  it('is written in the groups that are on the card', () => {
    expect(spacedNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(spacedNumber('378282246310005')).toBe('3782 822463 10005');
  });
});

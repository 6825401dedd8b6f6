import { waitingCount } from './live-rows';

describe('what came while a list is held', () => {
  it('counts rows before the first that is shown', () => {
    expect(waitingCount(['d', 'c', 'b', 'a'], ['b', 'a'])).toBe(2);
    expect(waitingCount(['b', 'a', 'older'], ['b', 'a'])).toBe(0);
  });

  it('counts all when nothing was there, and those after a first row that left', () => {
    expect(waitingCount(['b', 'a'], [])).toBe(2);
    expect(waitingCount([], ['a'])).toBe(0);
    expect(waitingCount(['c', 'a'], ['b', 'a'])).toBe(1);
  });
});

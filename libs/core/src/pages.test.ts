import { pageWhole, type PageRequest } from './pages';

const instant = (day: number): Date => new Date(Date.UTC(2026, 10, day));
/** `never` was not created; `b` and `c` were at one instant. */
const all = [
  { id: 'never', createdAt: undefined },
  { id: 'a', createdAt: instant(1) },
  { id: 'd', createdAt: instant(9) },
  { id: 'b', createdAt: instant(5) },
  { id: 'c', createdAt: instant(5) },
];

describe('a page of a list that is read whole', () => {
  const page = (asked: Partial<PageRequest> = {}) => {
    const { items, ...ends } = pageWhole(all, { limit: 2, ...asked }, (item) => item);
    return [items.map(({ id }) => id).join(' '), ends];
  };

  it('is newest first, and its cursors lead through everything once, in both directions', () => {
    expect(page()).toEqual(['d b', { hasMore: true, next: 'b', before: undefined }]);
    expect(page({ after: 'b' })).toEqual(['c a', { hasMore: true, next: 'a', before: 'c' }]);
    expect(page({ after: 'a' })).toEqual(['never', { hasMore: false, next: undefined, before: 'never' }]);
    expect(page({ before: 'never' })).toEqual(['c a', { hasMore: true, next: 'a', before: 'c' }]);
    expect(page({ before: 'c' })).toEqual(['d b', { hasMore: true, next: 'b', before: undefined }]);
    expect(page({ after: 'never' })).toEqual(['', { hasMore: false, next: undefined, before: undefined }]);
    expect(page({ limit: 9 })).toEqual(['d b c a never', { hasMore: false, next: undefined, before: undefined }]);
  });

  it('has what was created in the days asked for, and takes a cursor outside of them', () => {
    const days = { createdFrom: instant(1), createdTo: instant(9) };
    expect(page(days)).toEqual(['b c', { hasMore: true, next: 'c', before: undefined }]);
    expect(page({ ...days, after: 'd' })).toEqual(['b c', { hasMore: true, next: 'c', before: undefined }]);
    expect(page({ createdTo: instant(2) })).toEqual(['a', { hasMore: false, next: undefined, before: undefined }]);
  });

  it('refuses both cursors at once and one of no item', () => {
    expect(() => page({ after: 'a', before: 'd' })).toThrow('cannot be used together');
    expect(() => page({ after: 'z' })).toThrow("Property 'after' should be the id of an item of this list");
    expect(() => page({ before: 'z' })).toThrow("Property 'before' should be the id of an item of this list");
  });
});

import { pageNeeds } from '../session/page-needs';
import { storePages } from './store-pages';

/** Everybody in a store may see these; what is on them is shown by its own permission. */
const open = ['/', '/developers', '/developers/testing', '/account'];

describe('what a page needs', () => {
  it('is known of every page but those that everybody may see', () => {
    const free = storePages.map(({ path }) => path).filter((path) => pageNeeds(path).length === 0);
    expect(free.filter((path) => !open.includes(path))).toEqual([]);
  });

  it('is more than reading for every page that makes or changes something', () => {
    const changing = storePages.map(({ path }) => path).filter((path) => /\/(create|edit|\$provider)$/.test(path));
    expect(changing.length).toBeGreaterThan(10);
    expect(changing.filter((path) => pageNeeds(path).every((permission) => permission.endsWith(':READ')))).toEqual([]);
  });
});

import { blocksOf, essenceOf } from './blocks';
import { readPage, slugs } from './pages';

describe('a page in Portuguese and in English', () => {
  it.each(slugs())('has the same blocks: %s', (slug) => {
    const [portuguese, english] = (['pt', 'en'] as const).map((language) => {
      const page = readPage(slug, language);
      return page && blocksOf(page.markdown).map(essenceOf);
    });
    expect(english).toEqual(portuguese);
  });
});

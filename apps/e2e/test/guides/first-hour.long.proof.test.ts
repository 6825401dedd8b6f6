import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { testTimeoutMs } from '@pitanga/testing';
import { clientOf } from '../api';
import { pythonWithClient, type Python } from '../languages/python';
import { anotherStore } from '../other-store';
import { usePlatform } from '../use-platform';
import { follow, type Typed } from './follower';
import { generatorsPage, typedPages, type Language, type Page } from './pages';
import { printedByReadme, readmePage } from './readme';
import { timesOf, transcriptOf } from './transcript';

const turns = [1, 2].flatMap((pass) => (['pt', 'en'] as const).map((language) => ({ pass, language })));
const { PATH = '' } = process.env;

/**
 * README and every guide, in reading order, Portuguese and English in turn, and all of that again: one reader, who begins
 * in an empty folder and has one store. Each block is typed once and read once. `npm run proof -- --only first-hour`
 * prints the transcript, and the time of each page. The example shop, copied and paid, is in browser/shop.slow.e2e.test.ts.
 */
describe('the first hour of a developer', () => {
  const platform = usePlatform();
  const folder = mkdtempSync(join(tmpdir(), 'pitanga-first-hour-'));
  const times: [string, readonly Typed[]][] = [];
  let python: Python;
  let values: Record<string, string>;

  beforeAll(async () => {
    const { demo } = platform;
    python = await pythonWithClient(demo.baseUrl);
    process.env['PATH'] = dirname(python.program('python')) + delimiter + PATH;
    // What the guide of the move copies from; its API is the same.
    const before = await anotherStore(platform);
    const product = { externalId: 'curso', name: 'Curso', price: 19_900 };
    expect((await clientOf(before).post('/v2/products/create', product)).status).toBe(200);
    values = {
      PITANGA_URL: demo.baseUrl,
      PITANGA_KEY: demo.devKey,
      PITANGA_PUBLIC_KEY: demo.publicKey,
      ABACATEPAY_URL: before.baseUrl,
      ABACATEPAY_KEY: before.devKey,
    };
  }, 10 * testTimeoutMs);
  afterAll(() => {
    process.env['PATH'] = PATH;
    process.stderr.write(timesOf(times));
    python.release();
    rmSync(folder, { recursive: true });
  });

  async function type(title: string, page: Page): Promise<readonly Typed[]> {
    const typed: Typed[] = [];
    try {
      await follow(page, values, { folder, onTyped: (it) => typed.push(it) });
    } finally {
      times.push([title, typed]);
      process.stderr.write(transcriptOf(title, typed));
    }
    return typed;
  }

  describe.each(turns)('pass $pass, $language', ({ pass, language }) => {
    const titleOf = (slug: string): string => `pass ${String(pass)}, ${language}: ${slug}`;

    it(
      'README',
      async () => {
        const typed = await type(titleOf('README'), readmePage(language, platform.demo));
        expect(typed.at(-1)?.stdout).toMatch(printedByReadme);
      },
      3 * testTimeoutMs,
    );

    it.each(pagesOf(language))(
      '%s',
      async (slug, page) => {
        await type(titleOf(slug), page);
      },
      10 * testTimeoutMs,
    );
  });
});

function pagesOf(language: Language): [string, Page][] {
  const pages = typedPages(language).filter(({ slug }) => slug !== generatorsPage);
  return pages.map((page) => [page.slug, page]);
}

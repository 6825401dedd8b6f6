import { testTimeoutMs } from '@pitanga/testing';
import { usePlatform } from '../use-platform';
import { follow } from './follower';
import { generatorsPage, typedPages } from './pages';

/**
 * By python.slow.e2e.test.ts and go.slow.e2e.test.ts, which have the clients, copy-from-abacatepay.slow.e2e.test.ts, which has a
 * store to copy from, and generators.long.proof.test.ts, which needs Go and Java.
 */
const followedElsewhere = new Set(['reference/python', 'reference/go', 'guides/abacatepay', generatorsPage]);

/** The blocks of both languages are the same (languages.test.ts): one is followed. first-hour follows both, twice. */
const pages = typedPages('pt').filter(({ slug }) => !followedElsewhere.has(slug));

/** One store for all pages, in the order in which they are read: each meets what those before it have left, and its time. */
describe('a reader who follows the guides to the letter', () => {
  const platform = usePlatform();
  const reasons: string[] = [];

  afterAll(() => {
    process.stderr.write(`${String(reasons.length)} blocks of guides were not run:\n${reasons.join('\n')}\n`);
  });

  it.each(pages.map((page) => [page.slug, page] as const))(
    'gets through %s',
    async (slug, page) => {
      const { demo } = platform;
      const values = { PITANGA_URL: demo.baseUrl, PITANGA_KEY: demo.devKey, PITANGA_PUBLIC_KEY: demo.publicKey };
      const { reasons: skipped } = await follow(page, values);
      reasons.push(...skipped.map((why) => `${slug}: ${why}`));
    },
    10 * testTimeoutMs,
  );
});

import { testTimeoutMs } from '@pitanga/testing';
import { joinPlatform } from '../use-platform';
import { blocksOf } from './blocks';
import { follow } from './follower';
import { readPage, slugs, type Page } from './pages';

/** By python.slow.e2e.test.ts, which has the client, and copy-from-abacatepay.slow.e2e.test.ts, which has a store to copy from. */
const followedElsewhere = new Set(['reference/python', 'guides/abacatepay']);

/** The blocks of both languages are the same (languages.test.ts): one is followed. */
const pages = slugs()
  .filter((slug) => !followedElsewhere.has(slug))
  .map((slug) => readPage(slug, 'pt') as Page)
  .filter(({ markdown }) => blocksOf(markdown).some(({ kind }) => kind === 'run'));

describe('a reader who follows a guide to the letter', () => {
  const reasons: string[] = [];

  afterAll(() => {
    process.stdout.write(`${String(reasons.length)} blocks of guides were not run:\n${reasons.join('\n')}\n`);
  });

  it.each(pages.map((page) => [page.slug, page] as const))(
    'gets through %s',
    async (slug, page) => {
      // A store for each page: none meets what another one has left, nor its time.
      const { demo } = await joinPlatform();
      const values = { PITANGA_URL: demo.baseUrl, PITANGA_KEY: demo.devKey, PITANGA_PUBLIC_KEY: demo.publicKey };
      const { reasons: skipped } = await follow(page, values);
      reasons.push(...skipped.map((why) => `${slug}: ${why}`));
    },
    10 * testTimeoutMs,
  );
});

import { dirname } from 'node:path';
import { testInfra, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { blocksOf } from './blocks';
import { follow } from './follower';
import { readPage, slugs, type Page } from './pages';
import { readerStore } from './reader-store';

/** The blocks of both languages are the same (languages.test.ts): one is followed. */
const pages = slugs()
  .map((slug) => readPage(slug, 'pt') as Page)
  .filter(({ markdown }) => blocksOf(markdown).some(({ kind }) => kind === 'run'));

describe('a reader who follows a guide to the letter', () => {
  let platform: Platform;
  const reasons: string[] = [];

  beforeAll(async () => {
    platform = await startPlatform({ infra: testInfra() });
  }, 2 * testTimeoutMs);
  afterAll(async () => {
    process.stdout.write(`${String(reasons.length)} blocks of guides were not run:\n${reasons.join('\n')}\n`);
    await platform.stop();
  }, 2 * testTimeoutMs);

  it.each(pages.map((page) => [page.slug, page] as const))(
    'gets through %s',
    async (slug, page) => {
      const { reasons: skipped } = await follow(page, await readerStore(dirname(platform.logs), platform.baseUrl));
      reasons.push(...skipped.map((why) => `${slug}: ${why}`));
    },
    10 * testTimeoutMs,
  );
});

import { testInfra, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import type { Browser } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { launchBrowser } from './chromium';
import { openPictures, type PictureFile } from './pictures';
import { visit, type Visitor } from './visitor';
import { toWay } from './way';

/** What the journeys of a file share: one platform, one browser. Filled before the first test. */
export interface Bench {
  readonly platform: Platform;
  readonly api: Client;
  readonly browser: Browser;
  readonly pictureFile: PictureFile;
}

/** Starts platform and browser before the tests of a file, and stops them after. */
export function useBench(): Bench {
  const bench: { -readonly [K in keyof Bench]?: Bench[K] } = {};
  beforeAll(async () => {
    bench.pictureFile = openPictures();
    const limits = { PAGE_REQUESTS_PER_ADDRESS: '0', PAGE_FORMS_PER_ADDRESS: '0' };
    const attempts = { CARD_DECLINES_PER_CHECKOUT: '2', CARD_DECLINES_PER_CARD: '0' };
    [bench.browser, bench.platform] = await Promise.all([
      launchBrowser(),
      startPlatform({ infra: testInfra(), env: { gateway: limits, billing: attempts } }),
    ]);
    bench.api = clientOf(bench.platform.demo);
  }, 3 * testTimeoutMs);
  afterAll(async () => {
    await bench.browser?.close();
    await bench.platform?.stop();
  }, 2 * testTimeoutMs);
  return bench as Bench;
}

/** One test for each way: a visitor who goes through the journey. */
export function journey(
  bench: Bench,
  title: string,
  ways: readonly string[],
  walk: (visitor: Visitor, bench: Bench) => Promise<void>,
): void {
  it.each(ways)(
    `${title}: %s`,
    (way) => visit(bench, toWay(way), (visitor) => walk(visitor, bench)),
    2 * testTimeoutMs,
  );
}

import { testInfra, testTimeoutMs } from '@pitanga/testing';
import { startPlatform, type Platform, type SharedPlatform } from '@pitanga/tools';
import type { Browser } from 'playwright-core';
import { clientOf, type Client } from '../api';
import { joinPlatform } from '../use-platform';
import { launchBrowser } from './chromium';
import { openPictures, type PictureFile } from './pictures';
import { visit, type Visitor } from './visitor';
import { isWhole, toWay } from './way';

/** What the journeys of a file share: a platform with a store of theirs, one browser. Filled before the first test. */
export interface Bench {
  readonly platform: SharedPlatform;
  readonly api: Client;
  readonly browser: Browser;
  readonly pictureFile: PictureFile;
}

/** Of a file that looks at the processes of its platform, too. */
export interface OwnBench extends Bench {
  readonly platform: Platform;
}

/** Starts a platform and a browser before the tests of a file, and stops them after. */
export function useOwnBench(): OwnBench {
  const bench: { -readonly [K in keyof OwnBench]?: OwnBench[K] } = {};
  const limits = { PAGE_REQUESTS_PER_ADDRESS: '0', PAGE_FORMS_PER_ADDRESS: '0' };
  const attempts = { CARD_DECLINES_PER_CHECKOUT: '2', CARD_DECLINES_PER_CARD: '0' };
  fillBench(bench, () => startPlatform({ infra: testInfra(), env: { gateway: limits, billing: attempts } }));
  afterAll(() => bench.platform?.stop(), 2 * testTimeoutMs);
  return bench as OwnBench;
}

/** A store on the platform that the files of a run share, and a browser of the file's own. */
export function useBench(): Bench {
  const bench: { -readonly [K in keyof Bench]?: Bench[K] } = {};
  fillBench(bench, () => joinPlatform());
  return bench as Bench;
}

function fillBench<T extends SharedPlatform>(
  bench: { platform?: T; api?: Client; browser?: Browser; pictureFile?: PictureFile },
  platform: () => Promise<T>,
): void {
  beforeAll(async () => {
    bench.pictureFile = openPictures();
    [bench.browser, bench.platform] = await Promise.all([launchBrowser(), platform()]);
    bench.api = clientOf(bench.platform.demo);
  }, 3 * testTimeoutMs);
  afterAll(() => bench.browser?.close());
}

/** One test for each way, of the first alone in npm test: a visitor who goes through the journey. */
export function journey(
  bench: Bench,
  title: string,
  ways: readonly string[],
  walk: (visitor: Visitor, bench: Bench) => Promise<void>,
): void {
  it.each(isWhole ? ways : ways.slice(0, 1))(
    `${title}: %s`,
    (way) => visit(bench, toWay(way), (visitor) => walk(visitor, bench)),
    2 * testTimeoutMs,
  );
}

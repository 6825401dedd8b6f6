import { testTimeoutMs } from '@pitanga/testing';
import { createMember, type SharedPlatform } from '@pitanga/tools';
import { clientOf, type Client } from './api';
import { anotherStore } from './other-store';
import { anEmail } from './person';

export interface JoinOptions {
  /** Gives the store an owner who signs in to the dashboard: `demo.dashboard`. */
  readonly hasPerson?: boolean;
}

/**
 * The platform that the files of a run share, with a store of the caller's own as `demo`. A file that needs settings of
 * its own, ends services or counts what all stores have starts its own platform (`startPlatform`).
 */
export async function joinPlatform({ hasPerson = false }: JoinOptions = {}): Promise<SharedPlatform> {
  const address = process.env['PITANGA_TEST_PLATFORM'];
  if (address === undefined)
    throw new Error('PITANGA_TEST_PLATFORM is not set: run the tests with npm test, which names the shared platform');
  const answer = await fetch(address);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the shared platform could not be started: ${text}`);
  const shared = JSON.parse(text) as SharedPlatform;
  const demo = await anotherStore(shared);
  if (!hasPerson) return { ...shared, demo };
  const { storeId = '' } = demo;
  const dashboard = await createMember(shared.wiring, { storeId, email: anEmail('dona'), role: 'OWNER' });
  return { ...shared, demo: { ...demo, dashboard } };
}

/** Filled before the first test of a file. */
export interface PlatformBench extends SharedPlatform {
  /** Of the store. */
  readonly api: Client;
}

/** `joinPlatform` as a hook: the tests of a file share one store. */
export function usePlatform(options: JoinOptions = {}): PlatformBench {
  const bench: { -readonly [K in keyof PlatformBench]?: PlatformBench[K] } = {};
  beforeAll(async () => {
    const platform = await joinPlatform(options);
    Object.assign(bench, platform, { api: clientOf(platform.demo) });
  }, 3 * testTimeoutMs);
  return bench as PlatformBench;
}

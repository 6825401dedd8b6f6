import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InfraAddresses } from '../infra/infra';
import { startPlatform, type Platform } from '../platform/platform';

/** What test files get of the platform that they share: what would stop or kill it is not theirs. */
export type SharedPlatform = Pick<Platform, 'baseUrl' | 'demo' | 'wiring' | 'logs'>;

export interface PlatformHost {
  /** GET answers the `SharedPlatform` as JSON, or 500 and why it could not be started; DELETE stops it, until the next GET. */
  readonly address: string;
  stop(): Promise<void>;
}

/** All tests come from one address, and make as many stores as there are files. */
const withoutLimitsOfAddress = {
  PAGE_REQUESTS_PER_ADDRESS: '0',
  PAGE_FORMS_PER_ADDRESS: '0',
  CARD_TOKENS_PER_ADDRESS: '0',
  SIGN_INS_PER_ADDRESS: '0',
  WRONG_KEYS_PER_ADDRESS: '0',
};

/**
 * One platform for all files of a run that do not need one of their own: a start takes as long as many a test file.
 * The first file that asks for its address starts it.
 */
export async function hostPlatform(infra: InfraAddresses): Promise<PlatformHost> {
  let starting: Promise<Platform> | undefined;
  const started = async (): Promise<SharedPlatform> => {
    starting ??= startPlatform({ infra, env: { gateway: withoutLimitsOfAddress } });
    const { baseUrl, demo, wiring, logs } = await starting;
    return { baseUrl, demo, wiring, logs };
  };
  const stop = async (): Promise<void> => {
    const stopping = starting;
    starting = undefined;
    // One that could not start has stopped itself.
    const platform = await stopping?.catch(() => undefined);
    await platform?.stop();
  };
  const server = createServer(({ method }, response) => {
    (method === 'DELETE' ? stop() : started()).then(
      (platform) => response.setHeader('content-type', 'application/json').end(JSON.stringify(platform ?? null)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await stop();
    },
  };
}

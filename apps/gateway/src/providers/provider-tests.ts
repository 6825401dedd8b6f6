import type { Redis } from '../http/edge/admission/redis';
import type { ProviderKind, ProviderTest } from './provider';

/** The last test of each account, from any gateway. Without Redis every test is the first. */
export interface ProviderTests {
  find(storeId: string, provider: ProviderKind): Promise<ProviderTest | undefined>;
  save(storeId: string, provider: ProviderKind, test: ProviderTest): void;
  /** After a change of the account, of which the last test says nothing. */
  forget(storeId: string, provider: ProviderKind): Promise<void>;
}

const keptSeconds = 90 * 86_400;

export function createProviderTests(redis: Redis): ProviderTests {
  const testKey = (storeId: string, provider: ProviderKind): string => `provider-test:${storeId}:${provider}`;
  return {
    find: async (storeId, provider) => {
      const known = await redis.run((client) => client.get(testKey(storeId, provider)));
      if (known === undefined || known === null) return undefined;
      const { at, problems } = JSON.parse(known) as { readonly at: string; readonly problems: readonly string[] };
      return { at: new Date(at), problems };
    },
    save: (storeId, provider, test) => {
      const expiration = { type: 'EX', value: keptSeconds } as const;
      redis.send((client) => client.set(testKey(storeId, provider), JSON.stringify(test), { expiration }));
    },
    forget: async (storeId, provider) => {
      await redis.run((client) => client.del(testKey(storeId, provider)));
    },
  };
}

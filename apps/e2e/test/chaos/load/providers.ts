import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '@pitanga/testing';
import { startFakeBank, startFakeProvider, type FakeBank, type FakeProvider } from '../../provider-servers';

/** The bank and the payout provider of the shop in production. */
export interface Providers {
  readonly servers: { readonly bank: FakeBank; readonly 'payout provider': FakeProvider };
  /** From now on each callback waits up to so long, so that they overtake each other. */
  holdCallbacks(upToMs: number): void;
  /** Every callback has arrived, or was given up. */
  told(): Promise<void>;
  stop(): Promise<void>;
}

/** How often a bank tells what is not taken from it. */
const tries = 6;

export async function openProviders(baseUrl: string, seed: number): Promise<Providers> {
  const [bank, provider] = await Promise.all([startFakeBank(() => new Date()), startFakeProvider()]);
  provider.next = 'COMPLETE';
  const random = seeded(seed);
  const underWay = new Set<Promise<void>>();
  let holdMs = 0;
  const tell = async (path: string, body: string): Promise<void> => {
    await delay(random() * holdMs);
    for (let time = 1; time <= tries; time += 1) {
      const headers = { 'content-type': 'application/json' };
      const signal = AbortSignal.timeout(20_000);
      const answer = await fetch(baseUrl + path, { method: 'POST', headers, body, signal }).catch(() => undefined);
      if (answer?.ok === true) return;
      await delay(time * 500);
    }
  };
  // A bank does not wait for one callback before the next.
  bank.deliver = (url, body) => {
    const telling = tell(new URL(url).pathname, JSON.stringify(body));
    underWay.add(telling);
    void telling.finally(() => underWay.delete(telling));
    return Promise.resolve();
  };
  return {
    servers: { bank, 'payout provider': provider },
    holdCallbacks: (upToMs) => {
      holdMs = upToMs;
    },
    told: async () => {
      await Promise.all(underWay);
    },
    stop: async () => {
      await Promise.all([bank.stop(), provider.stop()]);
    },
  };
}

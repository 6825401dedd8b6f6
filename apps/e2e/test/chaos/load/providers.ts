import { setTimeout as delay } from 'node:timers/promises';
import { openLink, seeded, startAsaasStandIn, type AsaasStandIn, type Condition, type Link } from '@pitanga/testing';
import type { DownKind } from '../faults/plan';
import { startFakeBank, startFakeProvider, type FakeBank, type FakeProvider } from '../../provider-servers';

/** The bank and the payout provider of the shop in production, and the two accounts of the shop that has two. */
export interface Providers {
  readonly servers: { readonly bank: FakeBank; readonly 'payout provider': FakeProvider };
  /** A bank that is reached by a way of its own, and Asaas, which is always well. */
  readonly accounts: { readonly first: FakeBank; readonly firstPort: number; readonly second: AsaasStandIn };
  /** The first account is down until what this answers is called. */
  takeDown(kind: DownKind): () => void;
  /** From now on each callback waits up to so long, so that they overtake each other. */
  holdCallbacks(upToMs: number): void;
  /** Every callback has arrived, or was given up. */
  told(): Promise<void>;
  stop(): Promise<void>;
}

/** How often a bank tells what is not taken from it. */
const tries = 6;

export async function openProviders(baseUrl: string, seed: number): Promise<Providers> {
  const now = (): Date => new Date();
  const [bank, provider] = await Promise.all([startFakeBank(now), startFakeProvider()]);
  const [first, second] = await Promise.all([startFakeBank(now), startAsaasStandIn(now)]);
  const line = await openLink(Number(new URL(first.baseUrl).port));
  provider.next = 'COMPLETE';
  const random = seeded(seed);
  const underWay = new Set<Promise<void>>();
  let holdMs = 0;
  const tell = async (path: string, body: string, headers: Readonly<Record<string, string>>): Promise<void> => {
    await delay(random() * holdMs);
    for (let time = 1; time <= tries; time += 1) {
      const signal = AbortSignal.timeout(20_000);
      const answer = await fetch(baseUrl + path, { method: 'POST', headers, body, signal }).catch(() => undefined);
      if (answer?.ok === true) return;
      await delay(time * 500);
    }
  };
  // None waits for one callback before the next.
  const begin = (url: string, body: string, headers = {}): void => {
    const telling = tell(new URL(url).pathname, body, { 'content-type': 'application/json', ...headers });
    underWay.add(telling);
    void telling.finally(() => underWay.delete(telling));
  };
  for (const server of [bank, first]) {
    server.deliver = (url, body) => {
      begin(url, JSON.stringify(body));
      return Promise.resolve();
    };
  }
  second.deliver = ({ url, headers, body }) => {
    begin(url, body, headers);
    return Promise.resolve(200);
  };
  return {
    servers: { bank, 'payout provider': provider },
    accounts: { first, firstPort: line.port, second },
    takeDown: (kind) => takeDown(first, line, kind),
    holdCallbacks: (upToMs) => {
      holdMs = upToMs;
    },
    told: async () => {
      await Promise.all(underWay);
    },
    stop: async () => {
      line.close();
      await Promise.all([bank.stop(), provider.stop(), first.stop(), second.stop()]);
    },
  };
}

const conditions: Readonly<Partial<Record<DownKind, Condition>>> = {
  'account refuses': { kind: 'refused' },
  'account hangs': { kind: 'silent' },
};

function takeDown(first: FakeBank, line: Link, kind: DownKind): () => void {
  const condition = conditions[kind];
  if (condition) {
    line.become(condition);
    return () => line.become({ kind: 'open' });
  }
  first.proxy = () => ({ status: 500, page: 'oops' });
  return () => {
    first.proxy = undefined;
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '@pitanga/testing';
import { holderTaxId, openStore, payoutKey } from '../../crashes/merchant';
import { anotherStore } from '../../other-store';
import type { World } from '../faults/world';
import { asking, type Asking, type Recorder } from './asking';
import { emptyBooks, type Books, type Shop } from './books';
import { openHolds } from './holds';
import type { Providers } from './providers';
import { openEndpoints, type Endpoint } from './receivers';
import { renew, subscribeAll } from './renewals';
import { atOneOfTwo, work } from './sagas';
import { connectTwoAccounts } from './two-accounts';

/** The stores of a run, and those who use them. */
export interface Load {
  readonly books: Books;
  readonly stores: Readonly<Record<StoreName, Asking>>;
  readonly endpoints: Readonly<Record<StoreName, readonly Endpoint[]>>;
  /** Begins; resolves when it was told that it is over and every client has its last answer. */
  run(isOver: () => boolean): Promise<void>;
  readonly newKey: () => string;
  close(): Promise<void>;
}

/** The shops, and one in dev mode with subscriptions and a moved clock. */
export type StoreName = Shop | 'subscriptions';

const clients = 10;
const clientsOfTwo = 2;
/** What the stores have to give out, in centavos. */
const funds = 9_000_000;

export async function openLoad(world: World, providers: Providers, recorder: Recorder, seed: number): Promise<Load> {
  const { platform } = world;
  const [books, random] = [emptyBooks(), seeded(seed + 1)];
  let keys = 0;
  const newKey = (): string => `chaos-${String(seed)}-${String((keys += 1))}`;
  const shop = await openStore(platform);
  const of = (key: string): Asking => asking(platform.baseUrl, key, recorder);
  const stores = {
    dev: of(platform.demo.devKey),
    prod: of(shop.key),
    pair: of((await openStore(platform, 'bruno')).key),
    subscriptions: of((await anotherStore(platform)).devKey),
  };
  await connectProviders(stores.prod, providers);
  await connectTwoAccounts(stores.pair, providers.accounts);
  const endpoints = {
    // Against addresses on this machine only dev mode delivers.
    dev: await openEndpoints(stores.dev, 'dev', ['willing', 'failing', 'slow', 'late']),
    prod: [],
    pair: [],
    subscriptions: await openEndpoints(stores.subscriptions, 'subscriptions', ['willing', 'failing']),
  };
  const holds = openHolds(world, recorder);
  const counter = {
    books,
    holds,
    ...{ dev: stores.dev, prod: stores.prod, pair: stores.pair, cardForm: of(platform.demo.publicKey) },
    ...{ bank: providers.servers.bank, accounts: providers.accounts },
    ...{ random, newKey },
  };
  await fund(counter);
  await subscribeAll(stores.subscriptions, books, newKey);
  return {
    ...{ books, stores, endpoints, newKey },
    run: async (isOver) => {
      const working = Array.from({ length: clients }, (_, index) =>
        work({ ...counter, random: seeded(seed + 100 + index) }, isOver),
      );
      const ofTwo = Array.from({ length: clientsOfTwo }, (_, index) =>
        work({ ...counter, random: seeded(seed + 200 + index) }, isOver, atOneOfTwo),
      );
      await Promise.all([...working, ...ofTwo, renew(stores.subscriptions, books, isOver)]);
    },
    close: async () => {
      holds.close();
      const all = Object.values(endpoints).flat();
      const closed = await Promise.allSettled(all.map(({ receiver }) => receiver.close()));
      for (const result of closed) if (result.status === 'rejected') recorder.violate(String(result.reason));
    },
  };
}

async function connectProviders(store: Asking, { servers }: Providers): Promise<void> {
  const { bank, 'payout provider': provider } = servers;
  provider.owners.set(`EMAIL ${payoutKey}`, holderTaxId);
  const { baseUrl, tokenUrl, clientId, clientSecret, books, client, ca } = bank;
  const ofBank = {
    ...{ baseUrl, tokenUrl, clientId, clientSecret, pixKey: books.pixKey },
    callbackBaseUrl: 'https://callbacks.loja.example',
    ...{ certificate: client.certificate, privateKey: client.privateKey, ca: ca.certificate },
    ...{ conta: '997182', tipoConta: 'CORRENTE', agencia: '1234', reportsPayerTaxId: true },
  };
  for (const [name, settings] of [
    ['BACEN_PIX', ofBank],
    ['HTTP_PAYOUTS', provider.settings],
  ] as const) {
    const request = { operation: 'connect', path: '/v2/providers/connect', body: { provider: name, settings } };
    if ((await store.untilAnswered(request)) === undefined) throw new Error(`${name} could not be connected`);
  }
}

/** Every refund and payout finds its money. */
async function fund({ books, dev, prod, bank, newKey }: Parameters<typeof work>[0]): Promise<void> {
  for (const [shop, store] of [
    ['dev', dev],
    ['prod', prod],
  ] as const) {
    const externalId = newKey();
    const body = { method: 'PIX', data: { amount: funds, externalId } };
    const { id } = await store.untilAnswered({ operation: 'create PIX', path: '/v2/transparents/create', body });
    books.charges.push({ shop, externalId, id, amount: funds, isPaid: true, refunds: [] });
    const path = `/v2/transparents/simulate-payment?id=${String(id)}`;
    if (shop === 'dev') await store.untilAnswered({ operation: 'pay', path, body: {}, key: newKey() });
    else await bank.pay(bank.books.charges().at(-1) ?? '');
    for (;;) {
      const { balance } = await store.untilAnswered({ operation: 'read store', path: '/v2/store/get' });
      if (balance.available > 0) break;
      await delay(200);
    }
  }
}

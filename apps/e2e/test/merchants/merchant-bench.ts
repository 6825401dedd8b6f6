import { testInfra, testTimeoutMs, waitFor } from '@pitanga/testing';
import { createManagingKey, startPlatform, type Platform } from '@pitanga/tools';
import { clientOf, type Answer, type Client } from '../api';
import { commandOf, submitTo, type Merchant } from '../crashes/merchant';

/** An installation whose operator lets stores use test providers on this machine. */
export interface MerchantBench {
  readonly platform: Platform;
  /** A call of a provider to an address of ours; what it was answered. */
  readonly deliver: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Response>;
  /** A new store in production, with a key of its own and no provider. */
  open(name: string): Promise<LoneMerchant>;
  /** Runs an operator's command; what it printed. */
  command(...args: readonly string[]): Promise<string>;
}

/** One store in production, by HTTP alone. */
export interface LoneMerchant {
  readonly storeId: string;
  readonly api: Client;
  readonly submit: Merchant['submit'];
  /** The `data` of an answer that must be 200. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly get: (path: string) => Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly post: (path: string, body?: object) => Promise<any>;
  connect(provider: string, settings: object): Promise<void>;
  /** A card that the provider's fields took, in a form of the shop. */
  cardToken(paymentMethod: string): Promise<string>;
  untilStatus(chargeId: string, status: string): Promise<void>;
  /** What readiness says of a method. */
  readiness(method: string): Promise<{
    readonly status: string;
    readonly sentence: string;
    readonly limits: readonly { readonly code: string }[];
  }>;
}

export const merchantTaxId = '11222333000181';

/**
 * Starts the installation before the tests of a file, and stops it after.
 * @param billing more of its settings
 */
export function useMerchantBench(billing: Readonly<Record<string, string>> = {}): MerchantBench {
  let platform: Platform;
  beforeAll(async () => {
    const { postgres, redis, kafka } = testInfra();
    platform = await startPlatform({
      infra: { postgres, redis, kafka },
      env: {
        billing: { ALLOW_STRIPE_TEST_MODE: 'true', ALLOW_ASAAS_SANDBOX: 'true', ...billing },
        payouts: { ALLOW_ASAAS_SANDBOX: 'true' },
      },
    });
  }, 6 * testTimeoutMs);
  afterAll(() => platform.stop(), 2 * testTimeoutMs);
  return {
    get platform() {
      return platform;
    },
    deliver: (url, headers, body) =>
      fetch(platform.baseUrl + new URL(url).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(20_000),
      }),
    command: (...args) => commandOf(platform)(...args),
    open: (name) => openMerchant(platform, name),
  };
}

async function openMerchant(platform: Platform, name: string): Promise<LoneMerchant> {
  const of = ['--name', name, '--tax-id', merchantTaxId, '--website', 'https://loja.example'];
  const created = await commandOf(platform)('stores', 'create', '--json', ...of);
  const { id: storeId } = JSON.parse(created) as { id: string };
  const managing = ['CONNECT:CREATE', 'CONNECT:READ', 'CONNECT:DELETE', 'API_KEY:CREATE'];
  const api = clientOf({ ...platform.demo, devKey: await createManagingKey(platform.wiring, { storeId }, managing) });
  const data = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer;
    if (status !== 200) throw new Error(`${String(status)} ${text}`);
    return json.data;
  };
  const get = (path: string) => data(api.get(path));
  const post = (path: string, body: object = {}) => data(api.post(path, body));
  return {
    storeId,
    api,
    submit: submitTo(platform.baseUrl),
    get,
    post,
    cardToken: async (paymentMethod) => {
      const { key } = await post('/v2/api-keys/create', { description: 'Formulário', kind: 'PUBLIC' });
      return (await data(api.post('/v2/card-tokens', { paymentMethod }, { key }))).id;
    },
    connect: async (provider, settings) => {
      await post('/v2/providers/connect', { provider, settings });
    },
    untilStatus: async (id, status) => {
      const read = () => get(`/v2/transparents/get?id=${id}`);
      await waitFor(`${id} ${status}`, async () => (await read()).status === status, testTimeoutMs);
    },
    readiness: async (method) => {
      const { items } = await get('/v2/store/readiness');
      return items.find(({ item }: { item: string }) => item === `METHOD_${method}`);
    },
  };
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testInfra, waitFor } from '@pitanga/testing';
import { startPlatform, type Platform } from '@pitanga/tools';
import { Client as PgClient } from 'pg';
import { aCpf, clientOf, type Answer, type Client } from '../api';
import { personAt } from '../person';
import {
  bankSettings,
  startFakeBank,
  startFakeProvider,
  startFakeStripe,
  type FakeBank,
  type FakeProvider,
  type FakeStripe,
} from '../provider-servers';
import { movedClock, type MovedClock } from './moved-clock';

const run = promisify(execFile);
const commands = join(__dirname, '..', '..', '..', '..', 'tools', 'bin', 'run.cjs');

/** A merchant in production with all three providers, every service a process of its own. */
export interface Merchant {
  readonly platform: Platform;
  readonly clock: MovedClock;
  readonly bank: FakeBank;
  readonly stripe: FakeStripe;
  readonly payoutBank: FakeProvider;
  readonly storeId: string;
  /** Of card forms in browsers. */
  readonly publicKey: string;
  /** With a full key of production. */
  readonly api: Client;
  /** The `data` of an answer that must be 200. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get(path: string): Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  post(path: string, body?: object): Promise<any>;
  /** A POST with an idempotency key, as a client repeats it. */
  keyed(path: string, body: object, key?: string): () => Promise<Answer>;
  /** Makes a token of a card that Stripe's fields have taken. */
  token(number?: string): Promise<string>;
  cardToken(paymentMethod: string): Promise<Answer>;
  /** Sends a form of a hosted page, of which the path will do, as a browser would that has the cookies. */
  submit(address: string, fields?: Record<string, string>, cookie?: string): Promise<Answer>;
  /** Sends a callback, as a provider would. */
  submitJson(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Another store of the platform, without providers. */
  anotherStore(name: string): Promise<Merchant>;
  /** Sends Stripe's signed event of the object to its registered address, however often. */
  tellStripe(type: string, id: string): Promise<Answer>;
  connect(provider: string, settings?: object): Promise<Answer>;
  /** Lets time pass for every service and database; comes back when all have it. */
  advance(ms: number): Promise<void>;
  /** Rows of a query in the database of billing. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Runs an operator's command. */
  command(...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

export const holderTaxId = '11222333000181';
export const payoutKey = 'ana@loja.example';

/** One whom banks and Stripe would take. */
export function aBuyer() {
  return {
    ...{ name: 'Bia Lima', taxId: aCpf(), email: 'bia@example.com', cellphone: '11999998888', zipCode: '01310-100' },
    ...{ address: 'Avenida Paulista, 1000', city: 'São Paulo', state: 'SP' },
  };
}

export async function openMerchant(): Promise<Merchant> {
  const clock = movedClock();
  const now = () => clock.now();
  const [bank, stripe, payoutBank] = await Promise.all([startFakeBank(now), startFakeStripe(now), startFakeProvider()]);
  payoutBank.owners.set(`EMAIL ${payoutKey}`, holderTaxId);
  const { postgres, redis, kafka } = testInfra();
  const env = {
    ...clock.env,
    billing: { ...clock.env.billing, ALLOW_STRIPE_TEST_MODE: 'true', ALLOW_ASAAS_SANDBOX: 'true' },
    payouts: { ...clock.env.payouts, ALLOW_ASAAS_SANDBOX: 'true' },
    gateway: { ...clock.env.gateway, STRIPE_SCRIPT_URL: `${stripe.origin}/v3/` },
  };
  const platform = await startPlatform({ infra: { postgres, redis, kafka }, env });
  const { postgres: databases } = platform.demo.infra;
  const [billing, payouts] = [new PgClient(databases.billing), new PgClient(databases.payouts)];
  const stop = async (): Promise<void> => {
    await Promise.all([billing.end(), payouts.end()]);
    await platform.stop();
    await Promise.all([bank.stop(), stripe.stop(), payoutBank.stop()]);
    clock.remove();
  };
  try {
    await Promise.all([billing.connect(), payouts.connect()]);
    const shop = await openStore(platform);
    const merchant = merchantOf({ platform, clock, bank, stripe, payoutBank, billing, payouts, stop, ...shop });
    bank.deliver = async (url, body) => {
      await merchant.submitJson(new URL(url).pathname, JSON.stringify(body));
    };
    for (const provider of ['BACEN_PIX', 'STRIPE', 'HTTP_PAYOUTS']) {
      const { status, text } = await merchant.connect(provider);
      if (status !== 200) throw new Error(text);
    }
    await fundByPix(merchant);
    return merchant;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Money for refunds, which give back more than their payments brought, and for payouts. */
export async function fundByPix(merchant: Merchant): Promise<void> {
  await merchant.post('/v2/transparents/create', { method: 'PIX', data: { amount: 500_000 } });
  await merchant.bank.pay(merchant.bank.books.charges().at(-1) ?? '');
  const available = async () => (await merchant.get('/v2/store/get')).balance.available;
  await waitFor('the money', async () => (await available()) > 0);
}

interface Shop {
  readonly storeId: string;
  readonly key: string;
  readonly publicKey: string;
}

/** Runs a command of the operator beside the platform; throws what it said when it failed. */
export const commandOf =
  (platform: Platform) =>
  async (...args: readonly string[]) => {
    const env = { ...process.env, PITANGA_DATA: dirname(platform.logs) };
    const { stdout } = await run(process.execPath, [commands, ...args], { env }).catch((error: unknown) => {
      throw new Error(`${args.join(' ')} failed: ${(error as { stdout: string }).stdout}`, { cause: error });
    });
    return stdout;
  };

export async function openStore(platform: Platform, ownerName = 'ana'): Promise<Shop> {
  const command = commandOf(platform);
  const names = ['--name', 'Loja', '--tax-id', holderTaxId, '--website', 'https://loja.example'];
  const created = await command('stores', 'create', '--json', ...names, '--automatic-pix-prod', 'on');
  const storeId: string = JSON.parse(created).id;
  const as = ['--store', storeId, '--email', `${ownerName}@loja.example`, '--role', 'OWNER'];
  const link: string = JSON.parse(await command('stores', 'invite', ...as, '--json')).link;
  const owner = personAt(platform.baseUrl);
  const password = 'uma frase bem comprida';
  await owner.must('POST', '/auth/invitations/accept', { token: link.slice(link.indexOf('#') + 1), password });
  owner.enter(storeId, 'prod');
  await owner.addAuthenticator(password);
  const permissions = (await owner.must('GET', '/me')).stores[0].permissions;
  const { key } = await owner.must('POST', '/v2/api-keys/create', { description: 'Servidor', permissions });
  const form = await owner.must('POST', '/v2/api-keys/create', { description: 'Formulário', kind: 'PUBLIC' });
  return { storeId, key, publicKey: form.key };
}

interface Parts extends Shop, Pick<Merchant, 'platform' | 'clock' | 'bank' | 'stripe' | 'payoutBank' | 'stop'> {
  readonly billing: PgClient;
  readonly payouts: PgClient;
}

function merchantOf(parts: Parts): Merchant {
  const { platform, bank, stripe, payoutBank, key, publicKey, billing, payouts, ...rest } = parts;
  const api = clientOf({ ...platform.demo, devKey: key });
  const cards = clientOf({ ...platform.demo, devKey: publicKey });
  const data = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer;
    if (status !== 200) throw new Error(`${String(status)} ${text}`);
    return json.data;
  };
  const submitJson: Merchant['submitJson'] = (path, body, headers = {}) =>
    send(platform.baseUrl + path, body, { 'content-type': 'application/json', ...headers });
  const merchant: Merchant = {
    ...rest,
    ...{ platform, bank, stripe, payoutBank, api, publicKey, submitJson, submit: submitTo(platform.baseUrl) },
    anotherStore: async (name) => merchantOf({ ...parts, ...(await openStore(platform, name)) }),
    get: (path: string) => data(api.get(path)),
    post: (path: string, body: object = {}) => data(api.post(path, body)),
    keyed:
      (path: string, body: object, own = randomKey()) =>
      () =>
        api.post(path, body, { headers: { 'idempotency-key': own } }),
    cardToken: (paymentMethod: string) => cards.post('/v2/card-tokens', { paymentMethod }),
    token: async (number?: string) => (await data(merchant.cardToken(stripe.paymentMethod(number, 'Bia Lima')))).id,
    tellStripe: async (type: string, id: string) => {
      const event = stripe.books.events.findLast((one) => one.type === type && one.data.object.id === id);
      if (!event) throw new Error(`no ${type} of ${id}`);
      const providers = await data(api.get('/v2/providers/list'));
      const { callbackUrl } = providers.find(({ provider }: { provider: string }) => provider === 'STRIPE');
      const { body, signature } = stripe.signed(event);
      return submitJson(new URL(callbackUrl).pathname, body, { 'stripe-signature': signature });
    },
    connect: (provider: string, settings: object = {}) => {
      const known = settingsOf({ bank, stripe, payoutBank }, provider);
      return api.post('/v2/providers/connect', { provider, settings: { ...known, ...settings } });
    },
    advance: async (ms) => {
      // The leases of idempotency keys are by the clock of the database, which nothing moves.
      const sql = `update idempotency_keys set leased_until = leased_until - $1::int * interval '1 millisecond'`;
      await Promise.all([billing.query(sql, [ms]), payouts.query(sql, [ms])]);
      await rest.clock.advance(ms);
    },
    rows: async (sql: string, values: readonly unknown[] = []) =>
      (await billing.query<Record<string, unknown>>(sql, [...values])).rows,
    command: commandOf(platform),
  };
  return merchant;
}

async function send(address: string, body: string | URLSearchParams, headers: Record<string, string>): Promise<Answer> {
  const signal = AbortSignal.timeout(20_000);
  const response = await fetch(address, { method: 'POST', redirect: 'manual', headers, body, signal });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: undefined };
}

export const submitTo =
  (baseUrl: string): Merchant['submit'] =>
  async (address, fields = {}, cookie = '') => {
    const { pathname, search } = new URL(address, baseUrl);
    const answer = await send(baseUrl + pathname + search, new URLSearchParams(fields), { cookie });
    // A form that failed leads to its page with the name of why.
    const hasFailed = answer.headers.get('location')?.includes('notice=') === true;
    return hasFailed ? { ...answer, status: 409 } : answer;
  };

let keys = 0;
export const randomForm = (): string => randomBytes(16).toString('hex').toUpperCase();
export const randomKey = (): string => `crash-${String(process.pid)}-${String((keys += 1))}`;

function settingsOf({ bank, stripe, payoutBank }: Pick<Merchant, 'bank' | 'stripe' | 'payoutBank'>, provider: string) {
  if (provider === 'HTTP_PAYOUTS') return payoutBank.settings;
  if (provider === 'STRIPE') {
    const { secretKey, publishableKey, webhookSecret, origin: apiBaseUrl } = stripe;
    return { secretKey, publishableKey, webhookSecret, apiBaseUrl, registerWebhook: false };
  }
  return bankSettings(bank);
}

/** The events of a record, which are published once each. */
export async function eventsOf(merchant: Merchant, recordId: string): Promise<readonly string[]> {
  const events = await merchant.get(`/v2/events/list?recordId=${recordId}`);
  return events.map(({ event }: { event: string }) => event);
}

export async function untilStatus(merchant: Merchant, id: string, status: string): Promise<void> {
  const read = () => merchant.get(`/v2/transparents/get?id=${id}`);
  await waitFor(`${id} ${status}`, async () => (await read()).status === status);
}

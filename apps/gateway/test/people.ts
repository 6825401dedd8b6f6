import { createIdSource, everyTenant, type IdSource } from '@pitanga/core';
import { createMetrics, createSealer, randomBytes } from '@pitanga/runtime';
import { silentLog, testClock, testDatabase, type TestClock, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../src/use-case-deps';
import { createLinkTokens } from '../src/account-messages/link-tokens';
import { createAuditLog } from '../src/audit/audit-list';
import { findLink, listOpenMessages } from '../src/account-messages/message-repository';
import type { SettingsClients } from '../src/clients';
import type { Deps } from '../src/deps';
import { toRelyingParty } from '../src/factors/passkey-ceremonies';
import { registerVersion } from '../src/http/api-version';
import { createSessionAdmission } from '../src/http/dashboard/admit-session';
import { dashboardAuth, dashboardV2 } from '../src/http/dashboard/dashboard-api';
import { createSessionCookies } from '../src/http/dashboard/session-cookies';
import type { Api } from '../src/http/edge/api';
import { registerMcp } from '../src/http/mcp/register-mcp';
import { registerOAuth } from '../src/http/oauth/register-oauth';
import { createServer } from '../src/http/server';
import { createApiKeys } from '../src/api-keys/api-keys';
import { createKeyring } from '../src/api-keys/keyring';
import { createAdmission } from '../src/http/edge/admission/authenticate';
import { v2 } from '../src/http/versions';
import { createMembers } from '../src/managing-members/member-service';
import { createGrants } from '../src/oauth/grants';
import { createOrderAskers } from '../src/money-out/order-askers';
import { createLimitOperations } from '../src/payout-limits/limit-operations';
import type { mailLimitChanges } from '../src/payout-limits/mail-limit-changes';
import { createStores } from '../src/stores/store-operations';
import { createSessionRing } from '../src/sessions/session-ring';
import { signInLocks } from '../src/attempts/sign-in-locks';
import { createDeviceTokens } from '../src/signing-in/device-tokens';
import type { PeopleDeps, SignUpPolicy } from '../src/signing-in/people-deps';
import { createPasswordHasher, type PasswordHasher } from '../src/users/password-hasher';
import { anyGuess, asKey, noLimits } from './test-api';
import { stubClients, type Answer } from './stub-clients';

/** The settings of people in the gateway's configuration. */
export const peopleConfig = {
  RATE_LIMIT_PER_SESSION: 0,
  PITANGA_SIGNUP: 'open' as const,
  LOG_ACCOUNT_LINKS: false,
  PASSWORD_MEMORY_KIB: 19_456,
  PASSWORD_PASSES: 2,
  PASSWORD_PARALLELISM: 1,
  PASSWORDS_AT_ONCE: 2,
  SESSION_IDLE_HOURS: 12,
  SESSION_DAYS: 14,
};

export const origin = 'https://pitanga.example';
export const goodPassword = 'uma frase bem longa';
const hourMs = 3_600_000;
const key = Buffer.alloc(32, 1).toString('base64');
/** So little work that tests of flows are not tests of argon2. */
export const fastHasher = createPasswordHasher({ ...peopleConfig, PASSWORD_MEMORY_KIB: 64, PASSWORD_PASSES: 1 });

/** Billing and payouts that take every setting. */
export const settingsTaken: SettingsClients = {
  billingSettings: {
    configureBilling: () => Promise.resolve({ keepsBeneficiary: true }),
    getSmallestAmounts: () => Promise.reject(new Error('not used here')),
    close: () => undefined,
  },
  payoutsSettings: { configurePayouts: () => Promise.resolve({}), close: () => undefined },
  mails: { configureMail: () => Promise.resolve({}), close: () => undefined },
};

export interface PeopleApi {
  readonly app: Api;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly people: PeopleDeps;
  readonly ids: IdSource;
  /** For the jobs of limits. */
  readonly limitDeps: Parameters<typeof createLimitOperations>[0] & Parameters<typeof mailLimitChanges>[0];
  metric(line: string): Promise<boolean>;
  /** A browser without cookies, at an address of its own. */
  browser(over?: { readonly ip?: string; readonly publicUrl?: string }): Browser;
  /** A call of /v2 with an API key. */
  byKey(key: string, path: string, payload: object): Promise<Answered>;
  /** The token of the newest link to an e-mail. */
  tokenTo(email: string): Promise<string>;
  /** A browser in which a new person has signed up. */
  signUp(email: string): Promise<Browser>;
  stop(): Promise<void>;
}

export interface PeopleOptions {
  readonly publicUrl?: string;
  readonly signUp?: SignUpPolicy;
  readonly answer?: Answer;
  readonly hasher?: PasswordHasher;
  /** Whether people create stores; the services take their settings. */
  readonly isCreationOpen?: boolean;
  /** The limit of requests without a session from an address. */
  readonly limitSignIns?: (address: string) => Promise<void>;
}

/** Everything under /dashboard/api and /v2 over a real database, with services that answer what a test says. */
export async function peopleApi(options: PeopleOptions = {}): Promise<PeopleApi> {
  const { publicUrl = origin, signUp = 'open', answer = () => ({}), hasher = fastHasher } = options;
  const { isCreationOpen = true } = options;
  const database = await testDatabase('gateway');
  const clock = testClock();
  const ids = createIdSource(randomBytes);
  const metrics = createMetrics();
  const sealer = createSealer(key);
  const tools = { clock, ids, log: silentLog, sealer, publicUrl };
  const base = createDeps(database.db, tools);
  const lifetimes = { idleMs: 12 * hourMs, absoluteMs: 14 * 24 * hourMs };
  const people: PeopleDeps = {
    ...createDeps(database.db, {
      ...tools,
      all: everyTenant,
      logsLinks: false,
      lifetimes,
      linkTokens: createLinkTokens(key),
      deviceTokens: createDeviceTokens(key),
    }),
    signUp,
    hasher,
    locks: signInLocks(metrics),
    relyingParty: toRelyingParty(publicUrl),
  };
  const cookies = createSessionCookies(publicUrl, lifetimes.absoluteMs / 1000);
  const { limitSignIns: signIn } = options;
  const limits = { ...noLimits, hashClient: (address: string) => address, ...(signIn && { signIn }) };
  const members = createMembers(people);
  const apiKeys = createApiKeys(base);
  const orderAskers = createOrderAskers(people);
  const auditLog = createAuditLog(base);
  const clients = stubClients(answer);
  const stores = createStores({ ...base, all: everyTenant, settings: settingsTaken, isCreationOpen, clients });
  const limitDeps = { ...base, clients, settings: settingsTaken };
  const payoutLimits = createLimitOperations(limitDeps);
  const grants = createGrants(createDeps(database.db, { ...tools, all: everyTenant }));
  const services = { people, members, stores, apiKeys, auditLog, orderAskers, payoutLimits, clients, grants };
  const deps = { ...base, ...services, limits, cookies } as unknown as Deps;
  const app = createServer({ log: silentLog, clock, ids, metrics, trustedProxyHops: 0, publicUrl });
  const admit = createSessionAdmission({
    ring: createSessionRing({ db: database.db, all: everyTenant, log: silentLog, clock, lifetimes }),
    cookies,
    clock,
    rateLimiter: { count: () => Promise.reject(new Error('unlimited')) },
    limits,
    rateLimitPerSession: 0,
    publicUrl,
  });
  await registerVersion(app, dashboardAuth, deps, admit);
  await registerVersion(app, dashboardV2, deps, admit);
  const keyring = createKeyring({ db: database.db, all: everyTenant, log: silentLog, clock });
  const rateLimiter = { count: () => Promise.reject(new Error('unlimited')) };
  const admitKeys = createAdmission({ keyring, guesses: anyGuess, rateLimiter, limits, rateLimitPerKey: 0 });
  await registerVersion(app, v2, deps, admitKeys);
  await registerMcp(app, deps, admitKeys);
  await registerOAuth(app, deps);
  await app.ready();

  let addresses = 0;
  const browser: PeopleApi['browser'] = (over = {}) => {
    addresses += 1;
    return new Browser(app, over.ip ?? `10.0.${String(addresses >> 8)}.${String(addresses & 255)}`, publicUrl);
  };
  const tokenTo = async (email: string): Promise<string> => {
    const query = { now: clock.real(), limit: 1000 };
    const open = await listOpenMessages(database.db, everyTenant, sealer, query);
    const newest = open.filter((message) => message.email === email).sort((a, b) => (a.id < b.id ? 1 : -1))[0];
    const link = newest && (await findLink(database.db, everyTenant, sealer, newest.id, clock.real()));
    if (link === undefined) throw new Error(`no link to ${email}`);
    return link.slice(link.indexOf('#') + 1);
  };
  return {
    app,
    database,
    clock,
    people,
    ids,
    limitDeps,
    metric: async (line) => (await metrics.metrics()).includes(line),
    browser,
    async byKey(key, path, payload) {
      const response = await app.inject({ method: 'POST', url: `/v2${path}`, headers: asKey(key), payload });
      const json: Record<string, unknown> = response.json();
      return { status: response.statusCode, json, code: json['code'], headers: response.headers };
    },
    tokenTo,
    async signUp(email) {
      const visitor = browser();
      await visitor.must('POST', '/auth/sign-up', { email });
      await visitor.must('POST', '/auth/sign-up/complete', { token: await tokenTo(email), password: goodPassword });
      return visitor;
    },
    async stop() {
      await app.close();
      await database.close();
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly json: Record<string, unknown>;
  readonly code: unknown;
  readonly headers: Record<string, unknown>;
}

/** Keeps cookies and sends the headers of the dashboard. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** Of the last answer. */
  setCookies: readonly string[] = [];
  /** Sent with every call; the store and environment, once they are set. */
  readonly headers: Record<string, string>;

  constructor(
    private readonly app: Api,
    private readonly ip: string,
    publicUrl: string,
  ) {
    this.headers = { 'x-pitanga-client': 'dashboard', origin: publicUrl, 'user-agent': 'test' };
  }

  async call(method: 'GET' | 'POST', path: string, payload?: object, headers: Record<string, string> = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.app.inject({
      method,
      url: `/dashboard/api${path}`,
      remoteAddress: this.ip,
      headers: { ...this.headers, ...(cookie !== '' && { cookie }), ...headers },
      ...(method === 'POST' && { payload: payload ?? {} }),
    });
    this.setCookies = [response.headers['set-cookie'] ?? []].flat();
    for (const line of this.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const json: Record<string, unknown> = response.body === '' ? {} : response.json();
    return { status: response.statusCode, json, code: json['code'], headers: response.headers } satisfies Answered;
  }

  /** The `data` of a call that must succeed. */
  async must(method: 'GET' | 'POST', path: string, payload?: object): Promise<Record<string, unknown>> {
    const answer = await this.call(method, path, payload);
    if (answer.status !== 200) throw new Error(`${path}: ${String(answer.status)} ${JSON.stringify(answer.json)}`);
    return answer.json['data'] as Record<string, unknown>;
  }

  get session(): string | undefined {
    return this.cookies.get('__Host-pitanga');
  }

  /** The same cookies in another browser: what a thief would have. */
  copy(ip = this.ip): Browser {
    const other = new Browser(this.app, ip, this.headers['origin'] ?? origin);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    Object.assign(other.headers, this.headers);
    return other;
  }

  in(storeId: string, environment: 'dev' | 'prod'): this {
    this.headers['x-pitanga-store'] = storeId;
    this.headers['x-pitanga-environment'] = environment;
    return this;
  }
}

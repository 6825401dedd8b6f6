import { toTenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { createMetrics, type Log } from '@pitanga/runtime';
import { silentLog, testClock, testIds } from '@pitanga/testing';
import type { RouteOptions } from 'fastify';
import { listAllForKey } from '../src/access/guards';
import { permissions, readPermissions } from '../src/access/permission';
import type { Keyring } from '../src/api-keys/keyring';
import type { AuditFact } from '../src/audit/audit-entry';
import type { Deps } from '../src/deps';
import { registerVersion } from '../src/http/api-version';
import { dashboardV2 } from '../src/http/dashboard/dashboard-api';
import { createAdmission } from '../src/http/edge/admission/authenticate';
import type { EdgeLimits } from '../src/http/edge/admission/edge-limits';
import type { Api } from '../src/http/edge/api';
import { createBuyerProofs } from '../src/http/pages/buyers/buyer-proofs';
import { createCouponProofs } from '../src/http/pages/pay/coupon-proofs';
import { pagesRoutes } from '../src/http/pages/routes';
import { createReceiptCodes } from '../src/http/pages/receipts/receipt-codes';
import { createCardLinks } from '../src/http/pages/subscription-card/card-links';
import { createServer } from '../src/http/server';
import { readConnectable } from '../src/providers/connectable';
import { createProviders } from '../src/providers/providers';
import { createReadiness } from '../src/readiness/readiness';
import { noBranding, type Branding } from '../src/stores/branding';
import { noLimits as noPayoutLimits } from '../src/payout-limits/payout-limits';
import { noPayerFields, type PayerFields } from '../src/stores/payer-fields';
import type { PageStreams } from '../src/page-watch/page-streams';
import type { ReceiptParty } from '../src/stores/receipt-party';
import type { RequestLog } from '../src/request-log/request-log';
import { createPersonRights } from '../src/persons/person-rights';
import type { RevenueCache } from '../src/http/both-versions/revenue-cache';
import { v1, v2 } from '../src/http/versions';
import { buyerKeys } from './buyer-keys';
import { admitMembers, asMember } from './member-mount';
import { orderAskers } from './order-askers-stub';
import { stubClients, stubServices, type Answer } from './stub-clients';
import { anyGuess, aPrincipal, asKey, noLimits } from './test-api';

export interface SeenCall {
  /** `customers.createCustomer` */
  readonly name: string;
  readonly request: unknown;
}

/** What a service answers: a message, or a function of the request that may throw an AppError. */
export type Answers = Record<string, object | (() => object)>;

export interface WholeApi {
  readonly app: Api;
  /** Calls to services since the last {@link answering}. */
  readonly calls: SeenCall[];
  /** With what each of these calls came, besides its message. */
  readonly contexts: readonly CallContext[];
  /** What routes wrote to the audit log since the last {@link answering}. */
  readonly facts: readonly AuditFact[];
  readonly routes: readonly RouteOptions[];
  answering(answers: Answers): void;
  post(url: string, payload?: object, key?: string): ReturnType<WholeApi['get']>;
  patch(url: string, key?: string): ReturnType<WholeApi['get']>;
  delete(url: string, key?: string): ReturnType<WholeApi['get']>;
  get(
    url: string,
    key?: string,
  ): Promise<{ statusCode: number; json: unknown; text: string; headers: Record<string, unknown> }>;
  stop(): Promise<void>;
}

const couponProofs = createCouponProofs(Buffer.alloc(32, 1).toString('base64'));
/** What the address of a page says of a coupon that was typed into its form. */
export const typedCoupon = (code: string, checkoutId = 'bill_1'): string =>
  `coupon=${code}&proof=${couponProofs.of(checkoutId, code)}`;

export const buyerProofs = createBuyerProofs(Buffer.alloc(32, 1).toString('base64'));
/** The cookie of a browser that bought something on a page. */
export const buyerCookie = (id: string): string => `buyer=${buyerProofs.of(id, testClock().real())}`;

export const receiptCodes = createReceiptCodes(Buffer.alloc(32, 1).toString('base64'));
export const cardLinks = createCardLinks(Buffer.alloc(32, 1).toString('base64'), 'https://pitanga.example');

/** The caller of key `full`. */
export const caller = aPrincipal({ tenant: toTenant('store_0VyCLbX8WtQ4zN7kR2mS5vB1', true) });

/** The caller of key `production`. */
export const producer = aPrincipal({ tenant: toTenant('store_0VyCLbX8WtQ4zN7kR2mS5vB2', false) });

/** The API keys that every member has made. */
export const madeKeyIds = ['key_made'];

/** Every operation and page the gateway serves, over services that answer what a test says. */
export async function wholeApi(
  options: {
    readonly limits?: Partial<EdgeLimits>;
    readonly isStoreClosed?: () => boolean;
    readonly branding?: Partial<Branding>;
    readonly payerFields?: Partial<PayerFields>;
    readonly receiptParty?: ReceiptParty;
    readonly trustedHosts?: readonly string[];
    readonly website?: string;
    readonly applePayDomain?: string;
    readonly requestLog?: RequestLog;
    readonly devMailDirectory?: string;
    readonly pageStreams?: PageStreams;
    /** Nothing is logged without it. */
    readonly log?: Log;
  } = {},
): Promise<WholeApi> {
  const callers = new Map([
    ['full', caller],
    ['abacatepay', aPrincipal({ ...caller, compatibility: '2026-11-29' })],
    ['ending', aPrincipal({ expiresAt: new Date('2027-01-01T00:00:00.000Z') })],
    ['bound', aPrincipal({ allowedAddresses: ['127.0.0.1'] })],
    ['reads-customers', aPrincipal({ permissions: new Set(['CUSTOMER:READ']) })],
    ['powerless', aPrincipal({ permissions: new Set() })],
    ['full-key', { ...producer, permissions: new Set(listAllForKey(false)) }],
    ['managing-key', producer],
    ['test-key', caller],
    ['read-key', aPrincipal({ permissions: new Set(readPermissions) })],
    ['public-key', aPrincipal({ actor: { kind: 'PUBLIC_KEY', id: 'key_form' }, permissions: new Set() })],
    ['production', producer],
    [
      'form',
      aPrincipal({ tenant: caller.tenant, actor: { kind: 'PUBLIC_KEY', id: 'key_form' }, permissions: new Set() }),
    ],
    // One key for each permission that lacks only that one.
    ...permissions.map((lacking) => {
      const rest = permissions.filter((name) => name !== lacking);
      return [`without ${lacking}`.replaceAll(/[ :]/g, '-'), aPrincipal({ permissions: new Set(rest) })] as const;
    }),
  ]);
  const calls: SeenCall[] = [];
  const facts: AuditFact[] = [];
  let answers: Answers = {};
  const contexts: CallContext[] = [];
  const ask: Answer = (name, request, context) => {
    calls.push({ name, request });
    contexts.push(context);
    const answer = answers[name];
    if (answer === undefined) throw new Error(`no answer for ${name}`);
    const given = typeof answer === 'function' ? (answer as () => object)() : answer;
    if (name === 'charges.resolveCharge') return { items: [], refunds: [], ...given };
    if (name === 'checkouts.getLinkQuote') return { cardPrices: [], ...given };
    return name === 'checkouts.resolveCheckout'
      ? { unavailableMethods: [], pictures: [], cardPrices: [], wallets: [], ...given }
      : given;
  };
  const clients = stubClients(ask);
  type Stubbed = Pick<Deps, 'stores' | 'sandboxes' | 'apiKeys' | 'auditLog' | 'payoutLimits'>;
  const { stores, sandboxes, apiKeys, auditLog, payoutLimits } = stubServices(ask) as unknown as Stubbed;
  const unlimited = { limits: noPayoutLimits, isSet: false, change: undefined };
  const record = (_tenant: unknown, fact: AuditFact) => Promise.resolve(void facts.push(fact));
  const isClosed = () => Promise.resolve(options.isStoreClosed?.() ?? false);
  const brandingOf = () => Promise.resolve({ ...noBranding, ...options.branding });
  const payerFieldsOf = () => Promise.resolve({ ...noPayerFields, ...options.payerFields });
  const advance = (tenant: unknown, to: Date, context: CallContext) =>
    Promise.resolve().then(() => ask('testClocks.advance', { tenant, to }, context));
  const testClocks = { advance, awaitApplied: () => Promise.resolve(true) };
  const { log = silentLog, trustedHosts: hosts = [] } = options;
  const edge = { log, clock: testClock(), ids: testIds, publicUrl: 'https://pitanga.example' };
  const revenueCache: RevenueCache = { through: (_tenant, _range, load) => load() };
  const requestLog = options.requestLog ?? {
    add: () => undefined,
    list: (tenant: unknown, page: unknown, filter: object) =>
      Promise.resolve().then(() => ask('requestLog.list', { tenant, page, ...filter }, { requestId: '' })),
  };
  const limits = { ...noLimits, ...options.limits };
  const done = () => Promise.resolve();
  const persons = createPersonRights({ clock: edge.clock, clients, record: done, deleteNotes: done });
  const member =
    (name: string) =>
    (request: unknown, { context }: { readonly context: CallContext }) =>
      Promise.resolve().then(() => ask(`members.${name}`, request, context));
  const members = Object.fromEntries(
    ['inviteMember', 'listMembers', 'updateMember', 'removeMember', 'revokeKeys'].map((name) => [name, member(name)]),
  );
  const providers = createProviders({
    clock: edge.clock,
    clients,
    tests: { find: () => Promise.resolve(undefined), save: () => undefined, forget: () => Promise.resolve() },
    connectable: readConnectable(undefined, 'closed'),
    offered: () => Promise.resolve(['PIX', 'BOLETO']),
    record: () => Promise.resolve(),
  });
  const checkReadiness = createReadiness({
    clock: edge.clock,
    clients,
    providers,
    storeFacts: () =>
      Promise.resolve({
        website: 'https://loja.example',
        branding: noBranding,
        secretKeys: { live: 1, isUsedElsewhere: false },
        owners: { count: 0, withoutSecondFactor: 0 },
      }),
  });
  const pageStreams = options.pageStreams ?? { isHearing: () => false };
  const keyring: Keyring = {
    resolve: (text) => Promise.resolve(callers.get(text)),
    mayManage: () => Promise.resolve(true),
  };
  const deps = {
    ...edge,
    keyring,
    guesses: anyGuess,
    pageStreams,
    members,
    persons,
    providers,
    checkReadiness,
    clients,
    cardLinks,
    applePayDomain: options.applePayDomain,
    stripeScriptUrl: 'https://js.stripe.com/v3/',
    devMailDirectory: options.devMailDirectory,
    couponProofs,
    buyerProofs,
    ...buyerKeys,
    receiptCodes,
    limits,
    revenueCache,
    testClocks,
    sandboxes,
    apiKeys,
    auditLog: new Proxy(auditLog, {
      get: (target, name): unknown => {
        if (name === 'madeKeys') return () => Promise.resolve(madeKeyIds);
        return name === 'record' || name === 'recordOnce' ? record : Reflect.get(target, name);
      },
    }),
    orderAskers,
    stores: new Proxy(stores, {
      get: (target, name): unknown => {
        if (name === 'isClosed') return isClosed;
        if (name === 'findPayerFields') return payerFieldsOf;
        if (name === 'findReceiptParty') return () => Promise.resolve(options.receiptParty);
        if (name === 'findWaysOut') return () => Promise.resolve({ hosts, website: options.website });
        return name === 'findBranding' ? brandingOf : Reflect.get(target, name);
      },
    }),
    payoutLimits: new Proxy(payoutLimits, {
      get: (target, name): unknown =>
        name === 'get' && !('payoutLimits.get' in answers)
          ? () => Promise.resolve(unlimited)
          : Reflect.get(target, name),
    }),
    requestLog,
  } as unknown as Deps;
  const admit = createAdmission({
    keyring,
    guesses: anyGuess,
    rateLimiter: { count: () => Promise.reject(new Error('unlimited')) },
    limits: noLimits,
    rateLimitPerKey: 0,
  });
  const app = createServer({
    log,
    clock: testClock(),
    ids: testIds,
    metrics: createMetrics(),
    trustedProxyHops: 0,
    publicUrl: 'https://pitanga.example',
  });
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  await registerVersion(app, v1, deps, admit);
  await registerVersion(app, v2, deps, admit);
  await registerVersion(app, dashboardV2, deps, admitMembers(edge.clock));
  await app.register(async (scope: Api) => pagesRoutes(scope, deps));
  await app.ready();

  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, key: string, payload?: object) => {
    const isMember = key === 'member';
    const headers = isMember ? asMember('OWNER', 'dev', 'fresh') : url.startsWith('/v') ? asKey(key) : {};
    const path = isMember ? `/dashboard/api${url}` : url;
    const response = await app.inject({ method, url: path, headers, ...(payload && { payload }) });
    const isJson = String(response.headers['content-type']).includes('json');
    const json: unknown = isJson ? response.json() : undefined;
    return { statusCode: response.statusCode, json, text: response.payload, headers: response.headers };
  };
  return {
    app,
    calls,
    contexts,
    facts,
    routes,
    answering(next) {
      answers = next;
      calls.length = 0;
      facts.length = 0;
      contexts.length = 0;
    },
    post: (url, payload = {}, key = 'full') => send('POST', url, key, payload),
    patch: (url, key = 'full') => send('PATCH', url, key),
    delete: (url, key = 'full') => send('DELETE', url, key),
    get: (url, key = 'full') => send('GET', url, key),
    stop: () => app.close(),
  };
}

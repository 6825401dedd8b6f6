import { toWire } from '@pitanga/contracts';
import type { Clock, Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import type { Actor } from '../access/actor';
import type { AuditFact } from '../audit/audit-entry';
import type { Clients } from '../clients';
import type { PaymentMethod } from '../stores/store';
import {
  findPayouts,
  toAbleMethods,
  toCapabilities,
  toFirst,
  toOrder,
  toPayoutCapabilities,
  toWireProvider,
  type Capabilities,
  type PayoutCapabilities,
} from './capabilities';
import { requireConnectable, requireNoOverride, type Connectable } from './connectable';
import {
  methodState,
  providerKinds,
  providerMethods,
  simulatedProviders,
  type MethodState,
  type ProviderAccount,
  type ProviderKind,
  type ProviderMethod,
  type ProviderTest,
} from './provider';
import { providerAccounts, type ProviderClients } from './provider-accounts';
import type { ProviderTests } from './provider-tests';

/** Who asks, for which environment of which store. */
export interface ProviderRequest {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly context: CallContext;
}

export interface ProviderState {
  readonly provider: ProviderKind;
  /** Undefined when it is not connected. */
  readonly account: ProviderAccount | undefined;
  readonly lastTest: ProviderTest | undefined;
  /** What it can take, whatever the store has set; undefined where it was not asked for. */
  readonly able?: readonly ProviderMethod[] | undefined;
  /** By method; undefined where they were not asked for. */
  readonly capabilities?: readonly Capabilities[] | undefined;
  /** Of what leaves by it; undefined where nothing does. */
  readonly payouts?: PayoutCapabilities | undefined;
}

export interface ProviderOverview {
  readonly providers: readonly ProviderState[];
  readonly methods: readonly MethodState[];
}

/** The accounts of a production store at banks and payment providers, whichever service keeps them. */
export interface Providers {
  /** No call to a provider; none in dev mode, whose providers are simulated. */
  list(request: Omit<ProviderRequest, 'actor'>): Promise<ProviderOverview>;
  /**
   * Connects a provider, or gives it new settings that work: an account of the merchant, not of the operator.
   * @throws AppError PERMISSION_DENIED `PROVIDER_NOT_ALLOWED` for what the operator keeps to themselves
   */
  connect(request: ProviderRequest, provider: ProviderKind, settings: object): Promise<ProviderState>;
  /**
   * Sets which account is asked first for new payments of a method.
   * @throws AppError INVALID_ARGUMENT unless `order` has every account that takes it, once
   */
  order(request: ProviderRequest, method: PaymentMethod, order: readonly ProviderKind[]): Promise<void>;
  /** Calls the provider, changes nothing there, and says what is wrong. NOT_FOUND when it is not connected. */
  test(request: ProviderRequest, provider: ProviderKind): Promise<ProviderTest>;
  /** The last test of a connected provider if it is no older than a minute, else a new one; not in the audit log. */
  checked(request: Omit<ProviderRequest, 'actor'>, state: ProviderState): Promise<ProviderTest>;
  /** NOT_FOUND when it is not connected. */
  remove(request: ProviderRequest, provider: ProviderKind): Promise<void>;
}

export interface ProvidersDeps {
  readonly clock: Clock;
  readonly clients: ProviderClients & Pick<Clients, 'capabilities' | 'payoutCapabilities'>;
  readonly tests: ProviderTests;
  /** What stores may connect themselves. */
  readonly connectable: Connectable;
  /** What the store offers in production. */
  readonly offered: (tenant: Tenant) => Promise<readonly PaymentMethod[]>;
  /** Adds an entry to the audit log of the store. */
  readonly record: (tenant: Tenant, fact: AuditFact) => Promise<void>;
}

const testAgeMsMax = 60_000;

export function createProviders(deps: ProvidersDeps): Providers {
  const access: Access = { ...deps, accounts: providerAccounts(deps.clients) };
  return {
    list: (request) => list(access, request),
    connect: (request, provider, settings) => connect(access, request, provider, settings),
    order: async (request, method, order) => {
      const { tenant, context } = request;
      requireProduction(tenant);
      const before = toOrder(await access.clients.capabilities.getCapabilities({ tenant }, plain(context)), method);
      const change = { before: { method, order: before }, after: { method, order } };
      // The intent, before the effect, as of connections.
      await record(access, request, method, 'provider.order_requested', change);
      const providers = order.map(toWireProvider);
      await access.clients.capabilities.orderAccounts(
        { tenant, method: toWire('PAYMENT_METHOD', method), providers },
        plain(context),
      );
      await record(access, request, method, 'provider.ordered', change);
    },
    test: async (request, provider) => {
      requireProduction(request.tenant);
      const test = await runTest(access, request, provider);
      await record(access, request, provider, 'provider.tested', { after: { problems: test.problems } });
      return test;
    },
    checked: async (request, { provider, lastTest }) => {
      const isFresh = lastTest !== undefined && deps.clock.real().getTime() - lastTest.at.getTime() <= testAgeMsMax;
      return isFresh ? lastTest : runTest(access, request, provider);
    },
    remove: async (request, provider) => {
      const { tenant, context } = request;
      requireProduction(tenant);
      const before = await access.accounts[provider].find(tenant.storeId, plain(context));
      // The intent, before the effect: no removal is without an entry, whatever breaks in between.
      if (before) await record(access, request, provider, 'provider.removal_requested', { before: shown(before) });
      await access.accounts[provider].remove(tenant.storeId, plain(context));
      await deps.tests.forget(tenant.storeId, provider);
      await record(access, request, provider, 'provider.removed', { before: before && shown(before) });
    },
  };
}

type Access = ProvidersDeps & { readonly accounts: ReturnType<typeof providerAccounts> };
type Asked = Omit<ProviderRequest, 'actor'>;

async function list(access: Access, request: Asked): Promise<ProviderOverview> {
  if (request.tenant.devMode) return { providers: [], methods: simulatedMethods };
  const { tenant, context } = request;
  const [offered, sending, { methods: declared, adapters }, ...states] = await Promise.all([
    access.offered(tenant),
    access.clients.payoutCapabilities.getPayoutCapabilities({}, plain(context)),
    access.clients.capabilities.getCapabilities({ tenant }, plain(context)),
    ...providerKinds.map((kind) => readState(access, request, kind)),
  ]);
  const capabilities = toCapabilities(declared);
  const payouts = toPayoutCapabilities(sending.adapters);
  const methodsOf = toAbleMethods(adapters, payouts);
  const sendingOrder = [...new Set(payouts.map(({ kind }) => kind))];
  const providers = states.map((state) => ({
    ...state,
    able: methodsOf(state.provider, state.account),
    capabilities: state.account && (capabilities.get(state.provider) ?? []),
    payouts: findPayouts(payouts, state.provider, state.account),
  }));
  const accounts = Object.fromEntries(providers.map(({ provider, account }) => [provider, account]));
  const first = toFirst(declared);
  const now = access.clock.real();
  return {
    providers,
    methods: providerMethods.map((method) =>
      methodState(method, { offered, accounts, methodsOf, first, sendingOrder }, now),
    ),
  };
}

async function connect(
  access: Access,
  request: ProviderRequest,
  provider: ProviderKind,
  settings: object,
): Promise<ProviderState> {
  const { tenant, context } = request;
  requireProduction(tenant);
  requireConnectable(access.connectable, provider, settings);
  requireNoOverride(request.actor, settings);
  const before = await access.accounts[provider].find(tenant.storeId, plain(context));
  // The intent, before the effect: no connection is without an entry, whatever breaks in between.
  await record(access, request, provider, 'provider.connection_requested', {
    before: before && shown(before),
  });
  await access.accounts[provider].configure(tenant.storeId, JSON.stringify(settings), plain(context));
  await access.tests.forget(tenant.storeId, provider);
  const state = await readState(access, request, provider);
  await record(access, request, provider, 'provider.connected', {
    before: before && shown(before),
    after: state.account && shown(state.account),
  });
  return state;
}

async function runTest(access: Access, { tenant, context }: Asked, provider: ProviderKind): Promise<ProviderTest> {
  const problems = await access.accounts[provider].test(tenant.storeId, plain(context));
  const test = { at: access.clock.real(), problems };
  access.tests.save(tenant.storeId, provider, test);
  return test;
}

async function readState(
  { accounts, tests }: Access,
  { tenant: { storeId }, context }: Asked,
  provider: ProviderKind,
): Promise<ProviderState> {
  const account = await accounts[provider].find(storeId, plain(context));
  const last = account && (await tests.find(storeId, provider));
  // Another gateway may have saved the test of settings that were replaced meanwhile.
  return { provider, account, lastTest: last && last.at >= account.updatedAt ? last : undefined };
}

const simulatedMethods: readonly MethodState[] = providerMethods.map((method) => ({
  method,
  isAvailable: true,
  isOffered: true,
  provider: 'SIMULATOR',
  reason: undefined,
}));

function requireProduction({ devMode }: Tenant): void {
  if (devMode) throw simulatedProviders();
}

/** Each call is repeatable by itself, and one request makes several. */
function plain({ requestId }: CallContext): CallContext {
  return { requestId };
}

function shown({ settings: { watchesKey }, host, owner, methods, updatedAt, certificateExpiresAt }: ProviderAccount) {
  return {
    ...(watchesKey !== undefined && { watchesKey }),
    host,
    owner: owner ?? null,
    methods,
    updatedAt: updatedAt.toISOString(),
    certificateExpiresAt: certificateExpiresAt?.toISOString() ?? null,
  };
}

async function record(
  { record: add }: ProvidersDeps,
  { tenant, actor, context }: ProviderRequest,
  provider: ProviderKind | PaymentMethod,
  action: string,
  change: Pick<AuditFact, 'before' | 'after'>,
): Promise<void> {
  const target = { type: 'provider', id: provider };
  await add(tenant, { actor, action, target, devMode: false, requestId: context.requestId, ...change });
}

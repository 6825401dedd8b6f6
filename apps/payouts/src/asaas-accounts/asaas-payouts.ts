import { toTenant } from '@pitanga/core';
import {
  createAsaasBudgets,
  createAsaasClient,
  createStoreAdapters,
  type AsaasBudget,
  type AsaasClient,
  type StoreAdapters,
} from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import { createAsaasPayoutProvider } from '../asaas/asaas-payout-provider';
import type { AsaasPayoutSettings } from '../asaas/asaas-settings';
import type { PayoutMetrics } from '../metrics';
import type { PayoutProvider } from '../provider/payout-provider';
import type { AsaasAccount } from './asaas-account';
import { findAsaasAccount } from './asaas-account-repository';
import { createOrderBook, type OrderBookDeps } from './stored-order-book';

export interface AsaasPayoutsDeps extends OrderBookDeps {
  readonly sealer: Sealer;
  readonly metrics: PayoutMetrics;
  /** The private networks in which providers may be. */
  readonly providerRanges: readonly string[];
}

type Adapter = PayoutProvider & { close(): void };

/** Of what Asaas allows; billing leaves 7,000 (docs/behaviour/providers.md#asaas-budget). Nothing is listed here. */
const limits = { LIST: 0, FOLLOW: 4_000 };

/** The adapters of the stores' Asaas accounts, each with its connections. */
export type AsaasPayouts = StoreAdapters<Adapter>;

export function createAsaasPayouts(deps: AsaasPayoutsDeps): AsaasPayouts {
  const { db, clock, log, metrics } = deps;
  const budgets = createAsaasBudgets({ db, clock, log, limits, measured: (most) => metrics.asaasCalls(most) });
  return createStoreAdapters<AsaasAccount, Adapter>({
    clock: deps.clock,
    find: (tenant) => findAsaasAccount(deps.db, tenant, deps.sealer),
    create: (storeId, { name, owner, settings }) => {
      const client = createPayoutClient(deps, storeId, settings, budgets.of(name));
      const book = createOrderBook({ ...deps, log: deps.log.child({ storeId }) }, toTenant(storeId, false), name);
      const provider = createAsaasPayoutProvider({ name, owner, phoneKeys: settings.phoneKeys, client, book });
      return { ...provider, close: () => client.close() };
    },
  });
}

/** A client with connections of its own; the caller closes it. */
export function createPayoutClient(
  { log, metrics, providerRanges }: Pick<AsaasPayoutsDeps, 'log' | 'metrics' | 'providerRanges'>,
  storeId: string,
  config: AsaasPayoutSettings,
  budget?: AsaasBudget,
): AsaasClient {
  return createAsaasClient({
    config,
    budget,
    log: log.child({ storeId }),
    observe: (operation, outcome, durationMs) => metrics.called(operation, outcome, durationMs),
    providerRanges,
  });
}

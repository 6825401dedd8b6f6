import { toTenant, type Clock, type IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { createProviderHttp, createStoreAdapters, type StoreAdapters } from '@pitanga/provider-account';
import { bankLimits, createBankClient, type BankClient } from '@pitanga/provider-account/bank';
import type { Log, Sealer } from '@pitanga/runtime';
import type { PayoutMetrics } from '../metrics';
import { payoutFaults } from '../provider/bank-errors';
import type { PayoutProvider } from '../provider/payout-provider';
import { sendingApi, type BankAccount } from './bank-account';
import { findBankAccount } from './bank-account-repository';
import { createBankOrders } from './bank-order-repository';
import { requireSender } from './bank-senders';

export interface BankPayoutsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly metrics: PayoutMetrics;
  /** The private networks in which providers may be. */
  readonly providerRanges: readonly string[];
}

type Adapter = PayoutProvider & { close(): void };

/** The adapters of the stores' accounts at banks, each with its connections and its token. */
export type BankPayouts = StoreAdapters<Adapter>;

export function createBankPayouts(deps: BankPayoutsDeps): BankPayouts {
  return createStoreAdapters<BankAccount, Adapter>({
    clock: deps.clock,
    find: (tenant) => findBankAccount(deps.db, tenant, deps.sealer),
    create: (storeId, account) => {
      const client = createSendingClient(deps, storeId, account);
      const { name, owner, settings } = account;
      const orders = createBankOrders(deps.db, toTenant(storeId, false));
      const provider = requireSender(account.bank).create({ name, owner, client, pixKey: settings.pixKey, orders });
      return { ...provider, close: () => client.close() };
    },
  });
}

/** A client with connections and a token of its own; the caller closes it. */
export function createSendingClient(
  deps: Pick<BankPayoutsDeps, 'clock' | 'ids' | 'log' | 'metrics' | 'providerRanges'>,
  storeId: string,
  account: Pick<BankAccount, 'bank' | 'settings'>,
): BankClient & { close(): void } {
  const { baseUrl, scopes } = sendingApi(account);
  const config = { ...account.settings, baseUrl };
  const http = createProviderHttp(config, deps.providerRanges, bankLimits.connectMs);
  const client = createBankClient({
    http,
    config,
    scopes,
    limits: bankLimits,
    clock: deps.clock,
    ids: deps.ids,
    log: deps.log.child({ storeId }),
    observe: (operation, outcome, durationMs) => deps.metrics.called(operation, outcome, durationMs),
    faults: payoutFaults,
  });
  return { ...client, close: () => http.close() };
}

import type { AccountOwner, Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import {
  createStoreAdapters,
  type AsaasBudget,
  type AsaasBudgets,
  type StoreAdapters,
} from '@pitanga/provider-account';
import type { Log, Sealer } from '@pitanga/runtime';
import { createAsaasAdapter, type AsaasAdapter } from '../asaas/asaas-adapter';
import type { AsaasMetrics } from '../asaas/asaas-metrics';
import { refuseBegun, type NoteBegun } from '../provider/note-begun';
import { buildNoteBegun } from '../syncs/begun-payment-repository';
import type { Placed } from '../provider/positions';
import type { AsaasAccountSettings } from './asaas-account';
import { findAsaasAccount } from './asaas-account-repository';

export interface AsaasAccountsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly asaasMetrics: AsaasMetrics;
  /** The calls that each account may make. */
  readonly asaasBudgets: AsaasBudgets;
  /** The private networks in which the API may be. */
  readonly providerRanges: readonly string[];
}

/** The Asaas adapters of the stores, each with its connections. */
export type AsaasAccounts = StoreAdapters<AsaasAdapter & Placed>;

export function createAsaasAccounts(deps: AsaasAccountsDeps): AsaasAccounts {
  return createStoreAdapters({
    clock: deps.clock,
    find: (tenant) => findAsaasAccount(deps.db, tenant, deps.sealer),
    create: (storeId, { settings, accountId, owner }) => ({
      ...toAdapter(deps, storeId, settings, {
        ...{ accountId, owner, budget: deps.asaasBudgets.of(accountId) },
        noteBegun: buildNoteBegun(deps, storeId),
      }),
      positions: settings.positions,
    }),
  });
}

/** An adapter with connections of its own; the caller closes it. */
export function toAdapter(
  { clock, log, asaasMetrics, providerRanges }: Omit<AsaasAccountsDeps, 'db' | 'sealer' | 'asaasBudgets'>,
  storeId: string,
  config: AsaasAccountSettings,
  {
    accountId: account,
    owner,
    budget,
    noteBegun = refuseBegun,
  }: {
    readonly accountId: string;
    readonly owner?: AccountOwner;
    readonly budget?: AsaasBudget;
    readonly noteBegun?: NoteBegun;
  },
): AsaasAdapter {
  const { methods, keepsCards = false } = config;
  const tools = { clock, log: log.child({ storeId }), metrics: asaasMetrics, providerRanges };
  return createAsaasAdapter({ ...tools, config, methods, keepsCards, account, owner, budget, noteBegun });
}

import { LedgerServiceDefinition } from '@pitanga/contracts';
import { failedPrecondition, unavailable, type Tenant } from '@pitanga/core';
import { createRpcServer, type RpcHandlers } from '@pitanga/rpc';
import { createMetrics } from '@pitanga/runtime';
import { silentLog } from '@pitanga/testing';
import type { Deps } from '../src/deps';

type Ledger = Deps['ledger'];
type Reserve = Parameters<Ledger['reserveHold']>[0];
export type HoldState = 'HELD' | 'SETTLED' | 'RELEASED';

interface StoodHold {
  readonly account: string;
  readonly takenCents: number;
  state: HoldState;
  readonly amountCents: number;
  returnedCents: number;
}

/** The calls that payouts make, with the ledger's own rules for repeats and balances; the real one has its tests. */
export interface LedgerStandIn extends Ledger {
  readonly address: string;
  /** Every reserve it was asked for, also those it refused. */
  readonly reserves: Reserve[];
  /** True: no call arrives. */
  isAway: boolean;
  /** Gives a store, or a sub-account of it, money; without it none has any. */
  fund(tenant: Tenant, cents: number, subAccountId?: string): void;
  /** In centavos. */
  available(tenant: Tenant, subAccountId?: string): number;
  stateOf(holdId: string): HoldState | undefined;
  /** The store's account that each call names: the one that sent a payout, or to which a part of it came back. */
  readonly accounts: { readonly holdId: string; readonly sentBy?: string; readonly backTo?: string }[];
  stop(): Promise<void>;
}

/** A ledger over gRPC. */
export async function startLedgerStandIn(): Promise<LedgerStandIn> {
  const holds = new Map<string, StoodHold>();
  const balances = new Map<string, number>();
  const accountOf = (tenant: Reserve['tenant'], subAccountId = '') =>
    `${tenant?.storeId ?? ''} ${String(tenant?.devMode)} ${subAccountId}`;
  const change = (account: string, by: number): void => {
    balances.set(account, (balances.get(account) ?? 0) + by);
  };
  const down = () => Promise.reject(unavailable('The ledger is down'));

  const ledger: Omit<LedgerStandIn, 'address' | 'stop'> = {
    reserves: [],
    accounts: [],
    isAway: false,
    fund: (tenant, cents, subAccountId) => change(accountOf(tenant, subAccountId), cents),
    available: (tenant, subAccountId) => balances.get(accountOf(tenant, subAccountId)) ?? 0,
    stateOf: (holdId) => holds.get(holdId)?.state,
    reserveHold: async (request) => {
      ledger.reserves.push(request);
      if (ledger.isAway) return down();
      await Promise.resolve();
      const { holdId, amountCents, feeCents } = request;
      const known = holds.get(holdId);
      if (known?.state === 'RELEASED') throw failedPrecondition(`Hold ${holdId} was released`, 'HOLD_RELEASED');
      if (known) return {};
      const account = accountOf(request.tenant, request.subAccountId);
      const takenCents = amountCents + feeCents;
      if ((balances.get(account) ?? 0) < takenCents) {
        throw failedPrecondition('INSUFFICIENT_FUNDS: too little is available', 'INSUFFICIENT_FUNDS');
      }
      change(account, -takenCents);
      holds.set(holdId, { account, takenCents, state: 'HELD', amountCents, returnedCents: 0 });
      return {};
    },
    settleHold: ({ holdId, providerAccount: sentBy }) => {
      if (ledger.isAway) return down();
      if (sentBy !== undefined) ledger.accounts.push({ holdId, sentBy });
      const hold = holds.get(holdId);
      if (!hold || hold.state === 'RELEASED') return Promise.reject(new Error(`hold ${holdId} cannot be settled`));
      hold.state = 'SETTLED';
      return Promise.resolve({});
    },
    releaseHold: (request) => {
      if (ledger.isAway) return down();
      const { holdId } = request;
      const hold = holds.get(holdId);
      if (hold?.state === 'SETTLED')
        return Promise.reject(failedPrecondition(`Hold ${holdId} was settled`, 'HOLD_SETTLED'));
      if (hold?.state === 'HELD') change(hold.account, hold.takenCents);
      // Remembered although it was never reserved, so that a late reserve is refused.
      const none = { account: accountOf(request.tenant), takenCents: 0, amountCents: 0, returnedCents: 0 };
      holds.set(holdId, { ...none, ...hold, state: 'RELEASED' });
      return Promise.resolve({});
    },
    returnPayout: ({ holdId, returnedCents, providerAccount: backTo }) => {
      if (ledger.isAway) return down();
      if (backTo !== undefined) ledger.accounts.push({ holdId, backTo });
      const hold = holds.get(holdId);
      if (hold?.state !== 'SETTLED' || returnedCents > hold.amountCents) {
        return Promise.reject(new Error(`hold ${holdId} cannot come back`));
      }
      change(hold.account, Math.max(0, returnedCents - hold.returnedCents));
      hold.returnedCents = Math.max(hold.returnedCents, returnedCents);
      return Promise.resolve({});
    },
  };
  const server = createRpcServer({ log: silentLog, metrics: createMetrics(), domain: 'ledger' });
  server.add(LedgerServiceDefinition, ledger as unknown as RpcHandlers<LedgerServiceDefinition>);
  const address = `127.0.0.1:${String(await server.start('127.0.0.1:0'))}`;
  return Object.assign(ledger, { address, stop: () => server.stop(1_000) });
}

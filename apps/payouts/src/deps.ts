import type { LedgerServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Inside, Pool } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log, Sealer } from '@pitanga/runtime';
import type { AsaasPayouts } from './asaas-accounts/asaas-payouts';
import type { BankPayouts } from './bank-accounts/bank-payouts';
import type { PayoutMetrics } from './metrics';
import type { PayoutAccounts } from './payout-accounts/payout-accounts';
import type { ProviderOf } from './provider/payout-provider';

/** What use cases need everywhere; nothing of it reads or calls. */
export interface Tools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Seals tax ids, keys and credentials at rest. */
  readonly sealer: Sealer;
  /** Base of receipt and callback addresses, without a final slash. */
  readonly publicUrl: string;
}

/** What use cases have inside a transaction. */
export type TxDeps = Inside<Tools>;

/** What use cases have outside a transaction: also the pool, the ledger and the providers. */
export interface Deps extends Tools {
  readonly db: Pool;
  readonly tools: Tools;
  readonly findProvider: ProviderOf;
  /** Of production: the providers that send the stores' payouts. */
  readonly payoutAccounts: PayoutAccounts;
  readonly asaasPayouts: AsaasPayouts;
  readonly bankPayouts: BankPayouts;
  /** Whether stores may use Asaas's sandbox, which moves no money. */
  readonly canUseSandbox: boolean;
  /** Of the calls to providers. */
  readonly payoutMetrics: PayoutMetrics;
  /** The private networks in which providers of stores may be. */
  readonly providerRanges: readonly string[];
  /** Holds the money of a payout before it is sent. */
  readonly ledger: Pick<
    RpcClient<LedgerServiceDefinition>,
    'reserveHold' | 'settleHold' | 'releaseHold' | 'returnPayout'
  >;
}

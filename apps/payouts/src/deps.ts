import type { LedgerServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log, Sealer } from '@pitanga/runtime';
import type { PayoutMetrics } from './metrics';
import type { PayoutAccounts } from './payout-accounts/payout-accounts';
import type { ProviderOf } from './provider/payout-provider';

/** What the use cases of payouts need. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Seals tax ids, keys and credentials at rest. */
  readonly sealer: Sealer;
  readonly providerOf: ProviderOf;
  /** Of production: the providers that send the stores' payouts. */
  readonly payoutAccounts: PayoutAccounts;
  readonly payoutMetrics: PayoutMetrics;
  /** The private networks in which providers of stores may be. */
  readonly providerRanges: readonly string[];
  /** Holds the money of a payout before it is sent. */
  readonly ledger: Pick<RpcClient<LedgerServiceDefinition>, 'reserveHold' | 'settleHold' | 'releaseHold'>;
  /** Base of receipt and callback addresses, without a final slash. */
  readonly publicUrl: string;
}

/** Deps of a use case that runs in its caller's transaction. */
export type TxDeps = Deps & { readonly db: Tx };

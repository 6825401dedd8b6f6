import type { LedgerServiceDefinition } from '@pitanga/contracts';
import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log, Sealer } from '@pitanga/runtime';
import type { PayoutAccounts } from './payout-accounts/payout-accounts';
import type { ProviderOf } from './provider/payout-provider';

/** What the use cases of payouts need; `db` is the pool or the caller's transaction. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Keeps tax ids, keys and credentials unreadable at rest. */
  readonly sealer: Sealer;
  readonly providerOf: ProviderOf;
  /** Production: who sends the stores' payouts. */
  readonly payoutAccounts: PayoutAccounts;
  /** Sets the money of a payout aside before it leaves. */
  readonly ledger: Pick<RpcClient<LedgerServiceDefinition>, 'reserveHold' | 'settleHold' | 'releaseHold'>;
  /** Base of receipt and callback addresses, without a final slash. */
  readonly publicUrl: string;
}

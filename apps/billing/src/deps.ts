import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import type { ProviderOf } from './provider/payment-provider';
import type { SettingsCache } from './store-settings/store-settings-service';

/** Everything a use case of billing works with; `db` is the pool or the caller's transaction. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** Keeps tax ids unreadable at rest. */
  readonly sealer: Sealer;
  readonly settings: SettingsCache;
  readonly providerOf: ProviderOf;
  /** Base of payment page and receipt addresses, without a final slash. */
  readonly publicUrl: string;
}

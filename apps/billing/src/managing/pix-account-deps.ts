import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log, Sealer } from '@pitanga/runtime';
import type { PixMetrics } from '../bacen-pix/pix-metrics';
import type { PixAccounts } from '../pix-accounts/pix-accounts';

/** What the accounts of stores at banks need. */
export interface PixAccountDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly publicUrl: string;
  readonly pixAccounts: PixAccounts;
  readonly pixMetrics: PixMetrics;
  /** The private networks in which banks may be. */
  readonly providerRanges: readonly string[];
}

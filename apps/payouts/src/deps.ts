import type { Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';

/** What the use cases of payouts need. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

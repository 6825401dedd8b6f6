import type { Clock } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** What the use cases of subscriptions need. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

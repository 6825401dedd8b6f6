import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** What the use cases of the ledger need. */
export interface Deps {
  readonly db: Db;
  readonly ids: IdSource;
  readonly clock: Clock;
}

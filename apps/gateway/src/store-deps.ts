import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** The dependencies of the gateway's own use cases. */
export interface StoreDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
}

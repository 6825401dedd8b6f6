import type { Clock, IdSource } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';

/** What the use cases of the ledger need. */
export interface Deps {
  readonly db: Db;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/** Of a use case that runs inside its caller's transaction. */
export type TxDeps = Deps & { readonly db: Tx };

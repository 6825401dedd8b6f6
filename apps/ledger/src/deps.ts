import type { Clock, IdSource } from '@pitanga/core';
import type { Db, Inside, Pool } from '@pitanga/database';

/** What use cases need everywhere; nothing of it reads or calls. */
export interface Tools {
  readonly ids: IdSource;
  readonly clock: Clock;
}

/** What use cases have inside a transaction. */
export type TxDeps = Inside<Tools>;

/** For what is right inside a transaction, and by statements that commit by themselves. */
export type AnyDeps = Tools & { readonly db: Db };

/** What use cases have outside a transaction. */
export interface Deps extends Tools {
  readonly db: Pool;
  /** What a transaction takes along. */
  readonly tools: Tools;
}

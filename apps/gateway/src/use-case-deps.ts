import type { Clock, IdSource } from '@pitanga/core';
import type { Inside, Pool } from '@pitanga/database';

/** What use cases of the gateway need everywhere; nothing of it reads or calls. */
export interface Tools {
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What use cases have inside a transaction. */
export type TxDeps = Inside<Tools>;

/** What use cases have outside a transaction. */
export interface UseCaseDeps extends Tools {
  readonly db: Pool;
  /** What a transaction takes along. */
  readonly tools: Tools;
}

/** What use cases have outside a transaction, of the tools that they take inside. */
export function createDeps<T extends Tools>(db: Pool, tools: T): T & { readonly db: Pool; readonly tools: T } {
  return { ...tools, db, tools };
}

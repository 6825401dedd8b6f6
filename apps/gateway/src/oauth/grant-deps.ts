import type { Clock, CrossTenant, IdSource } from '@pitanga/core';
import type { Inside, Pool } from '@pitanga/database';

/** What grants need inside a transaction. */
interface GrantTools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly all: CrossTenant;
}

export type GrantTxDeps = Inside<GrantTools>;

export interface GrantDeps extends GrantTools {
  readonly db: Pool;
  readonly tools: GrantTools;
}

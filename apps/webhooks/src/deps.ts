import type { Clock, IdSource, RandomBytes, Tenant } from '@pitanga/core';
import type { Db, Tx } from '@pitanga/database';
import type { Egress, EgressPolicy } from '@pitanga/egress';
import type { Log, Sealer } from '@pitanga/runtime';

/** What the use cases of webhooks work with. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Encrypts webhook secrets at rest. */
  readonly sealer: Sealer;
  readonly egress: Egress;
  /** The addresses a tenant's webhooks may call. */
  readonly policyOf: (tenant: Tenant) => EgressPolicy;
}

/** For what runs inside a transaction. */
export type TxDeps = Deps & { readonly db: Tx };

import type { Clock, IdSource, RandomBytes, Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Egress, EgressPolicy } from '@pitanga/egress';
import type { Log, Sealer } from '@pitanga/runtime';

/** Everything a use case of webhooks works with; `db` is the pool or the caller's transaction. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: RandomBytes;
  readonly log: Log;
  /** Keeps webhook secrets unreadable at rest. */
  readonly sealer: Sealer;
  readonly egress: Egress;
  /** What a tenant's webhooks may call. */
  readonly policyOf: (tenant: Tenant) => EgressPolicy;
}

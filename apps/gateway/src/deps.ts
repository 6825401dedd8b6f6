import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import type { Clients } from './clients';

/** What the gateway's own use cases need. */
export interface StoreDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** What routes need: built once by the composition root, handed to every route group. */
export interface Deps extends StoreDeps {
  readonly clients: Clients;
  readonly log: Log;
  /** Base of every link we give out (`<publicUrl>/pay/…`), without a trailing slash. */
  readonly publicUrl: string;
}

import type { Clock, IdSource } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Log } from '@pitanga/runtime';
import type { Clients } from './clients';
import type { EdgeLimits } from './http/edge/admission/edge-limits';
import type { CouponProofs } from './http/pages/pay/coupon-proofs';
import type { CardLinks } from './http/pages/subscription-card/card-links';
import type { RevenueCache } from './http/shared/revenue-cache';
import type { TestClocks } from './test-clock/test-clock-service';

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
  /** The operator's switch: v1 ends on its day. */
  readonly isV1ShutOff: boolean;
  /** Of the page on which a subscription's card is replaced. */
  readonly cardLinks: CardLinks;
  readonly limits: EdgeLimits;
  readonly couponProofs: CouponProofs;
  readonly revenueCache: RevenueCache;
  /** Of the stores' dev environments. */
  readonly testClocks: TestClocks;
}

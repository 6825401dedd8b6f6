import { Type } from 'typebox';

/** Spread into the settings of billing (docs/behaviour/providers.md#failover). */
export const failoverConfig = {
  FAILOVER_TURN_MS: Type.Integer({
    default: 4_000,
    minimum: 500,
    maximum: 13_000,
    description: 'how long one account has to make a new payment while another could, in milliseconds',
  }),
  FAILOVER_TOTAL_MS: Type.Integer({
    default: 13_500,
    minimum: 1_000,
    maximum: 13_500,
    description:
      'how long all accounts of a store together have to make a new payment, in milliseconds; callers wait 15 seconds',
  }),
  ACCOUNT_FAILURES_MAX: Type.Integer({
    default: 5,
    minimum: 1,
    maximum: 100,
    description: 'after how many failures in a row new payments go to the other accounts of a store first',
  }),
  ACCOUNT_REST_MS: Type.Integer({
    default: 30_000,
    minimum: 1_000,
    maximum: 600_000,
    description: 'for how long they do so, in milliseconds, before one payment tries that account again',
  }),
};

/** How the accounts of a store stand in for each other. */
export interface Failover {
  /** What one account may take of a request while another waits, and all together: less than a caller's deadline. */
  readonly turnMs: number;
  readonly allMs: number;
  /** Calls whose turn was over: they are not ended, and a stop waits for them. */
  readonly late: Set<Promise<unknown>>;
}

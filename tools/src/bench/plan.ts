/** How much of everything is measured. Figures of two plans are not compared. */
export interface Plan {
  readonly name: 'full' | 'short';
  readonly connections: number;
  /** Length of one round, of one measurement of the ledger, and what others derive their length from. */
  readonly seconds: number;
  /** Interleaved rounds of ours and of the ceiling; bursts of renewals. */
  readonly rounds: number;
  /** Before the first round: code that is not yet compiled by the JIT says nothing. */
  readonly warmUpSeconds: number;
  readonly idle: { readonly settleSeconds: number; readonly seconds: number };
  readonly latencySeconds: number;
  /** Charges, active subscriptions and lines of a statement in the large one of the two tables compared. */
  readonly manyRows: { readonly charges: number; readonly subscriptions: number; readonly lines: number };
  /** Requests of each of two lists that are compared page by page. */
  readonly pageSamples: number;
  readonly subscribers: number;
  readonly ledger: {
    readonly callers: readonly number[];
    readonly kafkaFacts: number;
    /** Written again by plain SQL: no more, so that copying them does not take longer than the measurement. */
    readonly plainJournals: number;
  };
  readonly webhooks: {
    readonly burst: number;
    /** Delivered before the last burst, to see whether the queue ages. */
    readonly aged: number;
    readonly rates: readonly number[];
    readonly waiting: number;
    /** Queued for an endpoint that hangs. */
    readonly hung: number;
  };
  readonly mixedSeconds: number;
  /** Rows of the smaller one of each pair of tables; the larger has ten times as many. Calls are those of one round. */
  readonly growth: { readonly rows: number; readonly rounds: number; readonly calls: number };
}

export const fullPlan: Plan = {
  name: 'full',
  connections: 16,
  seconds: 4,
  rounds: 3,
  warmUpSeconds: 3,
  idle: { settleSeconds: 20, seconds: 30 },
  latencySeconds: 20,
  manyRows: { charges: 1_000_000, subscriptions: 1_000_000, lines: 2_000_000 },
  pageSamples: 100,
  subscribers: 500,
  ledger: { callers: [1, 8, 32], kafkaFacts: 20_000, plainJournals: 10_000 },
  webhooks: { burst: 5_000, aged: 100_000, rates: [100, 200, 400], waiting: 1_000_000, hung: 5_000 },
  mixedSeconds: 600,
  growth: { rows: 100_000, rounds: 4, calls: 60 },
};

/** Every section in less than three minutes on two cores: to see that nothing broke, not to publish. */
export const shortPlan: Plan = {
  name: 'short',
  connections: 16,
  seconds: 1,
  rounds: 2,
  warmUpSeconds: 1,
  idle: { settleSeconds: 2, seconds: 5 },
  latencySeconds: 3,
  manyRows: { charges: 10_000, subscriptions: 20_000, lines: 10_000 },
  pageSamples: 20,
  subscribers: 100,
  ledger: { callers: [32], kafkaFacts: 2_000, plainJournals: 1_500 },
  webhooks: { burst: 500, aged: 1_000, rates: [200], waiting: 5_000, hung: 200 },
  mixedSeconds: 8,
  growth: { rows: 1_000, rounds: 2, calls: 20 },
};

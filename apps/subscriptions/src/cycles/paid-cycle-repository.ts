import type { Owned } from '@pitanga/core';
import { boolean, int, optional, table, text, timestamp, type Tx } from '@pitanga/database';

const owner = { storeId: text('store_id'), devMode: boolean('dev_mode') };

/** The attempt that paid a cycle. */
export interface PaidAttempt {
  readonly subscriptionId: string;
  readonly cycleNumber: number;
  /** Of the attempt. */
  readonly number: number;
  /** Store time. */
  readonly endedAt: Date;
  readonly checkoutId: string | undefined;
  readonly chargeId: string | undefined;
}

const endedAttempts = table('cycle_attempts', {
  ...owner,
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
  number: int('number'),
  endedAt: timestamp('ended_at'),
  chargeId: optional(text('charge_id')),
});
const endAttemptsSql = `
  update cycle_attempts a set state = 'PAID', ended_at = r.ended_at, reason = null, charge_id = r.charge_id
  from ${endedAttempts.unnestSql('r')}
  where a.store_id = r.store_id and a.dev_mode = r.dev_mode and a.subscription_id = r.subscription_id
    and a.cycle_number = r.cycle_number and a.number = r.number and a.state = 'STARTED'
  returning a.subscription_id`;

/** Ends attempts of locked subscriptions as PAID; returns the subscriptions of those that had not ended before. */
export async function endPaidAttempts(tx: Tx, paid: readonly Owned<PaidAttempt>[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx
    .raw<{ rows: { subscription_id: string }[] }>(endAttemptsSql, endedAttempts.toArrays(paid.map(flat)))
    .options({ name: 'attempts_end_paid' });
  return new Set(rows.map((row) => row.subscription_id));
}

const endedCycles = table('cycles', {
  ...owner,
  subscriptionId: text('subscription_id'),
  cycleNumber: int('number'),
  endedAt: timestamp('ended_at'),
  checkoutId: optional(text('checkout_id')),
  chargeId: optional(text('charge_id')),
});
const endCyclesSql = `
  update cycles c set status = 'PAID', ended_at = r.ended_at, checkout_id = r.checkout_id, charge_id = r.charge_id
  from ${endedCycles.unnestSql('r')}
  where c.store_id = r.store_id and c.dev_mode = r.dev_mode and c.subscription_id = r.subscription_id
    and c.number = r.number and c.status = 'OPEN'`;

/** Ends the open cycles of locked subscriptions as PAID; throws unless all were open. */
export async function endPaidCycles(tx: Tx, paid: readonly Owned<PaidAttempt>[]): Promise<void> {
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(endCyclesSql, endedCycles.toArrays(paid.map(flat)))
    .options({ name: 'cycles_end_paid' });
  if (rowCount !== paid.length) throw new Error('a cycle that was paid was not open');
}

function flat({ tenant: { storeId, devMode }, ...paid }: Owned<PaidAttempt>) {
  return { storeId, devMode, ...paid };
}

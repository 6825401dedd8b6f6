import { zeroCents, type Cents, type Owned } from '@pitanga/core';
import { boolean, cents, int, optional, table, text, timestamp, type Tx } from '@pitanga/database';
import type { Subscription } from '../subscriptions/subscription';
import type { AttemptOutcome } from './attempt-outcome';
import type { Attempt } from './cycle';

const owner = { storeId: text('store_id'), devMode: boolean('dev_mode') };

const endedAttempts = table('cycle_attempts', {
  ...owner,
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
  number: int('number'),
  state: text<AttemptOutcome['kind']>('state'),
  endedAt: timestamp('ended_at'),
  reason: optional(text('reason')),
  chargeId: optional(text('charge_id')),
});
const endAttemptsSql = `
  update cycle_attempts a
  set state = r.state, ended_at = r.ended_at, reason = r.reason, charge_id = r.charge_id
  from ${endedAttempts.unnestSql('r')}
  where a.store_id = r.store_id and a.dev_mode = r.dev_mode and a.subscription_id = r.subscription_id
    and a.cycle_number = r.cycle_number and a.number = r.number and a.state = 'STARTED'
  returning a.subscription_id`;

/** How an attempt ended. */
export interface AttemptEnd {
  readonly attempt: Attempt;
  readonly outcome: AttemptOutcome;
  /** Store time. */
  readonly endedAt: Date;
}

/**
 * Ends attempts of locked subscriptions, at most one of each; returns the ids of the subscriptions whose attempt had not
 * ended before.
 */
export async function endAttempts(tx: Tx, ends: readonly Owned<AttemptEnd>[]): Promise<ReadonlySet<string>> {
  const rows = ends.map(({ tenant: { storeId, devMode }, attempt, outcome, endedAt }) => ({
    storeId,
    devMode,
    subscriptionId: attempt.subscriptionId,
    cycleNumber: attempt.cycleNumber,
    number: attempt.number,
    state: outcome.kind,
    endedAt,
    reason: outcome.kind === 'FAILED' ? outcome.reason : undefined,
    chargeId: outcome.kind === 'VOID' ? undefined : outcome.payment?.charge?.id,
  }));
  const { rows: ended } = await tx
    .raw<{ rows: { subscription_id: string }[] }>(endAttemptsSql, endedAttempts.toArrays(rows))
    .options({ name: 'attempts_end' });
  return new Set(ended.map((row) => row.subscription_id));
}

const endedCycles = table('cycles', {
  ...owner,
  subscriptionId: text('subscription_id'),
  number: int('number'),
  status: text<CycleEnd['status']>('status'),
  carriedOutCents: cents('carried_out_cents'),
  postponedUsageCents: cents('usage_cents'),
  endedAt: timestamp('ended_at'),
  checkoutId: optional(text('checkout_id')),
  chargeId: optional(text('charge_id')),
});
const endCyclesSql = `
  update cycles c
  set status = r.status, usage_cents = c.usage_cents - r.usage_cents,
    amount_cents = c.amount_cents - r.carried_out_cents - r.usage_cents, carried_out_cents = r.carried_out_cents,
    ended_at = r.ended_at, checkout_id = r.checkout_id, charge_id = r.charge_id
  from ${endedCycles.unnestSql('r')}
  where c.store_id = r.store_id and c.dev_mode = r.dev_mode and c.subscription_id = r.subscription_id
    and c.number = r.number and c.status = 'OPEN'`;

/** How a cycle ended. */
export interface CycleEnd {
  readonly subscriptionId: string;
  readonly number: number;
  readonly status: 'PAID' | 'UNPAID';
  /** What it leaves to the next, without usage. */
  readonly carriedOutCents: Cents;
  /** Its usage, if that is left to the next. */
  readonly postponedUsageCents: Cents;
  /** Store time. */
  readonly endedAt: Date;
  readonly checkoutId: string | undefined;
  readonly chargeId: string | undefined;
}

/** The end of the cycle at hand of a subscription, which is not collected any more. */
export function unpaidEnd({ id, cycleNumber }: Pick<Subscription, 'id' | 'cycleNumber'>, endedAt: Date): CycleEnd {
  const cycle = { subscriptionId: id, number: cycleNumber, checkoutId: undefined, chargeId: undefined };
  return { ...cycle, status: 'UNPAID', carriedOutCents: zeroCents, postponedUsageCents: zeroCents, endedAt };
}

/** Ends the open cycles of locked subscriptions, at most one of each; throws unless all were open. */
export async function endCycles(tx: Tx, ends: readonly Owned<CycleEnd>[]): Promise<void> {
  if (ends.length === 0) return;
  const rows = ends.map(({ tenant: { storeId, devMode }, ...end }) => ({ storeId, devMode, ...end }));
  const { rowCount } = await tx
    .raw<{ rowCount: number }>(endCyclesSql, endedCycles.toArrays(rows))
    .options({ name: 'cycles_end' });
  const [first] = ends;
  if (rowCount !== ends.length) throw new Error(`a cycle was not open, ${first?.subscriptionId ?? ''} or another`);
}

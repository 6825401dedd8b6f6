import { cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { AttemptOutcome } from './attempt-outcome';
import type { Attempt, BilledCycle } from './cycle';

/** A cycle or an attempt that belongs to somebody: claims work for several stores at once. */
export type Owned<T> = T & { readonly tenant: Tenant };

/** Fixes what the cycles cost; a cycle is begun once. */
export async function claimCycles(db: Db, cycles: readonly Owned<BilledCycle>[]): Promise<void> {
  if (cycles.length === 0) return;
  await db('cycles').insert(cycles.map((cycle) => ({ ...rowOf(cycle), status: 'OPEN' })));
}

/** Writes cycles that fell due and are never collected. */
export async function insertSkippedCycles(db: Db, tenant: Tenant, cycles: readonly BilledCycle[]): Promise<void> {
  if (cycles.length === 0) return;
  await db('cycles').insert(
    cycles.map((cycle) => ({ ...rowOf({ tenant, ...cycle }), status: 'SKIPPED', ended_at: cycle.begunAt })),
  );
}

function rowOf({ tenant, ...cycle }: Owned<BilledCycle>) {
  return {
    store_id: tenant.storeId,
    dev_mode: tenant.devMode,
    subscription_id: cycle.subscriptionId,
    number: cycle.number,
    due_at: cycle.dueAt,
    product_id: cycle.productId,
    quantity: cycle.quantity,
    unit_price_cents: cycle.unitPriceCents,
    discount_cents: cycle.discountCents,
    coupons: cycle.coupons ?? null,
    usage_cents: cycle.usageCents,
    amount_cents: cycle.amountCents,
    begun_at: cycle.begunAt,
  };
}

/** Writes the intents to collect: committed before billing is asked. */
export async function claimAttempts(db: Db, attempts: readonly Owned<Attempt>[]): Promise<void> {
  if (attempts.length === 0) return;
  await db('cycle_attempts').insert(
    attempts.map(({ tenant, ...attempt }) => ({
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      subscription_id: attempt.subscriptionId,
      cycle_number: attempt.cycleNumber,
      number: attempt.number,
      state: 'STARTED',
      scheduled_at: attempt.scheduledAt,
      started_at: attempt.startedAt,
    })),
  );
}

/** An attempt under way, with what it is to collect. */
export interface StartedAttempt {
  readonly attempt: Attempt;
  readonly cycle: BilledCycle;
}

interface StartedRow {
  readonly cycle_number: number;
  readonly number: number;
  readonly scheduled_at: Date;
  readonly started_at: Date;
  readonly due_at: Date;
  readonly product_id: string;
  readonly quantity: number;
  readonly unit_price_cents: number;
  readonly discount_cents: number;
  readonly coupons: string[] | null;
  readonly usage_cents: number;
  readonly amount_cents: number;
  readonly begun_at: Date;
}

/** The attempt of a subscription that is under way, if any. */
export async function findStartedAttempt(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
): Promise<StartedAttempt | undefined> {
  const { rows } = await db
    .raw<{ rows: StartedRow[] }>(
      `select a.cycle_number, a.number, a.scheduled_at, a.started_at, c.due_at, c.product_id, c.quantity,
         c.unit_price_cents, c.discount_cents, c.coupons, c.usage_cents, c.amount_cents, c.begun_at
       from cycle_attempts a
       join cycles c on c.store_id = a.store_id and c.dev_mode = a.dev_mode
         and c.subscription_id = a.subscription_id and c.number = a.cycle_number
       where a.store_id = ? and a.dev_mode = ? and a.subscription_id = ? and a.state = 'STARTED'`,
      [tenant.storeId, tenant.devMode, subscriptionId],
    )
    .options({ name: 'attempt_started' });
  const [row] = rows;
  if (!row) return undefined;
  return {
    attempt: {
      subscriptionId,
      cycleNumber: row.cycle_number,
      number: row.number,
      scheduledAt: row.scheduled_at,
      startedAt: row.started_at,
    },
    cycle: {
      subscriptionId,
      number: row.cycle_number,
      dueAt: row.due_at,
      productId: row.product_id,
      quantity: row.quantity,
      unitPriceCents: cents(row.unit_price_cents),
      discountCents: cents(row.discount_cents),
      coupons: row.coupons ?? undefined,
      usageCents: cents(row.usage_cents),
      amountCents: cents(row.amount_cents),
      begunAt: row.begun_at,
    },
  };
}

/** Ends an attempt; false when it has ended before. The caller holds the subscription's lock. */
export async function endAttempt(
  db: Db,
  tenant: Tenant,
  attempt: Attempt,
  outcome: AttemptOutcome,
  endedAt: Date,
): Promise<boolean> {
  const payment = outcome.kind === 'VOID' ? undefined : outcome.payment;
  const { rowCount } = await db
    .raw<{ rowCount: number }>(
      `update cycle_attempts set state = ?, ended_at = ?, reason = ?, charge_id = ?
       where store_id = ? and dev_mode = ? and subscription_id = ? and cycle_number = ? and number = ?
         and state = 'STARTED'`,
      [
        outcome.kind,
        endedAt,
        outcome.kind === 'FAILED' ? outcome.reason : null,
        payment?.charge?.id ?? null,
        tenant.storeId,
        tenant.devMode,
        attempt.subscriptionId,
        attempt.cycleNumber,
        attempt.number,
      ],
    )
    .options({ name: 'attempt_end' });
  return rowCount === 1;
}

/** How a cycle ended. */
export interface CycleEnd {
  readonly status: 'PAID' | 'UNPAID';
  readonly at: Date;
  readonly checkoutId: string | undefined;
  readonly chargeId: string | undefined;
}

/** Closes a cycle that was begun; the caller holds the subscription's lock. */
export async function endCycle(
  db: Db,
  tenant: Tenant,
  cycle: { readonly subscriptionId: string; readonly number: number },
  end: CycleEnd,
): Promise<void> {
  const { rowCount } = await db
    .raw<{ rowCount: number }>(
      `update cycles set status = ?, ended_at = ?, checkout_id = ?, charge_id = ?
       where store_id = ? and dev_mode = ? and subscription_id = ? and number = ? and status = 'OPEN'`,
      [
        end.status,
        end.at,
        end.checkoutId ?? null,
        end.chargeId ?? null,
        tenant.storeId,
        tenant.devMode,
        cycle.subscriptionId,
        cycle.number,
      ],
    )
    .options({ name: 'cycle_end' });
  if (rowCount !== 1) throw new Error(`cycle ${String(cycle.number)} of ${cycle.subscriptionId} was not open`);
}

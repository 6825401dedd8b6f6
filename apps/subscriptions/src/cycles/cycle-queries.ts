import { cents, invalidArgument, mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { BilledCycle } from './cycle';

export const cycleStatuses = ['OPEN', 'PAID', 'UNPAID', 'SKIPPED'] as const;
type AttemptState = 'STARTED' | 'PAID' | 'FAILED' | 'VOID';

/** One try to collect a cycle, as it went. */
export interface RecordedAttempt {
  readonly number: number;
  readonly state: AttemptState;
  readonly startedAt: Date;
  readonly endedAt: Date | undefined;
  readonly reason: string | undefined;
  readonly chargeId: string | undefined;
}

/** A cycle as it went. */
export interface RecordedCycle extends Omit<BilledCycle, 'coupons'> {
  readonly status: (typeof cycleStatuses)[number];
  readonly endedAt: Date | undefined;
  readonly checkoutId: string | undefined;
  readonly chargeId: string | undefined;
  /** In their order. */
  readonly attempts: readonly RecordedAttempt[];
}

interface CycleRow {
  readonly number: number;
  readonly due_at: Date;
  readonly product_id: string;
  readonly quantity: number;
  readonly unit_price_cents: number;
  readonly discount_cents: number;
  readonly usage_cents: number;
  readonly amount_cents: number;
  readonly status: RecordedCycle['status'];
  readonly checkout_id: string | null;
  readonly charge_id: string | null;
  readonly begun_at: Date;
  readonly ended_at: Date | null;
}

interface AttemptRow {
  readonly cycle_number: number;
  readonly number: number;
  readonly state: AttemptState;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly reason: string | null;
  readonly charge_id: string | null;
}

/** By which lists know a cycle. */
export function cycleId({ subscriptionId, number }: Pick<BilledCycle, 'subscriptionId' | 'number'>): string {
  return `${subscriptionId}:${String(number)}`;
}

/**
 * One page of a subscription's cycles, newest first, by keyset on their number: its cost does not grow with them.
 *
 * @throws AppError INVALID_ARGUMENT for a cursor that is no cycle of the subscription
 */
export async function listCycles(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  page: PageRequest,
): Promise<Page<RecordedCycle>> {
  const cycles = () =>
    db('cycles').where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId });
  const cursor = cursorOf(subscriptionId, page);
  const query = cycles()
    .orderBy('number', cursor?.name === 'before' ? 'asc' : 'desc')
    .limit(page.limit + 1);
  if (cursor) void query.where('number', cursor.name === 'after' ? '<' : '>', cursor.number);
  if (page.createdFrom) void query.where('begun_at', '>=', page.createdFrom);
  if (page.createdTo) void query.where('begun_at', '<', page.createdTo);
  const rows = (await query) as CycleRow[];
  const hasMore = rows.length > page.limit;
  const shown = rows.slice(0, page.limit);
  if (cursor?.name === 'before') shown.reverse();
  const attempts = await attemptsOf(db, tenant, subscriptionId, shown);
  const isBack = cursor?.name === 'before';
  const idOf = (row: CycleRow | undefined) => row && cycleId({ subscriptionId, number: row.number });
  const hasNext = isBack ? shown.length > 0 : hasMore;
  const hasBefore = isBack ? hasMore : cursor !== undefined && shown.length > 0;
  return mapPage(
    {
      items: shown,
      hasMore: hasNext,
      next: hasNext ? idOf(shown.at(-1)) : undefined,
      before: hasBefore ? idOf(shown[0]) : undefined,
    },
    (row) => toCycle(subscriptionId, row, attempts.get(row.number) ?? []),
  );
}

/** The cycle of a subscription with this number, if it has begun. */
export async function findCycle(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  number: number,
): Promise<RecordedCycle | undefined> {
  const row = (await db('cycles')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId, number })
    .first()) as CycleRow | undefined;
  if (!row) return undefined;
  return toCycle(subscriptionId, row, (await attemptsOf(db, tenant, subscriptionId, [row])).get(number) ?? []);
}

function cursorOf(subscriptionId: string, { after, before }: PageRequest) {
  const name = after === undefined ? 'before' : 'after';
  const id = after ?? before;
  if (id === undefined) return undefined;
  const digits = id.startsWith(`${subscriptionId}:`) ? id.slice(subscriptionId.length + 1) : '';
  if (!/^[1-9]\d{0,8}$/.test(digits)) {
    throw invalidArgument(`Property '${name}' should be the id of an item of this list`);
  }
  return { name, number: Number(digits) } as const;
}

async function attemptsOf(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  cycles: readonly CycleRow[],
): Promise<ReadonlyMap<number, readonly AttemptRow[]>> {
  if (cycles.length === 0) return new Map();
  const rows = (await db('cycle_attempts')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode, subscription_id: subscriptionId })
    .whereIn(
      'cycle_number',
      cycles.map(({ number }) => number),
    )
    .orderBy(['cycle_number', 'number'])) as AttemptRow[];
  return Map.groupBy(rows, ({ cycle_number: number }) => number);
}

function toCycle(subscriptionId: string, row: CycleRow, attempts: readonly AttemptRow[]): RecordedCycle {
  return {
    subscriptionId,
    number: row.number,
    dueAt: row.due_at,
    productId: row.product_id,
    quantity: row.quantity,
    unitPriceCents: cents(row.unit_price_cents),
    discountCents: cents(row.discount_cents),
    usageCents: cents(row.usage_cents),
    amountCents: cents(row.amount_cents),
    begunAt: row.begun_at,
    status: row.status,
    endedAt: row.ended_at ?? undefined,
    checkoutId: row.checkout_id ?? undefined,
    chargeId: row.charge_id ?? undefined,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      state: attempt.state,
      startedAt: attempt.started_at,
      endedAt: attempt.ended_at ?? undefined,
      reason: attempt.reason ?? undefined,
      chargeId: attempt.charge_id ?? undefined,
    })),
  };
}

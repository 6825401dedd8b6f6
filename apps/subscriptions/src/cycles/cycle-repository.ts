import {
  invalidArgument,
  mapPage,
  zeroCents,
  type Owned,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import {
  boolean,
  cents,
  int,
  isOwnedBy,
  optional,
  ownedIds,
  ownedIdsSql,
  table,
  text,
  texts,
  timestamp,
  type Db,
  type Row,
  type Tx,
  type Values,
} from '@pitanga/database';
import type { Attempt, BilledCycle } from './cycle';

type CycleStatus = 'OPEN' | 'PAID' | 'UNPAID' | 'SKIPPED';
type AttemptState = 'STARTED' | 'PAID' | 'FAILED' | 'VOID';

const billedColumns = {
  subscriptionId: text('subscription_id'),
  number: int('number'),
  dueAt: timestamp('due_at'),
  productId: text('product_id'),
  quantity: int('quantity'),
  unitPriceCents: cents('unit_price_cents'),
  discountCents: cents('discount_cents'),
  usageCents: cents('usage_cents'),
  carriedInCents: cents('carried_in_cents'),
  amountCents: cents('amount_cents'),
  begunAt: timestamp('begun_at'),
};
const couponCodes = optional(texts('coupons'));
const endColumns = {
  carriedOutCents: cents('carried_out_cents'),
  status: text<CycleStatus>('status'),
  endedAt: optional(timestamp('ended_at')),
  checkoutId: optional(text('checkout_id')),
  chargeId: optional(text('charge_id')),
};
const owner = { storeId: text('store_id'), devMode: boolean('dev_mode') };
const cycleTable = table('cycles', { ...owner, ...billedColumns, coupons: couponCodes, ...endColumns });
const billedCycles = table('cycles', { ...billedColumns, coupons: couponCodes });
const recordedCycles = table('cycles', { ...billedColumns, ...endColumns });

const attemptTable = table('cycle_attempts', {
  ...owner,
  subscriptionId: text('subscription_id'),
  cycleNumber: int('cycle_number'),
  number: int('number'),
  state: text<AttemptState>('state'),
  scheduledAt: timestamp('scheduled_at'),
  startedAt: timestamp('started_at'),
});
const recordedAttempts = table('cycle_attempts', {
  cycleNumber: int('cycle_number'),
  number: int('number'),
  state: text<AttemptState>('state'),
  scheduledAt: timestamp('scheduled_at'),
  startedAt: timestamp('started_at'),
  endedAt: optional(timestamp('ended_at')),
  reason: optional(text('reason')),
  chargeId: optional(text('charge_id')),
});

/** One try to collect a cycle, as it went. */
export type RecordedAttempt = Omit<Values<typeof recordedAttempts>, 'cycleNumber'>;

/** A cycle as it went, its attempts in their order. */
export type RecordedCycle = Values<typeof recordedCycles> & { readonly attempts: readonly RecordedAttempt[] };

/** Inserts begun cycles, and so what they cost; a cycle begins once. */
export async function insertCycles(tx: Tx, cycles: readonly Owned<BilledCycle>[]): Promise<void> {
  if (cycles.length === 0) return;
  const rows = cycles.map(({ tenant: { storeId, devMode }, ...cycle }) =>
    cycleTable.toRow({ storeId, devMode, ...cycle, carriedOutCents: zeroCents, status: 'OPEN' }),
  );
  await tx.raw(cycleTable.insertManySql, cycleTable.rowsToArrays(rows)).options({ name: 'cycles_insert' });
}

/** Inserts cycles that fell due and are never collected. */
export async function insertSkippedCycles(tx: Tx, tenant: Tenant, cycles: readonly BilledCycle[]): Promise<void> {
  if (cycles.length === 0) return;
  const { storeId, devMode } = tenant;
  const never = { carriedOutCents: zeroCents, status: 'SKIPPED' } as const;
  await tx('cycles').insert(
    cycles.map((cycle) => cycleTable.toRow({ storeId, devMode, ...cycle, ...never, endedAt: cycle.begunAt })),
  );
}

/** Inserts started attempts, before billing is called for them. */
export async function insertAttempts(tx: Tx, attempts: readonly Owned<Attempt>[]): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ tenant: { storeId, devMode }, ...attempt }) => ({
    storeId,
    devMode,
    ...attempt,
    state: 'STARTED' as const,
  }));
  await tx.raw(attemptTable.insertManySql, attemptTable.toArrays(rows)).options({ name: 'attempts_insert' });
}

/** An attempt in flight, and the cycle that it collects. */
export interface StartedAttempt {
  readonly attempt: Attempt;
  readonly cycle: BilledCycle;
}

const startedSql = `
  select a.number as attempt, a.scheduled_at, a.started_at, ${billedCycles.selectSql('c')}
  from ${ownedIdsSql('k')}
  join cycle_attempts a on ${isOwnedBy('a', 'k', 'subscription_id')} and a.state = 'STARTED'
  join cycles c on c.store_id = a.store_id and c.dev_mode = a.dev_mode
    and c.subscription_id = a.subscription_id and c.number = a.cycle_number`;

/** The attempts of subscriptions that are in flight, by the id of the subscription. */
export async function findStartedAttempts(
  db: Db,
  subscriptions: readonly Owned<{ readonly id: string }>[],
): Promise<ReadonlyMap<string, StartedAttempt>> {
  if (subscriptions.length === 0) return new Map();
  const { rows } = await db
    .raw<{ rows: (Row & { attempt: number; scheduled_at: Date; started_at: Date })[] }>(
      startedSql,
      ownedIds(subscriptions),
    )
    .options({ name: 'attempts_started' });
  const started = rows.map((row): StartedAttempt => {
    const cycle = billedCycles.fromRow(row);
    const { attempt: number, scheduled_at: scheduledAt, started_at: startedAt } = row;
    const { subscriptionId, number: cycleNumber } = cycle;
    return { attempt: { subscriptionId, cycleNumber, number, scheduledAt, startedAt }, cycle };
  });
  return new Map(started.map((one) => [one.attempt.subscriptionId, one]));
}

/** The attempt of a subscription that is in flight, if any. */
export async function findStartedAttempt(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
): Promise<StartedAttempt | undefined> {
  return (await findStartedAttempts(db, [{ tenant, id: subscriptionId }])).get(subscriptionId);
}

/** The id of a cycle in lists. */
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
  const cursor = parseCursor(subscriptionId, page);
  const isBack = cursor?.name === 'before';
  const query = recordedCycles
    .of(db, tenant)
    .where({ subscription_id: subscriptionId })
    .orderBy('number', isBack ? 'asc' : 'desc')
    .limit(page.limit + 1);
  if (cursor) void query.where('number', isBack ? '>' : '<', cursor.number);
  if (page.createdFrom) void query.where('begun_at', '>=', page.createdFrom);
  if (page.createdTo) void query.where('begun_at', '<', page.createdTo);
  const cycles = (await query.select(recordedCycles.columns)).map((row) => recordedCycles.fromRow(row));
  const hasMore = cycles.length > page.limit;
  const items = cycles.slice(0, page.limit);
  if (isBack) items.reverse();
  const attempts = await findAttempts(db, tenant, subscriptionId, items);
  const hasNext = isBack ? items.length > 0 : hasMore;
  const hasBefore = isBack ? hasMore : cursor !== undefined && items.length > 0;
  const toCycleId = (cycle: Pick<BilledCycle, 'subscriptionId' | 'number'> | undefined) => cycle && cycleId(cycle);
  return mapPage(
    {
      items,
      hasMore: hasNext,
      next: hasNext ? toCycleId(items.at(-1)) : undefined,
      before: hasBefore ? toCycleId(items[0]) : undefined,
    },
    (cycle) => ({ ...cycle, attempts: attempts.get(cycle.number) ?? [] }),
  );
}

/** The cycle of a subscription with this number, if it has begun. */
export async function findCycle(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  number: number,
): Promise<RecordedCycle | undefined> {
  const row = await recordedCycles
    .of(db, tenant)
    .where({ subscription_id: subscriptionId, number })
    .first(recordedCycles.columns);
  if (!row) return undefined;
  const cycle = recordedCycles.fromRow(row);
  return { ...cycle, attempts: (await findAttempts(db, tenant, subscriptionId, [cycle])).get(number) ?? [] };
}

function parseCursor(subscriptionId: string, { after, before }: PageRequest) {
  const name = after === undefined ? 'before' : 'after';
  const id = after ?? before;
  if (id === undefined) return undefined;
  const digits = id.startsWith(`${subscriptionId}:`) ? id.slice(subscriptionId.length + 1) : '';
  if (!/^[1-9]\d{0,8}$/.test(digits)) {
    throw invalidArgument(`Property '${name}' should be the id of an item of this list`);
  }
  return { name, number: Number(digits) } as const;
}

async function findAttempts(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  cycles: readonly Pick<BilledCycle, 'number'>[],
): Promise<ReadonlyMap<number, readonly RecordedAttempt[]>> {
  if (cycles.length === 0) return new Map();
  const numbers = cycles.map(({ number }) => number);
  const rows = await recordedAttempts
    .of(db, tenant)
    .where({ subscription_id: subscriptionId })
    .whereIn('cycle_number', numbers)
    .orderBy(['cycle_number', 'number'])
    .select(recordedAttempts.columns);
  return Map.groupBy(
    rows.map((row) => recordedAttempts.fromRow(row)),
    ({ cycleNumber }) => cycleNumber,
  );
}

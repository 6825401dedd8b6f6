import { addDays, idPrefixes, startOfSaoPauloDay, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  bigint,
  cents,
  cursorNotFound,
  date,
  inTimedSnapshot,
  readCursor,
  smallint,
  table,
  text,
  timestamp,
  type Db,
  type Row,
} from '@pitanga/database';
import { contextColumns } from '../statement/statement-repository';
import { periodTooLarge } from '../statement/statement-errors';
import {
  parseSettlementId,
  readMethod,
  toSettlementId,
  type DaySum,
  type SettledMethod,
  type Settlement,
  type SettlementKey,
} from './settlement';

const daySums = table('sums', {
  day: date('day'),
  isCard: text<'yes' | 'no'>('is_card'),
  amountCents: cents('amount_cents'),
  installments: bigint('installments'),
});

const cardIds = `${idPrefixes.cardCharge}\\_%`;

/** The caller has 5 s. */
const timeoutMsDefault = 2_000;

/**
 * What becomes available on the days from `fromDay` to `toDay`, both included, the earliest first.
 *
 * @throws AppError INVALID_ARGUMENT PERIOD_TOO_LARGE when the sum takes longer than `timeoutMs`
 */
export async function sumSettlements(
  db: Db,
  tenant: Tenant,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
  timeoutMs: number = timeoutMsDefault,
): Promise<readonly DaySum[]> {
  const range = { from: startOfSaoPauloDay(fromDay), to: startOfSaoPauloDay(addDays(toDay, 1)) };
  return inTimedSnapshot(db, { timeoutMs, late: periodTooLarge }, async (tx) => {
    // By key, whatever the statistics say: a plan for a young ledger would read the table of all stores.
    await tx.raw('set local enable_seqscan = off');
    const { rows } = await tx.raw<{ rows: Row[] }>(sumSql, { ...ofStore(tenant), ...range, cardIds });
    return rows.map((row) => {
      const { isCard, ...sum } = daySums.fromRow(row);
      return { ...sum, method: isCard === 'yes' ? 'CARD' : 'BOLETO' };
    });
  });
}

const sumSql = `
  select (p.due_at at time zone 'America/Sao_Paulo')::date as day,
    case when p.charge_id like :cardIds then 'yes' else 'no' end as is_card,
    sum(p.open_cents)::bigint as amount_cents, count(*) as installments
  from pending_parts p
  where p.store_id = :storeId and p.dev_mode = :devMode and p.open_cents > 0 and p.sub_account_id is null
    and p.due_at >= :from and p.due_at < :to
  group by 1, 2
  order by 1, 2`;

const parts = table('pending_parts', {
  chargeId: text('charge_id'),
  number: smallint('number'),
  amountCents: cents('amount_cents'),
  openCents: cents('open_cents'),
  settledCents: cents('settled_cents'),
  dueAt: timestamp('due_at'),
});
const counted = table('counted', { installments: smallint('installments') });
const context = contextColumns.pick('description', 'checkoutId', 'externalId', 'subscriptionId', 'customer');

/** With what the payment's entry says, of the rows that a condition leaves. */
const listSql = (condition: string, order: 'asc' | 'desc'): string => `
  select ${parts.selectSql('p')}, ${context.selectSql('e')}, (
      select max(c.number) from pending_parts c
      where c.store_id = p.store_id and c.dev_mode = p.dev_mode and c.charge_id = p.charge_id and c.sub_account_id is null
    ) as installments
  from (
    select * from pending_parts
    where store_id = :storeId and dev_mode = :devMode and sub_account_id is null and ${condition}
    order by due_at ${order}, charge_id ${order}, number ${order}
    limit :limit
  ) p
  left join statement_entries e
    on e.store_id = p.store_id and e.dev_mode = p.dev_mode and e.id = p.statement_entry_id
  order by p.due_at ${order}, p.charge_id ${order}, p.number ${order}`;

/** A payment has at most twelve installments. */
const ofChargeSql = listSql('charge_id = :chargeId', 'asc');

/** Every installment of a charge, whatever became of it, the first one first; none for another store's. */
export async function listOfCharge(db: Db, tenant: Tenant, chargeId: string): Promise<readonly Settlement[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(ofChargeSql, { ...ofStore(tenant), chargeId, limit: 12 });
  return rows.map(toSettlement);
}

interface PendingFilter {
  readonly method?: SettledMethod | undefined;
}

/**
 * One page of what is pending, what becomes available first coming first. The days of the page are those on which it does.
 *
 * @throws AppError INVALID_ARGUMENT for a cursor of no installment of this store
 */
export async function listPending(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { method }: PendingFilter,
): Promise<Page<Settlement>> {
  const { limit, before, createdFrom: from, createdTo: to } = page;
  const cursor = await findCursor(db, tenant, page);
  const select = async (direction: 'after' | 'before', most: number, key: Cursor | undefined) => {
    const conditions = [
      'open_cents > 0',
      ...(from ? ['due_at >= :from'] : []),
      ...(to ? ['due_at < :to'] : []),
      ...(method ? [method === 'CARD' ? 'charge_id like :cardIds' : 'charge_id not like :cardIds'] : []),
      ...(key ? [`(due_at, charge_id, number) ${direction === 'after' ? '>' : '<'} (:dueAt, :chargeId, :number)`] : []),
    ];
    const values = { ...(from && { from }), ...(to && { to }), ...(method && { cardIds }), ...key };
    const sql = listSql(conditions.join(' and '), direction === 'after' ? 'asc' : 'desc');
    const { rows } = await db.raw<{ rows: Row[] }>(sql, { ...ofStore(tenant), ...values, limit: most });
    return rows.map(toSettlement);
  };
  const direction = before === undefined ? 'after' : 'before';
  const found = await select(direction, limit + 1, cursor);
  const items = direction === 'after' ? found.slice(0, limit) : found.slice(0, limit).reverse();
  const isCut = found.length > limit;
  const isOtherSide = cursor !== undefined && (await hasOtherSide(select, direction, items));
  const [hasNext, hasBefore] = direction === 'after' ? [isCut, isOtherSide] : [isOtherSide, isCut];
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    hasMore: hasNext,
    next: hasNext && last ? toSettlementId(last) : undefined,
    before: hasBefore && first ? toSettlementId(first) : undefined,
  };
}

interface Cursor extends SettlementKey {
  readonly dueAt: Date;
}

type Select = (direction: 'after' | 'before', most: number, key: Cursor | undefined) => Promise<readonly Settlement[]>;

/** Whether there are rows on the side that the page came from. */
async function hasOtherSide(
  select: Select,
  direction: 'after' | 'before',
  items: readonly Settlement[],
): Promise<boolean> {
  const edge = direction === 'after' ? items[0] : items.at(-1);
  if (edge === undefined) return false;
  const { dueAt, chargeId, number } = edge;
  const beyond = await select(direction === 'after' ? 'before' : 'after', 1, { dueAt, chargeId, number });
  return beyond.length > 0;
}

/** Where a page begins. What has settled since is found, too: its row stays. */
async function findCursor(db: Db, tenant: Tenant, page: PageRequest): Promise<Cursor | undefined> {
  const cursor = readCursor(page);
  if (!cursor) return undefined;
  const key = parseSettlementId(cursor.id);
  const own = parts.pick('chargeId', 'number', 'dueAt');
  const row: Row | undefined =
    key &&
    (await parts
      .of(db, tenant)
      .where({ charge_id: key.chargeId, number: key.number })
      .whereNull('sub_account_id')
      .first(own.columns));
  if (!row) throw cursorNotFound(cursor);
  return own.fromRow(row);
}

function ofStore({ storeId, devMode }: Tenant) {
  return { storeId, devMode };
}

function toSettlement(row: Row): Settlement {
  const part = parts.fromRow(row);
  return { ...part, ...counted.fromRow(row), method: readMethod(part.chargeId), context: context.fromRow(row) };
}

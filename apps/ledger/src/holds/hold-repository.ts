import { cents, tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Account } from '../journals/journal';
import { rowToContext, type StatementContextRow } from '../statement/statement-repository';
import type { HoldPurpose, HoldState } from './hold';
import type { HoldChanges, LoadedHolds, Of } from './hold-book';
import type { AnyHold } from './hold-rules';

interface TenantRow {
  readonly store_id: string;
  readonly dev_mode: boolean;
}

interface HoldRow extends TenantRow, StatementContextRow {
  readonly id: string;
  readonly state: HoldState;
  readonly purpose: HoldPurpose | null;
  readonly amount_cents: number;
  readonly fee_cents: number;
  readonly hold_charge_id: string | null;
  readonly statement_entry_id: string | null;
  readonly has_line: boolean;
}

/** Locks those of the holds that there are, in key order, and then the PENDING lines of those that are HELD. */
export async function claimHolds(tx: Db, ids: readonly Of<string>[]): Promise<LoadedHolds['holds']> {
  const { rows } = await tx
    .raw<{ rows: HoldRow[] }>(claimHoldsSql, [...tenantColumns(ids), ids.map(({ value }) => value)])
    .options({ name: 'claim_holds' });
  return rows.map((row) => {
    const context = row.has_line ? rowToContext(row) : undefined;
    return { tenant: tenantOf(row.store_id, row.dev_mode), value: { hold: rowToHold(row), context } };
  });
}

const claimHoldsSql = `
  with found as materialized (
    select h.* from unnest(?::text[], ?::boolean[], ?::text[]) as k(store_id, dev_mode, id)
    join holds h on h.store_id = k.store_id and h.dev_mode = k.dev_mode and h.id = k.id
    order by h.store_id, h.dev_mode, h.id
    for update of h
  ), lines as materialized (
    select s.store_id, s.dev_mode, s.id, s.method, s.description, s.checkout_id, s.external_id, s.subscription_id,
      s.customer, s.charge_id
    from found f
    join statement_entries s on s.store_id = f.store_id and s.dev_mode = f.dev_mode and s.id = f.statement_entry_id
    where f.state = 'HELD' and s.status = 'PENDING'
    order by s.store_id, s.dev_mode, s.id
    for update of s
  )
  select f.store_id, f.dev_mode, f.id, f.state, f.purpose, f.amount_cents, f.fee_cents, f.charge_id as hold_charge_id,
    f.statement_entry_id, l.id is not null as has_line, l.method, l.description, l.checkout_id, l.charge_id,
    l.external_id, l.subscription_id, l.customer
  from found f
  left join lines l on l.store_id = f.store_id and l.dev_mode = f.dev_mode and l.id = f.statement_entry_id`;

/**
 * Whether there are any of the holds by now. Locks none: whoever makes one has its store's `available` locked, so for the
 * holder of that lock the answer stays, and holds come before balances in the order of locks.
 */
// eslint-disable-next-line pitanga/tenant-first -- a batch names holds of many tenants, each with its own
export async function anyHoldExists(tx: Db, ids: readonly Of<string>[]): Promise<boolean> {
  const { rows } = await tx
    .raw<{ rows: unknown[] }>(
      `select from unnest(?::text[], ?::boolean[], ?::text[]) as k(store_id, dev_mode, id)
       join holds h on h.store_id = k.store_id and h.dev_mode = k.dev_mode and h.id = k.id
       limit 1`,
      [...tenantColumns(ids), ids.map(({ value }) => value)],
    )
    .options({ name: 'any_hold_exists' });
  return rows.length > 0;
}

interface PartRow extends TenantRow {
  readonly charge_id: string;
  readonly number: number;
  readonly open_cents: number;
}

/** Locks the parts of charges, in key order, against settlement and other takers; also those that have settled. */
export async function claimParts(tx: Db, charges: readonly Of<string>[]): Promise<LoadedHolds['parts']> {
  const { rows } = await tx
    .raw<{ rows: PartRow[] }>(
      `select p.store_id, p.dev_mode, p.charge_id, p.number, p.open_cents
       from unnest(?::text[], ?::boolean[], ?::text[]) as k(store_id, dev_mode, charge_id)
       join pending_parts p on p.store_id = k.store_id and p.dev_mode = k.dev_mode and p.charge_id = k.charge_id
       order by p.store_id, p.dev_mode, p.charge_id, p.number
       for update of p`,
      [...tenantColumns(charges), charges.map(({ value }) => value)],
    )
    .options({ name: 'claim_parts' });
  return grouped(rows, (row) => row.charge_id).map(({ tenant, id, rows: found }) => ({
    tenant,
    value: {
      chargeId: id,
      parts: found.map((row) => ({ number: row.number, openCents: cents(row.open_cents) })),
    },
  }));
}

interface TakingRow extends TenantRow {
  readonly taker_id: string;
  readonly number: number;
  readonly amount_cents: number;
}

/** What holds have taken of parts; only their owner changes it, so their locks are those of the holds. */
export async function claimTakings(tx: Db, takers: readonly Of<string>[]): Promise<LoadedHolds['takings']> {
  const { rows } = await tx
    .raw<{ rows: TakingRow[] }>(
      `select t.store_id, t.dev_mode, t.taker_id, t.number, t.amount_cents
       from unnest(?::text[], ?::boolean[], ?::text[]) as k(store_id, dev_mode, taker_id)
       join part_takings t on t.store_id = k.store_id and t.dev_mode = k.dev_mode and t.taker_id = k.taker_id
       order by t.store_id, t.dev_mode, t.taker_id, t.number`,
      [...tenantColumns(takers), takers.map(({ value }) => value)],
    )
    .options({ name: 'claim_takings' });
  return grouped(rows, (row) => row.taker_id).map(({ tenant, id, rows: found }) => ({
    tenant,
    value: {
      takerId: id,
      takings: found.map((row) => ({ number: row.number, amountCents: cents(row.amount_cents) })),
    },
  }));
}

/** What the refunds of charges have taken that were not released: under way and done. */
// eslint-disable-next-line pitanga/tenant-first -- a batch names charges of many tenants, each with its own
export async function readRefunded(tx: Db, charges: readonly Of<string>[]): Promise<LoadedHolds['refunded']> {
  const { rows } = await tx
    .raw<{ rows: (TenantRow & { charge_id: string; total: number })[] }>(
      `select h.store_id, h.dev_mode, h.charge_id, sum(h.amount_cents)::bigint as total
       from unnest(?::text[], ?::boolean[], ?::text[]) as k(store_id, dev_mode, charge_id)
       join holds h on h.store_id = k.store_id and h.dev_mode = k.dev_mode and h.charge_id = k.charge_id
       where h.state <> 'RELEASED'
       group by h.store_id, h.dev_mode, h.charge_id`,
      [...tenantColumns(charges), charges.map(({ value }) => value)],
    )
    .options({ name: 'read_refunded' });
  return rows.map((row) => ({
    tenant: tenantOf(row.store_id, row.dev_mode),
    value: { chargeId: row.charge_id, amountCents: cents(row.total) },
  }));
}

interface BalanceRow extends TenantRow {
  readonly account: Account;
  readonly balance_cents: number;
}

/**
 * Locks balances of stores, in key order, and answers what is available; makes rows of zero for those that there are
 * not yet, because a row that comes later would be locked out of order. All the balances of stores that the
 * transaction moves are to be named: those of the platform come after them anyway.
 */
export async function claimBalances(tx: Db, balances: readonly Of<Account>[]): Promise<LoadedHolds['available']> {
  const bindings = [...tenantColumns(balances), balances.map(({ value }) => value)];
  for (;;) {
    const { rows } = await tx
      .raw<{ rows: BalanceRow[] }>(claimBalancesSql, bindings)
      .options({ name: 'claim_balances' });
    // A row made by this or, meanwhile, another transaction is only seen by the next statement.
    if (rows.length < balances.length) continue;
    return rows
      .filter((row) => row.account === 'available')
      .map((row) => ({ tenant: tenantOf(row.store_id, row.dev_mode), value: cents(row.balance_cents) }));
  }
}

const claimBalancesSql = `
  with wanted as materialized (
    select * from unnest(?::text[], ?::boolean[], ?::text[]) as k(store_id, dev_mode, account)
  ), made as (
    insert into balances (store_id, dev_mode, account, stripe, balance_cents)
    select store_id, dev_mode, account, 0, 0 from wanted w
    where not exists (
      select from balances b
      where b.store_id = w.store_id and b.dev_mode = w.dev_mode and b.account = w.account and b.stripe = 0
    )
    order by store_id, dev_mode, account
    on conflict do nothing
    returning 1
  )
  select b.store_id, b.dev_mode, b.account, b.balance_cents
  from wanted w
  join balances b on b.store_id = w.store_id and b.dev_mode = w.dev_mode and b.account = w.account and b.stripe = 0
  where (select count(*) from made) >= 0
  order by b.store_id, b.dev_mode, b.account
  for update of b`;

/**
 * Writes what a batch has changed; its journals are written before. False when another process has written one of
 * the holds meanwhile: then the transaction must not commit.
 *
 * @throws Error when the line of a hold that ends is not PENDING: its money would be unexplained
 */
// eslint-disable-next-line pitanga/tenant-first -- a batch holds changes of many tenants; each row carries its own
export async function saveHolds(tx: Db, changes: HoldChanges): Promise<boolean> {
  const { created, ended, endedLines, taken, returnedTakers, parts } = changes;
  const columns = [
    ...tenantColumns(created),
    ...columnsOf(created, ({ hold }) => [hold.id, hold.state, hold.purpose ?? null, ...moneyOf(hold)], 7),
    ...columnsOf(created, ({ createdAt, updatedAt }) => [createdAt.toISOString(), updatedAt.toISOString()], 2),
    ...tenantColumns(ended),
    ...columnsOf(ended, ({ hold, updatedAt }) => [hold.id, hold.state, updatedAt.toISOString()], 3),
    ...tenantColumns(endedLines),
    ...columnsOf(endedLines, ({ id, status, updatedAt }) => [id, status, updatedAt.toISOString()], 3),
    ...tenantColumns(taken),
    ...columnsOf(taken, ({ takerId, chargeId, taking }) => [takerId, chargeId, taking.number, taking.amountCents], 4),
    ...tenantColumns(returnedTakers),
    returnedTakers.map(({ value }) => value),
    ...tenantColumns(parts),
    ...columnsOf(parts, ({ chargeId, part }) => [chargeId, part.number, part.openCents], 3),
  ];
  const { rows } = await tx
    .raw<{ rows: { created: number; ended: number; lines: number }[] }>(
      saveHoldsSql,
      columns as readonly unknown[] as readonly string[],
    )
    .options({ name: 'save_holds' });
  const [written] = rows;
  if (written?.created !== created.length || written.ended !== ended.length) return false;
  if (written.lines !== endedLines.length) throw new Error('the statement entry of a hold is not PENDING');
  return true;
}

const saveHoldsSql = `
  with created as (
    insert into holds (
      store_id, dev_mode, id, state, purpose, amount_cents, fee_cents, charge_id, statement_entry_id, created_at,
      updated_at
    )
    select * from unnest(
      ?::text[], ?::boolean[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::text[], ?::text[],
      ?::timestamptz[], ?::timestamptz[]
    )
    order by 1, 2, 3
    on conflict do nothing
    returning 1
  ), ended as (
    update holds h set state = e.state, updated_at = e.updated_at
    from unnest(?::text[], ?::boolean[], ?::text[], ?::text[], ?::timestamptz[])
      as e(store_id, dev_mode, id, state, updated_at)
    where h.store_id = e.store_id and h.dev_mode = e.dev_mode and h.id = e.id and h.state = 'HELD'
    returning 1
  ), lines as (
    update statement_entries s set status = l.status, updated_at = l.updated_at
    from unnest(?::text[], ?::boolean[], ?::text[], ?::text[], ?::timestamptz[])
      as l(store_id, dev_mode, id, status, updated_at)
    where s.store_id = l.store_id and s.dev_mode = l.dev_mode and s.id = l.id and s.status = 'PENDING'
    returning 1
  ), taken as (
    insert into part_takings (store_id, dev_mode, taker_id, charge_id, number, amount_cents)
    select * from unnest(?::text[], ?::boolean[], ?::text[], ?::text[], ?::smallint[], ?::bigint[])
  ), returned as (
    delete from part_takings t using unnest(?::text[], ?::boolean[], ?::text[]) as r(store_id, dev_mode, taker_id)
    where t.store_id = r.store_id and t.dev_mode = r.dev_mode and t.taker_id = r.taker_id
  ), parts as (
    update pending_parts p set open_cents = c.open_cents
    from unnest(?::text[], ?::boolean[], ?::text[], ?::smallint[], ?::bigint[])
      as c(store_id, dev_mode, charge_id, number, open_cents)
    where p.store_id = c.store_id and p.dev_mode = c.dev_mode and p.charge_id = c.charge_id and p.number = c.number
  )
  select (select count(*) from created) as created, (select count(*) from ended) as ended,
    (select count(*) from lines) as lines`;

type Column = (string | number | boolean | null)[];

function tenantColumns(rows: readonly Of<unknown>[]): readonly [string[], boolean[]] {
  return [rows.map(({ tenant }) => tenant.storeId), rows.map(({ tenant }) => tenant.devMode)];
}

/** The columns of rows, `width` of them, also when there is no row. */
function columnsOf<T>(rows: readonly Of<T>[], cellsOf: (value: T) => Column, width: number): readonly Column[] {
  const cells = rows.map(({ value }) => cellsOf(value));
  return Array.from({ length: width }, (_, index) => cells.map((row) => row[index] ?? null));
}

function moneyOf(hold: AnyHold): Column {
  if (hold.purpose === undefined) return [0, 0, null, null];
  return [hold.amountCents, hold.feeCents, hold.chargeId ?? null, hold.statementEntryId];
}

/** Rows by tenant and id, in the order in which they come. */
function grouped<Row extends TenantRow>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly { readonly tenant: Tenant; readonly id: string; readonly rows: readonly Row[] }[] {
  const groups = Map.groupBy(rows, (row) => `${row.store_id}/${String(row.dev_mode)}/${idOf(row)}`);
  return [...groups.values()].flatMap((found) =>
    found[0] ? [{ tenant: tenantOf(found[0].store_id, found[0].dev_mode), id: idOf(found[0]), rows: found }] : [],
  );
}

function rowToHold(row: HoldRow): AnyHold {
  if (row.purpose === null || row.statement_entry_id === null) {
    return { id: row.id, state: 'RELEASED', purpose: undefined };
  }
  return {
    id: row.id,
    state: row.state,
    purpose: row.purpose,
    amountCents: cents(row.amount_cents),
    feeCents: cents(row.fee_cents),
    chargeId: row.hold_charge_id ?? undefined,
    statementEntryId: row.statement_entry_id,
  };
}

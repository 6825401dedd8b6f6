import type { Cents, Tenant } from '@pitanga/core';
import { cents, table, text, type Db, type Row } from '@pitanga/database';
import type { Account } from '../balances/account';

/** How money moved that was booked without an owner: by the method of its payments, or by payouts. */
export const moneyRoutes = ['PIX', 'BOLETO', 'CARD', 'PAYOUT'] as const;
export type MoneyRoute = (typeof moneyRoutes)[number];

/** What one route brought to an account of a store, or took. */
export interface UnownedMoney {
  readonly account: Account;
  readonly route: MoneyRoute;
  readonly amountCents: Cents;
}

const rowsOf = table('unowned', {
  account: text<Account>('account'),
  route: text<MoneyRoute>('route'),
  amountCents: cents('amount_cents'),
});

/** Reads all journals of a store once: those of a hold are of its payout, or of the payment that its refund returns. */
const unownedSql = `
  select e.account,
    case when h.purpose in ('WITHDRAW', 'TRANSFER') then 'PAYOUT' else coalesce(s.method, r.method, 'PIX') end as route,
    sum(e.amount_cents)::bigint as amount_cents
  from journals j
  join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
  left join holds h on h.store_id = j.store_id and h.dev_mode = j.dev_mode and h.id = j.reference_id
    and j.kind like 'hold.%'
  left join statement_entries r on r.store_id = j.store_id and r.dev_mode = j.dev_mode and r.id = h.statement_entry_id
  left join statement_entries s on s.store_id = j.store_id and s.dev_mode = j.dev_mode and s.journal_id = j.id
  where j.store_id = :storeId and j.dev_mode = cast(:devMode as boolean) and j.owner is null
    and j.kind <> 'owner.assigned' and e.account in ('available', 'pending', 'blocked', 'payouts_in_flight', 'top_up')
  group by 1, 2
  having sum(e.amount_cents) <> 0
  order by 1, 2`;

export async function findUnownedMoney(db: Db, tenant: Tenant): Promise<readonly UnownedMoney[]> {
  const { storeId, devMode } = tenant;
  const { rows } = await db.raw<{ rows: Row[] }>(unownedSql, { storeId, devMode });
  return rows.map((row) => rowsOf.fromRow(row));
}

const assigned = table('assigned', { account: text<Account>('account'), amountCents: cents('amount_cents') });

/** What was assigned to the operator before, by account. */
export async function findAssigned(db: Db, { storeId, devMode }: Tenant): Promise<ReadonlyMap<Account, Cents>> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select e.account, sum(e.amount_cents)::bigint as amount_cents
     from journals j
     join entries e on e.store_id = j.store_id and e.dev_mode = j.dev_mode and e.journal_id = j.id
     where j.store_id = :storeId and j.dev_mode = cast(:devMode as boolean) and j.kind = 'owner.assigned'
       and j.owner = 'OPERATOR'
     group by 1`,
    { storeId, devMode },
  );
  return new Map(rows.map((row) => assigned.fromRow(row)).map(({ account, amountCents }) => [account, amountCents]));
}

/** Production stores with journals without an owner. */
export async function listUnownedStores(db: Db): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: { store_id: string }[] }>(
    `select distinct store_id from journals
     where not dev_mode and owner is null and kind not like 'overpayment.%' and kind <> 'owner.assigned'
     order by store_id`,
  );
  return rows.map(({ store_id: storeId }) => storeId);
}

import { toTenant, zeroCents, type Cents, type Owned, type Tenant } from '@pitanga/core';
import { boolean, cents, smallint, table, text, type Db, type Row, type Tx } from '@pitanga/database';
import { flat } from '../owned-rows';
import { toAvailable, toBlocked, toPending, type Account } from './account';

/** What a store has, in centavos. Money on its way out is in none of them. */
export interface Balance {
  readonly availableCents: Cents;
  readonly pendingCents: Cents;
  readonly blockedCents: Cents;
  /** Put in to pay refunds with (docs/behaviour/statement.md#top-ups). */
  readonly topUpCents: Cents;
  /** What of `available` came in by accounts of the operator. */
  readonly operatorCents: Cents;
}

export const balances = table('balances', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  account: text<Account>('account'),
  stripe: smallint('stripe'),
  balanceCents: cents('balance_cents'),
  /** What of it came by journals of the operator; negative where more has left than came in. */
  operatorCents: cents('operator_cents'),
});

const amounts = balances.pick('account', 'balanceCents', 'operatorCents');

const readBalanceSql = `
  select ${amounts.selectSql()} from balances
  where store_id = :storeId and dev_mode = cast(:devMode as boolean)
    and account in ('available', 'blocked', 'pending', 'top_up')`;

/** The balances of a store, without those of its sub-accounts; zeros for one that never had money. */
export async function readBalance(db: Db, tenant: Tenant): Promise<Balance> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(readBalanceSql, { storeId: tenant.storeId, devMode: tenant.devMode })
    .options({ name: 'read_balance' });
  const found = new Map(rows.map((row) => amounts.fromRow(row)).map((balance) => [balance.account, balance]));
  return {
    availableCents: found.get('available')?.balanceCents ?? zeroCents,
    pendingCents: found.get('pending')?.balanceCents ?? zeroCents,
    blockedCents: found.get('blocked')?.balanceCents ?? zeroCents,
    topUpCents: found.get('top_up')?.balanceCents ?? zeroCents,
    operatorCents: found.get('available')?.operatorCents ?? zeroCents,
  };
}

/** What a sub-account has, in centavos. */
export interface SubBalance {
  readonly subAccountId: string;
  /** Negative only after a dispute. */
  readonly availableCents: Cents;
  /** Of boletos and cards that have not settled. */
  readonly pendingCents: Cents;
  /** Held by disputes. */
  readonly blockedCents: Cents;
}

/** The balances of sub-accounts, in the order of their ids; zeros for one that never had money. */
export async function readSubBalances(db: Db, tenant: Tenant, ids: readonly string[]): Promise<readonly SubBalance[]> {
  const names = ids.flatMap((id) => [toAvailable(id), toPending(id), toBlocked(id)]);
  const rows: Row[] = await balances.of(db, tenant).whereIn('account', names).select(amounts.columns);
  const found = new Map(rows.map((row) => amounts.fromRow(row)).map((row) => [row.account, row.balanceCents]));
  return ids.map((subAccountId) => ({
    subAccountId,
    availableCents: found.get(toAvailable(subAccountId)) ?? zeroCents,
    pendingCents: found.get(toPending(subAccountId)) ?? zeroCents,
    blockedCents: found.get(toBlocked(subAccountId)) ?? zeroCents,
  }));
}

/** What is in an account, and what of it is the operator's. */
export interface Funds {
  readonly balanceCents: Cents;
  readonly operatorCents: Cents;
}

export type StoredFunds = Funds & { readonly account: Account };

const wanted = balances.pick('storeId', 'devMode', 'account');

/**
 * Locks distinct balances of stores, in key order, and returns them. Inserts missing rows with zero first,
 * because a row inserted later would be locked out of order. Name every store balance that the transaction changes;
 * platform balances are locked after them.
 */
export async function lockBalances(
  tx: Tx,
  accounts: readonly Owned<{ readonly account: Account }>[],
): Promise<readonly Owned<StoredFunds>[]> {
  const bindings = wanted.toArrays(accounts.map(flat));
  for (;;) {
    const { rows } = await tx.raw<{ rows: Row[] }>(lockBalancesSql, bindings).options({ name: 'lock_balances' });
    // Rows inserted by this statement or by another transaction are visible to the next statement only.
    if (rows.length < accounts.length) continue;
    return rows
      .map((row) => balances.fromRow(row))
      .map(({ storeId, devMode, account, balanceCents, operatorCents }) => ({
        tenant: toTenant(storeId, devMode),
        account,
        balanceCents,
        operatorCents,
      }));
  }
}

/** Makes the balances of stores that are missing, in key order; only outside a transaction, where it holds no lock. */
export async function createBalances(db: Db, accounts: readonly Owned<{ readonly account: Account }>[]): Promise<void> {
  await db.raw(createBalancesSql, wanted.toArrays(accounts.map(flat))).options({ name: 'create_balances' });
}

const createBalancesSql = `
  insert into balances (store_id, dev_mode, account, stripe, balance_cents)
  select store_id, dev_mode, account, 0, 0 from ${wanted.unnestSql('k')}
  order by store_id, dev_mode, account
  on conflict do nothing`;

const lockBalancesSql = `
  with wanted as materialized (
    select * from ${wanted.unnestSql('k')}
  ), inserted as (
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
  select ${balances.selectSql('b')}
  from wanted w
  join balances b on b.store_id = w.store_id and b.dev_mode = w.dev_mode and b.account = w.account and b.stripe = 0
  where (select count(*) from inserted) >= 0
  order by b.store_id, b.dev_mode, b.account
  for update of b`;

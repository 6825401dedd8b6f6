import { cents, zeroCents, type Cents, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';

/** What a store has, in centavos. Money on its way out is in none of the three. */
export interface Balance {
  readonly availableCents: Cents;
  readonly pendingCents: Cents;
  readonly blockedCents: Cents;
}

interface BalanceRow {
  readonly account: string;
  readonly balance_cents: number;
}

/** The balances of a store; zeros for one that never had money. */
export async function readBalance(db: Db, tenant: Tenant): Promise<Balance> {
  const rows = await db('balances')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .select<BalanceRow[]>('account', 'balance_cents');
  const of = (account: string): Cents => cents(rows.find((row) => row.account === account)?.balance_cents ?? zeroCents);
  return { availableCents: of('available'), pendingCents: of('pending'), blockedCents: of('blocked') };
}

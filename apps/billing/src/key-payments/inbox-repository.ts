import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, int, optional, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { Inbox } from './inbox';

/** Where accounts list what they have received, by the name of their adapter. */
export type WatchedProvider = 'bacen-pix' | 'asaas';

const inboxes = table('pix_inboxes', {
  storeId: text('store_id'),
  account: text('account'),
  provider: text<WatchedProvider>('provider'),
  login: optional(text('login')),
  isCurrent: boolean('is_current'),
  settingsAt: timestamp('settings_at'),
  since: timestamp('since'),
  readUntil: timestamp('read_until'),
  windowFrom: optional(timestamp('window_from')),
  windowUntil: optional(timestamp('window_until')),
  page: int('page'),
  sweptAt: timestamp('swept_at'),
  runAt: timestamp('run_at'),
  attempts: int('attempts'),
  revision: int('revision'),
});

function rowToInbox(row: Row): Owned<Inbox> {
  const { storeId, windowFrom: from, windowUntil: until, ...inbox } = inboxes.fromRow(row);
  const window = from && until && { from, until };
  return { tenant: toTenant(storeId, false), ...inbox, window };
}

/** Makes the account the store's current one at its provider, read from `now` on where it is new, or from where it was left. */
export async function saveInbox(
  tx: Tx,
  tenant: Tenant,
  {
    now,
    ...given
  }: {
    readonly provider: WatchedProvider;
    readonly account: string;
    readonly login: string;
    readonly settingsAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  const { storeId } = tenant;
  await tx(inboxes.name)
    .where({ store_id: storeId, provider: given.provider, is_current: true })
    .whereNot({ account: given.account })
    .update({ is_current: false });
  const values = {
    ...given,
    storeId,
    isCurrent: true,
    since: now,
    readUntil: now,
    sweptAt: now,
    runAt: now,
  };
  const fresh = { windowFrom: undefined, windowUntil: undefined, page: 0, attempts: 0, revision: 0 };
  await tx.raw(
    `${inboxes.insertSql}
     on conflict (store_id, account) do update set is_current = true, settings_at = excluded.settings_at, login = excluded.login,
       run_at = case when pix_inboxes.settings_at = excluded.settings_at then pix_inboxes.run_at else excluded.run_at end,
       attempts = 0, revision = pix_inboxes.revision + 1`,
    inboxes.toRow({ ...values, ...fresh }),
  );
}

/** The store has no account there any more. */
export async function closeInbox(db: Db, { storeId }: Tenant, provider: WatchedProvider): Promise<void> {
  await db(inboxes.name).where({ store_id: storeId, provider, is_current: true }).update({ is_current: false });
}

interface UnknownAccount {
  readonly tenant: Tenant;
  readonly provider: WatchedProvider;
  readonly isRemoved: boolean;
}

/** Accounts of stores of which, or of whose login, is not known what they are: of a release before, or changed by one. */
export async function listUnknownAccounts(db: Db, _all: CrossTenant): Promise<readonly UnknownAccount[]> {
  const { rows } = await db.raw<{ rows: { store_id: string; provider: WatchedProvider; is_removed: boolean }[] }>(
    `select coalesce(a.store_id, i.store_id) as store_id, coalesce(a.provider, i.provider) as provider,
       a.store_id is null as is_removed
     from (
       select store_id, 'bacen-pix' as provider, updated_at from pix_accounts
       union all select store_id, 'asaas', updated_at from asaas_accounts
     ) a
     full join (select store_id, provider, settings_at, login from pix_inboxes where is_current) i
       on i.store_id = a.store_id and i.provider = a.provider
     where i.settings_at is distinct from a.updated_at or i.login is null`,
  );
  return rows.map((row) => ({
    tenant: toTenant(row.store_id, false),
    provider: row.provider,
    isRemoved: row.is_removed,
  }));
}

/** Reads the account soon: its provider has named a Pix that is no charge's. */
export async function wakeInbox(db: Db, { storeId }: Tenant, provider: WatchedProvider, now: Date): Promise<void> {
  await db(inboxes.name)
    .where({ store_id: storeId, provider, is_current: true })
    .update({ run_at: db.raw('least(run_at, :now)', { now }), revision: db.raw('revision + 1') });
}

/** Claims due inboxes, the oldest first, each for one process. */
export async function claimDueInboxes(
  db: Db,
  _all: CrossTenant,
  claim: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<readonly Owned<Inbox>[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with due as materialized (
       select store_id, account from pix_inboxes where is_current and run_at <= :now
       order by run_at limit cast(:limit as int) for update skip locked
     )
     update pix_inboxes i set run_at = :leaseUntil, revision = i.revision + 1
     from due where i.store_id = due.store_id and i.account = due.account
     returning ${inboxes.selectSql('i')}`,
    { ...claim },
  );
  return rows.map(rowToInbox);
}

/** Saves how far it was read. A wake since the claim keeps it due at once. */
export async function saveReading(db: Db, tenant: Tenant, inbox: Inbox): Promise<void> {
  const { account, since, readUntil, window, page, sweptAt, attempts, runAt, revision } = inbox;
  const cursor = { since, readUntil, page, sweptAt, attempts };
  await db.raw(
    `update pix_inboxes set since = :since, read_until = :readUntil, window_from = :windowFrom, window_until = :windowUntil, page = :page,
       swept_at = :sweptAt, attempts = :attempts,
       run_at = case when revision = :revision then cast(:runAt as timestamptz) else least(run_at, :runAt) end
     where store_id = :storeId and account = :account`,
    {
      ...cursor,
      windowFrom: window?.from ?? null,
      windowUntil: window?.until ?? null,
      storeId: tenant.storeId,
      account,
      runAt,
      revision,
    },
  );
}

/** The stores that have an account, or had it, those that have it now first. */
export async function listStoresOfAccount(
  db: Db,
  _all: CrossTenant,
  account: string,
): Promise<readonly { readonly tenant: Tenant; readonly isCurrent: boolean }[]> {
  // An account at Asaas names itself: who has it is known also while its inbox is not.
  const { rows } = await db.raw<{ rows: { store_id: string; is_current: boolean }[] }>(
    `select store_id, bool_or(is_current) as is_current from (
       select store_id, is_current from pix_inboxes where account = :account
       union all select store_id, true from asaas_accounts where account_id = :account
     ) s
     group by store_id order by is_current desc, store_id`,
    { account },
  );
  return rows.map((row) => ({ tenant: toTenant(row.store_id, false), isCurrent: row.is_current }));
}

/** The stores that have another account of the login that this one has: its list may show what came to theirs. */
export async function listStoresBeside(db: Db, _all: CrossTenant, account: string): Promise<readonly Tenant[]> {
  const { rows } = await db.raw<{ rows: { store_id: string }[] }>(
    `select distinct o.store_id from pix_inboxes i
     join pix_inboxes o on o.login = i.login and o.account <> i.account and o.is_current
     where i.account = :account order by 1`,
    { account },
  );
  return rows.map((row) => toTenant(row.store_id, false));
}

/**
 * The accounts of a store, former ones too, that no other store has. None while it is not known which account some other
 * store has: that may be one of them.
 */
export async function listOwnAccounts(
  db: Db,
  _all: CrossTenant,
  { storeId, devMode }: Tenant,
): Promise<readonly string[]> {
  if (devMode) return [];
  const { rows } = await db.raw<{ rows: { account: string }[] }>(
    `select own.account from pix_inboxes own
     where own.store_id = :storeId and not exists (
       select from pix_accounts a
       left join pix_inboxes i
         on i.store_id = a.store_id and i.provider = 'bacen-pix' and i.is_current and i.settings_at = a.updated_at
       where a.store_id <> :storeId and (i.account is null or i.account = own.account))
     and not exists (
       select from asaas_accounts a where a.store_id <> :storeId and a.account_id = own.account)`,
    { storeId },
  );
  return rows.map(({ account }) => account);
}

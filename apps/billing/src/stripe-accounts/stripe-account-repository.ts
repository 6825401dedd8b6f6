import { toTenant, type AccountOwner, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { stripeName } from '../stripe/stripe-metadata';
import type { StripeAccount, StripeAccountSettings, StripeWebhook } from './stripe-account';

const accounts = table('stripe_accounts', {
  storeId: text('store_id'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  webhookSealed: optional(bytes('webhook_sealed')),
  accountId: text('account_id'),
  liveMode: boolean('live_mode'),
  owner: optional(text<AccountOwner>('owner')),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const sealedNames = ['settings_sealed', 'segment_sealed', 'webhook_sealed'] as const;
type SealedName = (typeof sealedNames)[number];

function sealedPlace(column: SealedName, storeId: string) {
  return [accounts.name, column, storeId] as const;
}

export const sealedStripeAccounts: readonly SealedColumn[] = sealedNames.map((column) => ({
  table: accounts.name,
  column,
  key: ['store_id'],
  place: (row) => sealedPlace(column, String(row['store_id'])),
}));

/** The account of a store; only production has one. */
export async function findStripeAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<StripeAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = await db<Row>(accounts.name).where({ store_id: tenant.storeId }).first(accounts.columns);
  return row && rowToAccount(row, sealer);
}

/** The account that a callback is for, and its store. */
export async function resolveStripeAccount(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  segment: string,
): Promise<Owned<{ readonly account: StripeAccount }> | undefined> {
  const row = await db<Row>(accounts.name)
    .where({ segment_fingerprint: sealer.fingerprint(segment) })
    .first(accounts.columns);
  return row && { tenant: toTenant(accounts.fromRow(row).storeId, false), account: rowToAccount(row, sealer) };
}

const saveSql = `${accounts.insertSql}
  on conflict (store_id) do update set
    settings_sealed = excluded.settings_sealed,
    webhook_sealed = excluded.webhook_sealed,
    account_id = excluded.account_id,
    live_mode = excluded.live_mode,
    owner = excluded.owner,
    updated_at = excluded.updated_at
  returning ${accounts.selectSql('stripe_accounts')}`;

/** Saves an account and returns it as stored: an existing account keeps the segment that Stripe calls. */
export async function saveStripeAccount(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: StripeAccount,
): Promise<StripeAccount> {
  const { storeId } = tenant;
  const { accountId, liveMode, owner, updatedAt } = account;
  const { rows } = await db.raw<{ rows: [Row] }>(
    saveSql,
    accounts.toRow({
      storeId,
      settingsSealed: sealer.seal(JSON.stringify(account.settings), sealedPlace('settings_sealed', storeId)),
      segmentFingerprint: sealer.fingerprint(account.segment),
      segmentSealed: sealer.seal(account.segment, sealedPlace('segment_sealed', storeId)),
      webhookSealed: sealWebhook(sealer, storeId, account.webhook),
      accountId,
      liveMode,
      owner,
      createdAt: updatedAt,
      updatedAt,
    }),
  );
  return rowToAccount(rows[0], sealer);
}

const inUseSql = `
  select exists (
      select from charges where store_id = :storeId and not dev_mode and provider = :provider
        and (status = 'PENDING' or action_due_at is not null))
    or exists (
      select from refunds where store_id = :storeId and not dev_mode and provider = :provider
        and status = 'PENDING' and step not in ('KEY', 'APPROVE'))
    or exists (
      select from agreements a join cards c on c.id = a.card_id and c.store_id = a.store_id and c.dev_mode = a.dev_mode
      where a.store_id = :storeId and not a.dev_mode and a.status in ('STARTING', 'ACTIVE') and c.provider = :provider)
    as in_use`;

/** Whether open charges, refunds under way or cards of subscriptions are at the account of a store. */
export async function isStripeAccountInUse(db: Db, { storeId }: Tenant): Promise<boolean> {
  const { rows } = await db.raw<{ rows: [{ in_use: boolean }] }>(inUseSql, { storeId, provider: stripeName });
  return rows[0].in_use;
}

/** False when there was none. */
export async function deleteStripeAccount(db: Db, tenant: Tenant): Promise<boolean> {
  return (await db(accounts.name).where({ store_id: tenant.storeId }).delete()) > 0;
}

function rowToAccount(row: Row, sealer: Sealer): StripeAccount {
  const { storeId, settingsSealed, segmentSealed, webhookSealed, ...account } = accounts.fromRow(row);
  const { accountId, liveMode, owner, updatedAt } = account;
  const webhook = webhookSealed && sealer.open(webhookSealed, sealedPlace('webhook_sealed', storeId));
  const settings = sealer.open(settingsSealed, sealedPlace('settings_sealed', storeId));
  return {
    // Only checked settings are written.
    settings: JSON.parse(settings) as StripeAccountSettings,
    segment: sealer.open(segmentSealed, sealedPlace('segment_sealed', storeId)),
    webhook: webhook === undefined ? {} : (JSON.parse(webhook) as StripeWebhook),
    accountId,
    liveMode,
    owner,
    updatedAt,
  };
}

function sealWebhook(sealer: Sealer, storeId: string, webhook: StripeWebhook): Buffer {
  return sealer.seal(JSON.stringify(webhook), sealedPlace('webhook_sealed', storeId));
}

/** Saves the webhook of an account, unless its settings were saved again since it was read. */
export async function saveStripeWebhook(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: Pick<StripeAccount, 'webhook' | 'updatedAt'>,
): Promise<void> {
  const { storeId } = tenant;
  await db(accounts.name)
    .where({ store_id: storeId, updated_at: account.updatedAt })
    .update({ webhook_sealed: sealWebhook(sealer, storeId, account.webhook) });
}

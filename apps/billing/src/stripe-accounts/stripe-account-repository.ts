import type { AccountOwner, Tenant } from '@pitanga/core';
import { boolean, bytes, optional, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { storeAccounts } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import { stripeName } from '../stripe/stripe-metadata';
import type { StripeAccount, StripeAccountSettings, StripeWebhook } from './stripe-account';

const cells = table('stripe_accounts', {
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

const accounts = storeAccounts({
  table: cells,
  alsoSealed: ['webhook_sealed'],
  toAccount: ({ settingsSealed, segmentSealed, webhookSealed, ...account }, open): StripeAccount => {
    const { accountId, liveMode, owner, updatedAt } = account;
    const webhook = webhookSealed && open(webhookSealed, 'webhook_sealed');
    return {
      // Only checked settings are written.
      settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as StripeAccountSettings,
      segment: open(segmentSealed, 'segment_sealed'),
      webhook: webhook === undefined ? {} : (JSON.parse(webhook) as StripeWebhook),
      accountId,
      liveMode,
      owner,
      updatedAt,
    };
  },
});

export const {
  sealedColumns: sealedStripeAccounts,
  find: findStripeAccount,
  findBySegment: findStripeAccountBySegment,
  remove: deleteStripeAccount,
} = accounts;

const saveSql = `${cells.insertSql}
  on conflict (store_id) do update set
    settings_sealed = excluded.settings_sealed,
    webhook_sealed = excluded.webhook_sealed,
    account_id = excluded.account_id,
    live_mode = excluded.live_mode,
    owner = excluded.owner,
    updated_at = excluded.updated_at
  returning ${cells.selectSql(cells.name)}`;

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
    cells.toRow({
      storeId,
      ...accounts.sealCells(sealer, storeId, account),
      webhookSealed: sealWebhook(sealer, storeId, account.webhook),
      accountId,
      liveMode,
      owner,
      createdAt: updatedAt,
      updatedAt,
    }),
  );
  return accounts.fromRow(rows[0], sealer);
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

function sealWebhook(sealer: Sealer, storeId: string, webhook: StripeWebhook): Buffer {
  return accounts.seal(sealer, storeId, 'webhook_sealed', JSON.stringify(webhook));
}

/** Saves the webhook of an account, unless its settings were saved again since it was read. */
export async function saveStripeWebhook(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: Pick<StripeAccount, 'webhook' | 'updatedAt'>,
): Promise<void> {
  const { storeId } = tenant;
  await db(cells.name)
    .where({ store_id: storeId, updated_at: account.updatedAt })
    .update({ webhook_sealed: sealWebhook(sealer, storeId, account.webhook) });
}

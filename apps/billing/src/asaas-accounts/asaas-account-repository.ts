import { toTenant, type AccountOwner, type CrossTenant, type Tenant } from '@pitanga/core';
import { bytes, table, text, timestamp, type Db, type Row } from '@pitanga/database';
import { storeAccounts } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import { asaasName } from '../asaas/asaas-pix-provider';
import type { AsaasAccount, AsaasAccountSettings, AsaasWebhookState } from './asaas-account';

const cells = table('asaas_accounts', {
  storeId: text('store_id'),
  settingsSealed: bytes('settings_sealed'),
  segmentFingerprint: bytes('segment_fingerprint'),
  segmentSealed: bytes('segment_sealed'),
  webhookSealed: bytes('webhook_sealed'),
  accountId: text('account_id'),
  owner: text<AccountOwner>('owner'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const accounts = storeAccounts({
  table: cells,
  alsoSealed: ['webhook_sealed'],
  toAccount: ({ settingsSealed, segmentSealed, webhookSealed, accountId, owner, updatedAt }, open): AsaasAccount => ({
    // Only checked settings are written.
    settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as AsaasAccountSettings,
    segment: open(segmentSealed, 'segment_sealed'),
    webhook: JSON.parse(open(webhookSealed, 'webhook_sealed')) as AsaasWebhookState,
    accountId,
    owner,
    updatedAt,
  }),
});

export const {
  sealedColumns: sealedAsaasAccounts,
  find: findAsaasAccount,
  findBySegment: findAsaasAccountBySegment,
  remove: deleteAsaasAccount,
} = accounts;

const saveSql = `${cells.insertSql}
  on conflict (store_id) do update set
    settings_sealed = excluded.settings_sealed,
    webhook_sealed = excluded.webhook_sealed,
    account_id = excluded.account_id,
    owner = excluded.owner,
    updated_at = excluded.updated_at
  returning ${cells.selectSql(cells.name)}`;

/** Saves an account and returns it as stored: an existing account keeps the segment that Asaas calls. */
export async function saveAsaasAccount(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: AsaasAccount,
): Promise<AsaasAccount> {
  const { storeId } = tenant;
  const { accountId, owner, updatedAt } = account;
  const { rows } = await db.raw<{ rows: [Row] }>(
    saveSql,
    cells.toRow({
      storeId,
      ...accounts.sealCells(sealer, storeId, account),
      webhookSealed: sealWebhook(sealer, storeId, account.webhook),
      accountId,
      owner,
      createdAt: updatedAt,
      updatedAt,
    }),
  );
  return accounts.fromRow(rows[0], sealer);
}

const inUseSql = `
  select exists (
      select from charges where store_id = :storeId and not dev_mode and provider = :provider and status = 'PENDING')
    or exists (
      select from refunds where store_id = :storeId and not dev_mode and provider = :provider
        and status = 'PENDING' and step not in ('KEY', 'APPROVE'))
    as in_use`;

/** Whether open charges or refunds under way are at the account of a store. */
export async function isAsaasAccountInUse(db: Db, { storeId }: Tenant): Promise<boolean> {
  const { rows } = await db.raw<{ rows: [{ in_use: boolean }] }>(inUseSql, { storeId, provider: asaasName });
  return rows[0].in_use;
}

/** The stores that share the account of a store, itself first: Asaas calls the address of one of them. */
export async function listStoresOfAsaasAccount(
  db: Db,
  _all: CrossTenant,
  storeId: string,
): Promise<readonly { readonly tenant: Tenant; readonly accountId: string }[]> {
  const { rows } = await db.raw<{ rows: { store_id: string; account_id: string }[] }>(
    `select a.store_id, a.account_id from asaas_accounts a
     join asaas_accounts own on own.account_id = a.account_id and own.store_id = :storeId
     order by a.store_id <> :storeId, a.store_id`,
    { storeId },
  );
  return rows.map((row) => ({ tenant: toTenant(row.store_id, false), accountId: row.account_id }));
}

/** Saves the webhook of an account, unless its settings were saved again since it was read. */
export async function saveAsaasWebhook(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: Pick<AsaasAccount, 'webhook' | 'updatedAt'>,
): Promise<void> {
  const { storeId } = tenant;
  await db(cells.name)
    .where({ store_id: storeId, updated_at: account.updatedAt })
    .update({ webhook_sealed: sealWebhook(sealer, storeId, account.webhook) });
}

function sealWebhook(sealer: Sealer, storeId: string, webhook: AsaasWebhookState): Buffer {
  return accounts.seal(sealer, storeId, 'webhook_sealed', JSON.stringify(webhook));
}

import { toTenant, type AccountOwner, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { bytes, table, text, timestamp, type Db, type Row, type SealedColumn } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import { asaasName } from '../asaas/asaas-pix-provider';
import type { AsaasAccount, AsaasAccountSettings, AsaasWebhookState } from './asaas-account';

const accounts = table('asaas_accounts', {
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

const sealedNames = ['settings_sealed', 'segment_sealed', 'webhook_sealed'] as const;
type SealedName = (typeof sealedNames)[number];

function sealedPlace(column: SealedName, storeId: string) {
  return [accounts.name, column, storeId] as const;
}

export const sealedAsaasAccounts: readonly SealedColumn[] = sealedNames.map((column) => ({
  table: accounts.name,
  column,
  key: ['store_id'],
  place: (row) => sealedPlace(column, String(row['store_id'])),
}));

/** The account of a store; only production has one. */
export async function findAsaasAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<AsaasAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = await db<Row>(accounts.name).where({ store_id: tenant.storeId }).first(accounts.columns);
  return row && rowToAccount(row, sealer);
}

/** The account that a callback is for, and its store. */
export async function resolveAsaasAccount(
  db: Db,
  _all: CrossTenant,
  sealer: Sealer,
  segment: string,
): Promise<Owned<{ readonly account: AsaasAccount }> | undefined> {
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
    owner = excluded.owner,
    updated_at = excluded.updated_at
  returning ${accounts.selectSql('asaas_accounts')}`;

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
    accounts.toRow({
      storeId,
      settingsSealed: sealer.seal(JSON.stringify(account.settings), sealedPlace('settings_sealed', storeId)),
      segmentFingerprint: sealer.fingerprint(account.segment),
      segmentSealed: sealer.seal(account.segment, sealedPlace('segment_sealed', storeId)),
      webhookSealed: sealWebhook(sealer, storeId, account.webhook),
      accountId,
      owner,
      createdAt: updatedAt,
      updatedAt,
    }),
  );
  return rowToAccount(rows[0], sealer);
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

/** False when there was none. */
export async function deleteAsaasAccount(db: Db, tenant: Tenant): Promise<boolean> {
  return (await db(accounts.name).where({ store_id: tenant.storeId }).delete()) > 0;
}

/** Saves the webhook of an account, unless its settings were saved again since it was read. */
export async function saveAsaasWebhook(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  account: Pick<AsaasAccount, 'webhook' | 'updatedAt'>,
): Promise<void> {
  const { storeId } = tenant;
  await db(accounts.name)
    .where({ store_id: storeId, updated_at: account.updatedAt })
    .update({ webhook_sealed: sealWebhook(sealer, storeId, account.webhook) });
}

function rowToAccount(row: Row, sealer: Sealer): AsaasAccount {
  const { storeId, settingsSealed, segmentSealed, webhookSealed, accountId, owner, updatedAt } = accounts.fromRow(row);
  const open = (sealed: Buffer, column: SealedName): string => sealer.open(sealed, sealedPlace(column, storeId));
  return {
    // Only checked settings are written.
    settings: JSON.parse(open(settingsSealed, 'settings_sealed')) as AsaasAccountSettings,
    segment: open(segmentSealed, 'segment_sealed'),
    webhook: JSON.parse(open(webhookSealed, 'webhook_sealed')) as AsaasWebhookState,
    accountId,
    owner,
    updatedAt,
  };
}

function sealWebhook(sealer: Sealer, storeId: string, webhook: AsaasWebhookState): Buffer {
  return sealer.seal(JSON.stringify(webhook), sealedPlace('webhook_sealed', storeId));
}

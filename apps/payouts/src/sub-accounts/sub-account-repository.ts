import { mapPage, normalizeTaxId, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  bytes,
  json,
  optional,
  selectPage,
  table,
  text,
  timestamp,
  whereGiven,
  type Db,
  type Row,
  type SealedColumn,
} from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { SubAccount } from './sub-account';

const columns = {
  id: text('id'),
  name: text('name'),
  taxIdSealed: bytes('tax_id_sealed'),
  externalId: optional(text('external_id')),
  metadataJson: json('metadata'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
};

const stored = table('sub_accounts', columns);
const subAccounts = table('sub_accounts', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  taxIdFingerprint: bytes('tax_id_fingerprint'),
  ...columns,
});

export const sealedSubAccounts: SealedColumn = {
  table: subAccounts.name,
  column: 'tax_id_sealed',
  key: ['store_id', 'dev_mode', 'id'],
  place: (row) => taxIdPlace(String(row['store_id']), String(row['id'])),
};

export function taxIdPlace(storeId: string, id: string) {
  return ['sub_accounts', 'tax_id_sealed', storeId, id] as const;
}

/** Inserts a sub-account; false when the store has one with its tax id or external id. */
export async function insertSubAccount(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  { taxId, ...subAccount }: SubAccount,
): Promise<boolean> {
  const row = subAccounts.toRow({
    ...tenant,
    ...subAccount,
    taxIdSealed: sealer.seal(taxId, taxIdPlace(tenant.storeId, subAccount.id)),
    taxIdFingerprint: sealer.fingerprint(taxId),
  });
  const inserted: unknown[] = await db(subAccounts.name).insert(row).onConflict().ignore().returning('id');
  return inserted.length === 1;
}

/** The sub-account with this id or this tax id. */
export async function findSubAccount(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  key: { readonly id: string } | { readonly taxId: string },
): Promise<SubAccount | undefined> {
  const condition = 'id' in key ? { id: key.id } : { tax_id_fingerprint: sealer.fingerprint(key.taxId) };
  const row = await subAccounts.of(db, tenant).where(condition).first(stored.columns);
  return row && toSubAccount(row, tenant, sealer);
}

/** How many of these ids the store has. */
export async function countSubAccounts(db: Db, tenant: Tenant, ids?: readonly string[]): Promise<number> {
  const query = subAccounts.of(db, tenant);
  if (ids) void query.whereIn('id', ids);
  const [row] = await query.count<{ readonly count: string }[]>('id as count');
  return Number(row?.count ?? 0);
}

export interface SubAccountFilter {
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly taxId?: string | undefined;
}

export async function listSubAccounts(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  page: PageRequest,
  { id, externalId, taxId }: SubAccountFilter,
): Promise<Page<SubAccount>> {
  const found = await selectPage<Row>(db, tenant, {
    table: subAccounts.name,
    columns: stored.columns,
    page,
    idKind: 'subAccount',
    filter: whereGiven({
      id,
      external_id: externalId,
      tax_id_fingerprint: taxId === undefined ? undefined : sealer.fingerprint(normalizeTaxId(taxId)),
    }),
  });
  return mapPage(found, (row) => toSubAccount(row, tenant, sealer));
}

function toSubAccount(row: Row, { storeId }: Tenant, sealer: Sealer): SubAccount {
  const { taxIdSealed, ...subAccount } = stored.fromRow(row);
  return { ...subAccount, taxId: sealer.open(taxIdSealed, taxIdPlace(storeId, subAccount.id)) };
}

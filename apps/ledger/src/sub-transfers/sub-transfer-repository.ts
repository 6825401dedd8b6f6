import { mapPage, type Cents, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import {
  boolean,
  cents,
  optional,
  selectPage,
  table,
  text,
  timestamp,
  whereGiven,
  type Db,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { SubTransfer, TransferDirection } from './sub-transfer';

const columns = {
  id: text('id'),
  subAccountId: text('sub_account_id'),
  direction: text<TransferDirection>('direction'),
  amountCents: cents('amount_cents'),
  externalId: text('external_id'),
  againstId: optional(text('against_id')),
  createdAt: timestamp('created_at'),
};
const stored = table('sub_transfers', columns);
const transfers = table(stored.name, { storeId: text('store_id'), devMode: boolean('dev_mode'), ...columns });

/** Call it under the lock of the store's `available`, after {@link findTransfer}: no other can have the external id. */
export async function insertTransfer(tx: Tx, tenant: Tenant, transfer: SubTransfer): Promise<void> {
  await tx(transfers.name).insert(transfers.toRow({ ...transfer, ...tenant }));
}

export async function findTransfer(
  db: Db,
  tenant: Tenant,
  by: { readonly id: string } | { readonly external_id: string },
): Promise<SubTransfer | undefined> {
  const row = await transfers.of(db, tenant).where(by).first(stored.columns);
  return row && stored.fromRow(row);
}

export interface TransferFilter {
  readonly subAccountId?: string | undefined;
  readonly direction?: TransferDirection | undefined;
  readonly externalId?: string | undefined;
}

/** One page of a store's transfers, newest first. */
export async function listTransfers(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  { subAccountId, direction, externalId }: TransferFilter,
): Promise<Page<SubTransfer>> {
  const found = await selectPage<Row>(db, tenant, {
    table: stored.name,
    columns: stored.columns,
    page,
    idKind: 'subTransfer',
    filter: whereGiven({ sub_account_id: subAccountId, direction, external_id: externalId }),
  });
  return mapPage(found, (row) => stored.fromRow(row));
}

const causes = table('causes', { amountCents: cents('amount_cents'), usedCents: cents('used_cents') });

/** What may go back to the store for a cause, and what of it has, or was taken of sub-accounts by the cause itself. */
export interface TransferCause {
  readonly amountCents: Cents;
  readonly usedCents: Cents;
}

/**
 * The refund or dispute in which a sub-account has a share, or the transfer to it; undefined for any other id, and for a refund
 * that is not complete or a dispute that is not lost: until then its money may come back.
 */
export async function findCause(
  db: Db,
  tenant: Tenant,
  { subAccountId, againstId }: { readonly subAccountId: string; readonly againstId: string },
): Promise<TransferCause | undefined> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(findCauseSql, { ...tenant, subAccountId, againstId })
    .options({ name: 'find_transfer_cause' });
  return rows[0] && causes.fromRow(rows[0]);
}

const findCauseSql = `
  with cause as (
    select h.amount_cents from holds h
    where h.store_id = :storeId and h.dev_mode = :devMode and h.id = :againstId and h.purpose = 'REFUND'
      and h.state = 'SETTLED' and exists (
        select from split_takings t
        where t.store_id = h.store_id and t.dev_mode = h.dev_mode and t.taker_id = h.id and t.sub_account_id = :subAccountId
      )
    union all
    select d.amount_cents from disputes d
    where d.store_id = :storeId and d.dev_mode = :devMode and d.id = :againstId and d.state = 'LOST' and exists (
      select from split_takings t
      where t.store_id = d.store_id and t.dev_mode = d.dev_mode and t.taker_id = d.id and t.sub_account_id = :subAccountId
    )
    union all
    select amount_cents from sub_transfers
    where store_id = :storeId and dev_mode = :devMode and id = :againstId and sub_account_id = :subAccountId
      and direction = 'TO_SUB_ACCOUNT'
  )
  select amount_cents, cast(
    (select coalesce(sum(amount_cents), 0) from sub_transfers
      where store_id = :storeId and dev_mode = :devMode and against_id = :againstId)
    + (select coalesce(sum(amount_cents), 0) from split_takings
      where store_id = :storeId and dev_mode = :devMode and taker_id = :againstId)
    + (select coalesce(sum(t.amount_cents), 0) from part_takings t
      join pending_parts p on p.store_id = t.store_id and p.dev_mode = t.dev_mode and p.charge_id = t.charge_id
        and p.number = t.number
      where t.store_id = :storeId and t.dev_mode = :devMode and t.taker_id = :againstId and p.sub_account_id is not null)
    as bigint) as used_cents
  from cause`;

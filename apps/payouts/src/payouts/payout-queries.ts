import { mapPage, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { Payout, PayoutKind, PayoutStatus } from './payout';
import { rowToPayout, type PayoutRow } from './payout-repository';

export interface PayoutFilter {
  /** Withdrawals and transfers are two lists. */
  readonly kind: PayoutKind;
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly status?: PayoutStatus | undefined;
}

const columns = [
  'kind',
  'status',
  'external_id',
  'amount_cents',
  'platform_fee_cents',
  'pix_key_type',
  'masked_pix_key',
  'description',
  'receipt_url',
  'end_to_end_id',
  'failure_reason',
  'created_at',
  'updated_at',
] as const;

/** One page of a store's payouts of one kind, newest first; a cursor of the other kind is refused. */
export async function listPayouts(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: PayoutFilter,
): Promise<Page<Payout>> {
  const found = await selectPage<PayoutRow>(db, tenant, {
    table: 'payouts',
    columns,
    page,
    idKind: 'payout',
    filter: (query) => {
      if (filter.id !== undefined) void query.where('id', filter.id);
      if (filter.externalId !== undefined) void query.where('external_id', filter.externalId);
      if (filter.status !== undefined) void query.where('status', filter.status);
    },
    cursorFilter: (query) => {
      void query.where('kind', filter.kind);
    },
  });
  return mapPage(found, rowToPayout);
}

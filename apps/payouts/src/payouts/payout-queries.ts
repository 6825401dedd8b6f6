import { mapPage, tenantOf, type Page, type PageRequest, type Tenant } from '@pitanga/core';
import { selectPage, type Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { Payout, ActivePayout, PayoutKind, PayoutStatus } from './payout';
import { payoutColumns, rowToPayout, rowToActivePayout, type ActivePayoutRow, type PayoutRow } from './payout-row';

/** SQL that is true of the payout with this external id: not of one that has none, and so its own id there. */
const hasExternalId = 'external_id = ? and external_id <> id';

export interface PayoutKeys {
  readonly kind: PayoutKind;
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
}

export interface PayoutFilter extends PayoutKeys {
  /** Withdrawals and transfers are two lists. */
  readonly kind: PayoutKind;
  readonly status?: PayoutStatus | undefined;
}

/** The payout of a kind that matches every given key. */
export async function findPayout(
  db: Db,
  tenant: Tenant,
  { kind, id, externalId }: PayoutKeys,
): Promise<Payout | undefined> {
  const row = await shown(db, tenant)
    .where({ kind, ...(id !== undefined && { id }) })
    .whereRaw(externalId === undefined ? 'true' : hasExternalId, externalId === undefined ? [] : [externalId])
    .first<PayoutRow | undefined>(...payoutColumns);
  return row && rowToPayout(row);
}

export async function findActivePayout(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<ActivePayout | undefined> {
  const row = await ofTenant(db, tenant).where({ id }).first<ActivePayoutRow | undefined>();
  return row && rowToActivePayout(row, tenant, sealer);
}

/** The payout that has an external id, one that is being taken back included. */
export async function findByExternalId(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  { kind, externalId }: { readonly kind: PayoutKind; readonly externalId: string | undefined },
): Promise<ActivePayout | undefined> {
  if (externalId === undefined) return undefined;
  const row = await ofTenant(db, tenant)
    .where({ kind })
    .whereRaw(hasExternalId, [externalId])
    .first<ActivePayoutRow | undefined>();
  return row && rowToActivePayout(row, tenant, sealer);
}

/** Whoever knows the unguessable id of a payout, whose it is. */
export async function resolvePayout(
  db: Db,
  id: string,
): Promise<{ readonly tenant: Tenant; readonly payout: Payout } | undefined> {
  const row = await db('payouts')
    .where({ id })
    .first<(PayoutRow & { store_id: string; dev_mode: boolean }) | undefined>();
  return row && { tenant: tenantOf(row.store_id, row.dev_mode), payout: rowToPayout(row) };
}

/** One page of a store's payouts of one kind, newest first; a cursor of the other kind is refused. */
export async function listPayouts(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: PayoutFilter,
): Promise<Page<Payout>> {
  const found = await selectPage<PayoutRow>(db, tenant, {
    table: 'payouts',
    columns: payoutColumns,
    page,
    idKind: 'payout',
    filter: (query) => {
      if (filter.id !== undefined) void query.where('id', filter.id);
      if (filter.externalId !== undefined) void query.whereRaw(hasExternalId, [filter.externalId]);
      if (filter.status !== undefined) void query.where('status', filter.status);
    },
    cursorFilter: (query) => {
      void query.where('kind', filter.kind).whereNot('step', 'TAKE_BACK');
    },
  });
  return mapPage(found, rowToPayout);
}

/** Without what the balance refused: for callers it never was. */
function shown(db: Db, tenant: Tenant) {
  return ofTenant(db, tenant).whereNot('step', 'TAKE_BACK');
}

function ofTenant(db: Db, tenant: Tenant) {
  return db('payouts').where({ store_id: tenant.storeId, dev_mode: tenant.devMode });
}

/** Whether a payout is being sent or watched; with a `provider`, one that was sent under that very name. */
export async function hasOpenPayout(db: Db, tenant: Tenant, provider?: string): Promise<boolean> {
  const open = ofTenant(db, tenant).whereIn('step', ['SEND', 'WATCH']);
  if (provider !== undefined) void open.where({ provider });
  return (await open.first('id')) !== undefined;
}

/** When a store's next payout is due after `from` and not after `until`; both real time. */
export async function findNextRun(db: Db, tenant: Tenant, from: Date, until: Date): Promise<Date | undefined> {
  const row = (await db('payouts')
    .min('run_at as run_at')
    .where({ store_id: tenant.storeId, dev_mode: tenant.devMode })
    .whereNot('step', 'DONE')
    .where('run_at', '>', from)
    .where('run_at', '<=', until)
    .first()) as { readonly run_at: Date | null } | undefined;
  return row?.run_at ?? undefined;
}

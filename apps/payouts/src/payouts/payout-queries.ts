import {
  mapPage,
  toTenant,
  type AccountOwner,
  type Cents,
  type CrossTenant,
  type Page,
  type PageRequest,
  type Tenant,
} from '@pitanga/core';
import { selectPage, type Db, type Row } from '@pitanga/database';
import type { ApprovalStatus } from '@pitanga/provider-account';
import type { Sealer } from '@pitanga/runtime';
import type { ActivePayout, Payout, OrderKind, PayoutKind, payoutKinds, PayoutStatus } from './payout';
import { activePayouts, rowToActivePayout, rowToPayout, shownPayouts } from './payout-row';

/** SQL that is true of the payout with this external id, and not of one without whose own id it is. */
const hasExternalId = 'external_id = :externalId and external_id <> id';

type ListedKind = (typeof payoutKinds)[number];

export interface PayoutKeys {
  /** What sub-accounts withdraw is among the transfers. */
  readonly kind: ListedKind;
  readonly id?: string | undefined;
  readonly externalId?: string | undefined;
  readonly subAccountId?: string | undefined;
}

/** The kinds that are listed as one. */
function listKinds({ kind, subAccountId }: Pick<PayoutKeys, 'kind' | 'subAccountId'>): readonly PayoutKind[] {
  if (subAccountId !== undefined) return ['SUB_WITHDRAW'];
  return kind === 'TRANSFER' ? ['TRANSFER', 'SUB_WITHDRAW'] : [kind];
}

export interface PayoutFilter extends PayoutKeys {
  readonly status?: PayoutStatus | undefined;
  readonly approval?: ApprovalStatus | undefined;
}

/** The payout of a kind that matches every given key; not one whose balance was refused. */
export async function findPayout(db: Db, tenant: Tenant, keys: PayoutKeys): Promise<Payout | undefined> {
  const { kind, id, externalId, subAccountId } = keys;
  // The external ids of sub-accounts' withdrawals are their own: without the sub-account one is the store's.
  const kinds = id === undefined && subAccountId === undefined ? [kind] : listKinds(keys);
  const query = activePayouts
    .of(db, tenant)
    .whereIn('kind', kinds)
    .where({ ...(id !== undefined && { id }), ...(subAccountId !== undefined && { sub_account_id: subAccountId }) })
    .whereNot('step', 'TAKE_BACK');
  if (externalId !== undefined) void query.whereRaw(hasExternalId, { externalId });
  const row = await query.first(shownPayouts.columns);
  return row && rowToPayout(row);
}

export async function findActivePayout(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  id: string,
): Promise<ActivePayout | undefined> {
  const row = await activePayouts.of(db, tenant).where({ id }).first(activePayouts.columns);
  return row && rowToActivePayout(row, tenant, sealer);
}

/** The payout with an external id, also at TAKE_BACK. */
export async function findByExternalId(
  db: Db,
  tenant: Tenant,
  sealer: Sealer,
  { kind, externalId }: { readonly kind: OrderKind; readonly externalId: string | undefined },
): Promise<ActivePayout | undefined> {
  if (externalId === undefined) return undefined;
  const row = await activePayouts
    .of(db, tenant)
    .where({ kind })
    .whereRaw(hasExternalId, { externalId })
    .first(activePayouts.columns);
  return row && rowToActivePayout(row, tenant, sealer);
}

/** The payout of an unguessable id, and its tenant. */
export async function resolvePayout(
  db: Db,
  _all: CrossTenant,
  id: string,
): Promise<{ readonly tenant: Tenant; readonly payout: Payout } | undefined> {
  const row = (await db('payouts')
    .where({ id })
    // A refund's receipt is that of its charge.
    .whereNot('kind', 'REFUND')
    .first([...shownPayouts.columns, 'store_id', 'dev_mode'])) as
    (Row & { readonly store_id: string; readonly dev_mode: boolean }) | undefined;
  return row && { tenant: toTenant(row.store_id, row.dev_mode), payout: rowToPayout(row) };
}

/** One page of a store's payouts of one kind, newest first; a cursor of the other kind is refused. */
export async function listPayouts(
  db: Db,
  tenant: Tenant,
  page: PageRequest,
  filter: PayoutFilter,
): Promise<Page<Payout>> {
  const { id, externalId, status, approval, subAccountId } = filter;
  const kinds = listKinds(filter);
  const found = await selectPage<Row>(db, tenant, {
    table: 'payouts',
    columns: shownPayouts.columns,
    page,
    idKind: 'payout',
    filter: (query) => {
      if (id !== undefined) void query.where({ id });
      if (externalId !== undefined) void query.whereRaw(hasExternalId, { externalId });
      if (status !== undefined) void query.where({ status });
      if (approval !== undefined) void query.where({ approval_status: approval });
      if (subAccountId !== undefined) void query.where({ sub_account_id: subAccountId });
    },
    // An index has the payouts of a kind in order.
    parts: kinds.map((kind) => (query) => void query.where({ kind })),
    cursorFilter: (query) => {
      void query.whereIn('kind', kinds).whereNot('step', 'TAKE_BACK');
    },
  });
  return mapPage(found, rowToPayout);
}

/** Whether a payout is being sent or watched; with a `provider`, one that was sent under exactly that name. */
export async function hasOpenPayout(db: Db, tenant: Tenant, provider?: string): Promise<boolean> {
  const open = activePayouts.of(db, tenant).whereIn('step', ['SEND', 'WATCH']);
  if (provider !== undefined) void open.where({ provider });
  return (await open.first('id')) !== undefined;
}

/** Whether payouts that were sent for an account of another owner have not ended. */
export async function hasSentForOther(db: Db, tenant: Tenant, owner: AccountOwner): Promise<boolean> {
  const sent = activePayouts.of(db, tenant).whereIn('step', ['SEND', 'WATCH']).whereNotNull('provider');
  return (await sent.whereNot({ account_owner: owner }).first('id')) !== undefined;
}

/** Whether a payout of this amount is being sent or watched; without an amount, of any. */
export async function isSendingAmount(db: Db, tenant: Tenant, amountCents: Cents | undefined): Promise<boolean> {
  const open = activePayouts.of(db, tenant).whereIn('step', ['SEND', 'WATCH']);
  if (amountCents !== undefined) void open.where({ amount_cents: amountCents });
  return (await open.first('id')) !== undefined;
}

/** When a store's next payout is due after `from` and not after `until`; both real time. */
export async function findNextRun(db: Db, tenant: Tenant, from: Date, until: Date): Promise<Date | undefined> {
  const row = (await activePayouts
    .of(db, tenant)
    .min('run_at as run_at')
    .whereNot('step', 'DONE')
    .where('run_at', '>', from)
    .where('run_at', '<=', until)
    .first()) as { readonly run_at: Date | null } | undefined;
  return row?.run_at ?? undefined;
}

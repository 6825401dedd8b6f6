import type { Owned, Tenant } from '@pitanga/core';
import { asLocked, isOwnedBy, ownedIds, ownedIdsSql, type Locked, type Row, type Tx } from '@pitanga/database';
import type { Charge } from '../charges/charge';
import { charges, rowToCharge, rowToOwnedCharge } from '../charges/charge-row';
import type { Checkout } from './checkout';
import { lockCheckouts } from './owned-checkout-repository';

/** A charge never changes its checkout, so a read without a lock says what to lock. */
export type ChargeKey = Pick<Charge, 'id' | 'checkoutId'>;

/** A charge, and its checkout if it has one. */
export interface LockedCharge {
  readonly charge: Locked<Charge>;
  readonly checkout: Locked<Checkout> | undefined;
}

/** Locks the checkout of a charge and then the charge: no charge is locked in another way. */
export async function lockCharge(tx: Tx, tenant: Tenant, key: ChargeKey): Promise<LockedCharge | undefined> {
  const { id, checkoutId } = key;
  return (await lockCharges(tx, [{ tenant, id, checkoutId }])).get(id);
}

/** The same of charges of any stores, all checkouts first, each by id; returns them by the id of the charge. */
export async function lockCharges(
  tx: Tx,
  keys: readonly Owned<ChargeKey>[],
): Promise<ReadonlyMap<string, LockedCharge>> {
  // Started together: one round trip.
  const [checkouts, found] = await Promise.all([
    lockCheckouts(
      tx,
      keys.flatMap(({ tenant, checkoutId: id }) => (id === undefined ? [] : [{ tenant, id }])),
    ),
    lockRows(tx, keys),
  ]);
  const checkoutById = new Map(keys.map(({ id, checkoutId }) => [id, checkoutId]));
  return new Map(
    found.map((charge) => {
      const { id, checkoutId } = charge;
      if (checkoutById.get(id) !== checkoutId) throw new Error(`another checkout than that of charge ${id} was locked`);
      return [id, { charge: asLocked(charge), checkout: checkouts.get(checkoutId ?? '') }];
    }),
  );
}

const lockSql = `
  select ${charges.selectSql('c')} from ${ownedIdsSql('k')} join charges c on ${isOwnedBy('c', 'k')}
  order by c.id for update of c`;

async function lockRows(tx: Tx, keys: readonly Owned<ChargeKey>[]): Promise<readonly Charge[]> {
  const [first] = keys;
  if (first && keys.length === 1) {
    // Its plan is one for any size of the table.
    const rows: Row[] = await charges
      .of(tx, first.tenant)
      .select(charges.columns)
      .where({ id: first.id })
      .forUpdate()
      .options({ name: 'charge_lock' });
    return rows.map(rowToCharge);
  }
  const { rows } = await tx.raw<{ rows: Row[] }>(lockSql, ownedIds(keys)).options({ name: 'charges_lock' });
  return rows.map((row) => rowToOwnedCharge(row).charge);
}

const returning = `returning ${charges.selectSql('charges')}`;

/**
 * A card whose charge is closed here may still be charged at its provider, by a request whose answer was lost: the job that
 * claims confirmations ends it there too. The epoch is past on the clock of every store.
 */
const endedAtProvider = `
  action_since = case when method = 'CARD' then coalesce(action_since, :at) else action_since end,
  action_due_at = case when method = 'CARD' then timestamptz 'epoch' else action_due_at end`;

/** Expires the open charges of a checkout; with `dueAt` only those overdue at that instant. */
export async function expireOpenCharges(
  tx: Tx,
  tenant: Tenant,
  { id: checkoutId }: Locked<Checkout>,
  at: Date,
  dueAt?: Date,
): Promise<readonly Charge[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `update charges set status = 'EXPIRED', updated_at = :at, ${endedAtProvider}
     where store_id = :storeId and dev_mode = :devMode and checkout_id = :checkoutId and status = 'PENDING'
       and coalesce(payable_until, expires_at) <= coalesce(cast(:dueAt as timestamptz), 'infinity')
     ${returning}`,
    { ...tenant, checkoutId, at, dueAt: dueAt ?? null },
  );
  return rows.map(rowToCharge);
}

/** Cancels the open charges of a checkout, except one. */
export async function cancelOpenCharges(
  tx: Tx,
  tenant: Tenant,
  { id: checkoutId }: Locked<Checkout>,
  at: Date,
  exceptId = '',
): Promise<readonly Charge[]> {
  const { rows } = await tx.raw<{ rows: Row[] }>(
    `update charges set status = 'CANCELLED', updated_at = :at, ${endedAtProvider}
     where store_id = :storeId and dev_mode = :devMode and checkout_id = :checkoutId and status = 'PENDING'
       and id <> :exceptId
     ${returning}`,
    { ...tenant, checkoutId, at, exceptId },
  );
  return rows.map(rowToCharge);
}

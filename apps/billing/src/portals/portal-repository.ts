import { toTenant, type CrossTenant, type Owned, type Tenant } from '@pitanga/core';
import { boolean, table, text, timestamp, type Db, type Row, type Tx } from '@pitanga/database';
import type { Portal } from './portal';

const portals = table('customer_portals', {
  id: text('id'),
  customerId: text('customer_id'),
  checkoutId: text('checkout_id'),
  createdAt: timestamp('created_at'),
});
const owner = table('customer_portals', { storeId: text('store_id'), devMode: boolean('dev_mode') });

/** Answers the portal of this customer and checkout that there is, which then has this token. */
export async function insertPortal(tx: Tx, tenant: Tenant, portal: Portal, tokenHash: string): Promise<Portal> {
  const { storeId: store_id, devMode: dev_mode } = tenant;
  const [row] = await tx(portals.name)
    .insert({ store_id, dev_mode, token_hash: tokenHash, ...portals.toRow(portal) })
    .onConflict(['store_id', 'dev_mode', 'customer_id', 'checkout_id'])
    .merge(['token_hash'])
    .returning<Row[]>(portals.columns);
  if (!row) throw new Error(`portal ${portal.id} was neither written nor found`);
  return portals.fromRow(row);
}

export async function findPortal(db: Db, tenant: Tenant, id: string): Promise<Portal | undefined> {
  const row = await portals.of(db, tenant).where({ id }).first(portals.columns);
  return row && portals.fromRow(row);
}

/** The portal of a secret token, and its tenant. */
export async function resolvePortal(
  db: Db,
  _all: CrossTenant,
  tokenHash: string,
): Promise<Owned<{ readonly portal: Portal }> | undefined> {
  const row = await db<Row>(portals.name)
    .where({ token_hash: tokenHash })
    .first([...owner.columns, ...portals.columns]);
  if (!row) return undefined;
  const { storeId, devMode } = owner.fromRow(row);
  return { tenant: toTenant(storeId, devMode), portal: portals.fromRow(row) };
}

/** Their addresses lead nowhere any more. */
export async function deleteCustomerPortals(tx: Tx, tenant: Tenant, customerId: string): Promise<void> {
  await portals.of(tx, tenant).where({ customer_id: customerId }).delete();
}

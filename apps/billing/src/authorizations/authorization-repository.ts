import type { Tenant } from '@pitanga/core';
import {
  asLocked,
  boolean,
  jsonb,
  optional,
  table,
  text,
  timestamp,
  type Db,
  type Locked,
  type Row,
  type Tx,
} from '@pitanga/database';
import type { ChargeUtms } from '../charges/charge-utms';
import type { Authorization, AuthorizationStatus } from './authorization';

/** Production alone has any, so that the store is the whole tenant. */
const authorizations = table('pix_authorizations', {
  subscriptionId: text('subscription_id'),
  txid: text('txid'),
  chargeId: optional(text('charge_id')),
  locationId: optional(text('location_id')),
  authorizationId: optional(text('authorization_id')),
  brCode: optional(text('br_code')),
  status: text<AuthorizationStatus>('status'),
  isOptional: boolean('is_optional'),
  utms: optional(jsonb<ChargeUtms>('utms')),
  isEnding: boolean('is_ending'),
  endCode: optional(text('end_code')),
  expiresAt: timestamp('expires_at'),
  createdAt: timestamp('created_at'),
  updatedAt: timestamp('updated_at'),
});

const ofStore = (db: Db, { storeId }: Tenant) => db<Row>(authorizations.name).where({ store_id: storeId });

export async function insertAuthorization(tx: Tx, tenant: Tenant, authorization: Authorization): Promise<void> {
  await tx(authorizations.name).insert({ store_id: tenant.storeId, ...authorizations.toRow(authorization) });
}

export async function findAuthorization(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
): Promise<Authorization | undefined> {
  if (tenant.devMode) return undefined;
  const row = await ofStore(db, tenant).where({ subscription_id: subscriptionId }).first(authorizations.columns);
  return row && authorizations.fromRow(row);
}

/** By the bank's id of it. */
export async function findAuthorizationAtBank(
  db: Db,
  tenant: Tenant,
  authorizationId: string,
): Promise<Authorization | undefined> {
  const row = await ofStore(db, tenant).where({ authorization_id: authorizationId }).first(authorizations.columns);
  return row && authorizations.fromRow(row);
}

/** By the name of its polls before the bank had it. */
export async function findAuthorizationByTxid(
  db: Db,
  tenant: Tenant,
  txid: string,
): Promise<Authorization | undefined> {
  const row = await ofStore(db, tenant).where({ txid }).first(authorizations.columns);
  return row && authorizations.fromRow(row);
}

export async function lockAuthorization(
  tx: Tx,
  tenant: Tenant,
  subscriptionId: string,
): Promise<Locked<Authorization> | undefined> {
  const row = await ofStore(tx, tenant)
    .where({ subscription_id: subscriptionId })
    .forUpdate()
    .first(authorizations.columns);
  return row && asLocked(authorizations.fromRow(row));
}

/** The newest of a customer who has begun to subscribe to a checkout, and can still authorise it at `now`. */
export async function findOpenAuthorization(
  db: Db,
  tenant: Tenant,
  { checkoutId, customerId, now }: { readonly checkoutId: string; readonly customerId: string; readonly now: Date },
): Promise<Authorization | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${authorizations.selectSql('p')} from agreements a
     join pix_authorizations p on p.store_id = a.store_id and p.subscription_id = a.subscription_id
     where a.store_id = :storeId and a.dev_mode = :devMode and a.checkout_id = :checkoutId
       and a.customer_id = :customerId and a.status = 'STARTING'
       and (p.status in ('NEW', 'WAITING') or p.is_optional and p.status = 'ENDED')
       and not p.is_ending and p.expires_at > :now
     order by p.created_at desc limit 1`,
    { storeId: tenant.storeId, devMode: tenant.devMode, checkoutId, customerId, now },
  );
  return rows[0] && authorizations.fromRow(rows[0]);
}

/** Writes the location that the bank gave; returns the one that stands, which may be another process's. */
export async function saveLocation(
  db: Db,
  tenant: Tenant,
  subscriptionId: string,
  locationId: string,
): Promise<string> {
  const { rows } = await db.raw<{ rows: { location_id: string }[] }>(
    `update pix_authorizations set location_id = coalesce(location_id, :locationId)
     where store_id = :storeId and subscription_id = :subscriptionId returning location_id`,
    { storeId: tenant.storeId, subscriptionId, locationId },
  );
  const [row] = rows;
  if (!row) throw new Error(`subscription ${subscriptionId} has no authorisation`);
  return row.location_id;
}

/** Writes what has become of an authorisation. */
export async function saveAuthorization(tx: Tx, tenant: Tenant, authorization: Locked<Authorization>): Promise<void> {
  const { subscriptionId, authorizationId, brCode, status, isEnding, endCode, updatedAt } = authorization;
  await ofStore(tx, tenant)
    .where({ subscription_id: subscriptionId })
    .update(authorizations.toRow({ authorizationId, brCode, status, isEnding, endCode, updatedAt }));
}

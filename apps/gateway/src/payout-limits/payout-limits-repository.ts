import { toTenant, type CrossTenant, type Tenant } from '@pitanga/core';
import { bigint, boolean, bytes, int, optional, table, text, timestamp } from '@pitanga/database';
import type { Db, Row, SealedColumn, Tx } from '@pitanga/database';
import type { SealedPlace, Sealer } from '@pitanga/runtime';
import { noLimits, type PayoutLimits, type PixKey } from './payout-limits';

const payoutLimits = table('payout_limits', {
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  perOrder: optional(bigint('order_cents')),
  perDay: optional(bigint('day_cents')),
  perNight: optional(bigint('night_cents')),
  intervalSeconds: optional(int('interval_seconds')),
  allowedKeysSealed: optional(bytes('allowed_keys_sealed')),
  version: bigint('version'),
  toldVersion: bigint('told_version'),
  updatedAt: timestamp('updated_at'),
});

function keysPlace({ storeId, devMode }: Tenant): SealedPlace {
  return ['payout_limits', 'allowed_keys_sealed', storeId, String(devMode)];
}

export const sealedAllowedKeys: SealedColumn = {
  table: payoutLimits.name,
  column: 'allowed_keys_sealed',
  key: ['store_id', 'dev_mode'],
  place: (row) => keysPlace(toTenant(String(row['store_id']), row['dev_mode'] === true)),
};

/** Limits that were set once, with the number of their changes. */
export interface StoredLimits extends PayoutLimits {
  readonly version: number;
}

export async function findPayoutLimits(db: Db, tenant: Tenant, sealer: Sealer): Promise<StoredLimits> {
  const row: Row | undefined = await payoutLimits.of(db, tenant).first(payoutLimits.columns);
  if (!row) return { ...noLimits, version: 0 };
  const { perOrder, perDay, perNight, intervalSeconds, allowedKeysSealed: sealed, version } = payoutLimits.fromRow(row);
  const allowedKeys = sealed && (JSON.parse(sealer.open(sealed, keysPlace(tenant))) as readonly PixKey[]);
  return { perOrder, perDay, perNight, intervalSeconds, allowedKeys, version };
}

/** Under the lock of the store. */
export async function savePayoutLimits(
  tx: Tx,
  tenant: Tenant,
  sealer: Sealer,
  { allowedKeys, ...limits }: StoredLimits,
  updatedAt: Date,
): Promise<void> {
  const allowedKeysSealed = allowedKeys && sealer.seal(JSON.stringify(allowedKeys), keysPlace(tenant));
  const row = payoutLimits.toRow({ ...tenant, ...limits, allowedKeysSealed, updatedAt });
  await tx(payoutLimits.name)
    .insert({ ...row, told_version: 0 })
    .onConflict(['store_id', 'dev_mode'])
    .merge(row);
}

const owners = payoutLimits.pick('storeId', 'devMode');

/** Where the ledger does not know the limits as they are, up to `limit`. */
export async function listUntoldLimits(db: Db, _all: CrossTenant, limit: number): Promise<readonly Tenant[]> {
  const rows = await db(payoutLimits.name)
    .whereRaw('told_version < version')
    .orderBy('store_id')
    .limit(limit)
    .select<Row[]>(owners.columns);
  return rows.map((row) => owners.fromRow(row)).map(({ storeId, devMode }) => toTenant(storeId, devMode));
}

export async function markLimitsTold(db: Db, tenant: Tenant, version: number): Promise<void> {
  await payoutLimits.of(db, tenant).where('told_version', '<', version).update({ told_version: version });
}

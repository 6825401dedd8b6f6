import { tenantOf, type Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Sealer } from '@pitanga/runtime';
import type { PixAccount } from './pix-account';
import { rowToAccount, type PixAccountRow } from './pix-account-row';

/** Of production: in dev mode nobody has one. */
export async function findPixAccount(db: Db, tenant: Tenant, sealer: Sealer): Promise<PixAccount | undefined> {
  if (tenant.devMode) return undefined;
  const row = await db('pix_accounts').where({ store_id: tenant.storeId }).first<PixAccountRow | undefined>();
  return row && rowToAccount(row, tenant, sealer);
}

/** Whose account a callback is about. */
export async function resolveCallbackTenant(db: Db, sealer: Sealer, segment: string): Promise<Tenant | undefined> {
  const row = await db('pix_accounts')
    .where({ segment_fingerprint: sealer.fingerprint(segment) })
    .first<{ store_id: string } | undefined>('store_id');
  return row && tenantOf(row.store_id, false);
}

/** When the certificate of each account ends. */
export async function resolveCertificateExpiries(
  db: Db,
): Promise<readonly { readonly storeId: string; readonly expiresAt: Date }[]> {
  const rows: { store_id: string; certificate_expires_at: Date }[] = await db('pix_accounts').select(
    'store_id',
    'certificate_expires_at',
  );
  return rows.map((row) => ({ storeId: row.store_id, expiresAt: row.certificate_expires_at }));
}

import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { PolledCharge } from './pix-sync';

export interface SyncedCharge extends PolledCharge {
  readonly id: string;
  readonly provider: string;
}

/** The charge that a bank knows by this txid. */
export async function findChargeByTxid(db: Db, tenant: Tenant, txid: string): Promise<SyncedCharge | undefined> {
  const row = await db('charges')
    .where({ txid, store_id: tenant.storeId, dev_mode: tenant.devMode })
    .first<{ id: string; provider: string; created_at: Date; expires_at: Date } | undefined>(
      'id',
      'provider',
      'created_at',
      'expires_at',
    );
  return row && { id: row.id, provider: row.provider, createdAt: row.created_at, expiresAt: row.expires_at };
}

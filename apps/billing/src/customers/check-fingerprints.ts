import type { CrossTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { configError, type Sealer } from '@pitanga/runtime';
import { taxIdPlace } from './customer-repository';

interface NewestRow {
  readonly id: string;
  readonly store_id: string;
  readonly tax_id_sealed: Buffer;
  readonly tax_id_fingerprint: Buffer;
}

/**
 * Checks the keys against the newest customer of all stores. With keys of another database the service would create
 * customers a second time and not find saved cards.
 * @throws ConfigError
 */
export async function checkFingerprints(db: Db, _all: CrossTenant, sealer: Sealer): Promise<void> {
  const row = await db('customers')
    .whereNotNull('tax_id_sealed')
    .orderBy('id', 'desc')
    .first<NewestRow | undefined>('id', 'store_id', 'tax_id_sealed', 'tax_id_fingerprint');
  if (!row) return;
  let taxId: string;
  try {
    taxId = sealer.open(row.tax_id_sealed, taxIdPlace(row.store_id, row.id));
  } catch {
    throw configError(['Neither DATA_KEY nor DATA_KEYS_OLD opens what this database has sealed']);
  }
  if (sealer.fingerprint(taxId).equals(row.tax_id_fingerprint)) return;
  throw configError(['FINGERPRINT_KEY is not the one of this database: see docs/runbooks/rotate-data-key.md']);
}

import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Store } from '../src/stores/store';
import { insertStore } from '../src/stores/store-repository';

/** Inserts an active store without a rate limit of its own. */
export async function insertTestStore(db: Db, tenant: Tenant, over: Partial<Omit<Store, 'id'>> = {}): Promise<void> {
  await insertStore(db, tenant, {
    name: 'Loja',
    website: 'https://loja.example',
    taxIdSealed: Buffer.from('x'),
    status: 'ACTIVE',
    rateLimitPerSecond: undefined,
    createdAt: new Date('2026-11-20T15:00:00.000Z'),
    ...over,
  });
}

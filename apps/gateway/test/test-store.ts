import type { Tenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import type { Cause } from '../src/audit/cause';
import { defaultSettings, newProfile, type Store } from '../src/stores/store';
import { insertStore } from '../src/stores/store-repository';

/** Inserts an active store without a rate limit of its own. */
export async function insertTestStore(db: Db, tenant: Tenant, over: Partial<Omit<Store, 'id'>> = {}): Promise<void> {
  await insertStore(db, tenant, {
    ...newProfile('Loja', 'https://loja.example'),
    ...defaultSettings,
    taxIdSealed: Buffer.from('x'),
    status: 'ACTIVE',
    sandboxOf: undefined,
    createdAt: new Date('2026-11-20T15:00:00.000Z'),
    closedAt: undefined,
    version: 1,
    appliedVersion: 1,
    billingAppliedVersion: 1,
    ...over,
  });
}

/** An operator who runs a command. */
export const operator: Cause = { actor: { kind: 'OPERATOR', id: 'ana' }, requestId: 'req_test' };

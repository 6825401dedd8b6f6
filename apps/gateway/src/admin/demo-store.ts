import { tenantOf } from '@pitanga/core';
import { createApiKey } from '../api-keys/api-key-service';
import { permissions, readPermissions } from '../api-keys/permission';
import { defaultFees } from '../stores/store';
import { resolveStoreByName } from '../stores/store-queries';
import { completeStore, createStore, type NewStore, type StoreCreationDeps } from '../stores/store-service';

/** The store that a first start comes with. No rate limit, so that it can be measured. */
const demoStore: NewStore = {
  name: 'Loja Demo',
  website: 'https://loja-demo.example',
  taxId: '11222333000181',
  city: 'SAO PAULO',
  fees: defaultFees,
  automaticPix: { dev: true, prod: false },
  rateLimitPerSecond: 0,
};

export interface DemoKeys {
  readonly storeId: string;
  readonly devKey: string;
  readonly prodKey: string;
  readonly readOnlyKey: string;
  readonly publicKey: string;
  readonly prodPublicKey: string;
}

/**
 * The demo store with a new set of keys. Safe to repeat: the store is made once, or finished when an
 * earlier attempt stopped half-way; keys are shown once, so a repeat makes new ones.
 */
export async function createDemoStore(deps: StoreCreationDeps): Promise<DemoKeys> {
  const existing = await resolveStoreByName(deps.db, demoStore.name);
  const { id } = existing ? await completeStore(deps, existing.id, demoStore) : await createStore(deps, demoStore);
  const dev = tenantOf(id, true);
  const prod = tenantOf(id, false);
  const devKey = await createApiKey(deps, dev, { kind: 'SECRET', description: 'Demo', permissions });
  const prodKey = await createApiKey(deps, prod, { kind: 'SECRET', description: 'Demo', permissions });
  const readOnlyKey = await createApiKey(deps, dev, {
    kind: 'SECRET',
    description: 'Demo, read only',
    permissions: readPermissions,
  });
  const cardForm = { kind: 'PUBLIC', description: 'Demo card form', permissions: [] } as const;
  const publicKey = await createApiKey(deps, dev, cardForm);
  const prodPublicKey = await createApiKey(deps, prod, cardForm);
  return {
    storeId: id,
    devKey: devKey.text,
    prodKey: prodKey.text,
    readOnlyKey: readOnlyKey.text,
    publicKey: publicKey.text,
    prodPublicKey: prodPublicKey.text,
  };
}

import { ChargeServiceDefinition } from '@pitanga/contracts';
import { toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { createRpcClient, rpcTls } from '@pitanga/rpc';
import { addressConfig, loadConfig, rpcTlsConfig } from '@pitanga/runtime';
import { Type } from 'typebox';
import { permissions } from '../access/permission';
import { createApiKey } from '../api-keys/api-key-service';
import { createStore, type NewStore, type StoreWriteDeps } from '../stores/change-store';
import { topUpFirst } from '../stores/first-top-up';
import type { Store } from '../stores/store';
import { operatorCause, type AdminTool } from './admin-tool';
import { withWriteDeps } from './store-write-deps';

/** A new store with the first keys of its test environment, which are shown once. */
export interface StoreWithKeys {
  readonly store: Store;
  readonly devKey: string;
  readonly publicKey: string;
}

/**
 * Creates a store with a secret and a public key of its test environment. Keys of production are made by a person, or by name.
 * @param isToppedUp whether it begins with a balance for refunds (docs/behaviour/test-clock.md#first-balance)
 */
export async function createStoreWithKeys(
  tool: AdminTool,
  input: NewStore,
  isToppedUp: boolean,
  show: (created: StoreWithKeys) => void,
): Promise<void> {
  await withWriteDeps(tool, async (deps) => {
    const store = await createStore(deps, operatorCause(tool, deps), input);
    show({ store, ...(await makeFirstKeys(tool, deps, store)) });
    if (isToppedUp) await topUp(tool, deps, store);
  });
}

async function makeFirstKeys(tool: AdminTool, deps: StoreWriteDeps, { id }: Store) {
  const dev = toTenant(id, true);
  const description = 'First key';
  return transact(deps, async (tx) => {
    const cause = operatorCause(tool, tx);
    const secret = await createApiKey(tx, dev, cause, { kind: 'SECRET', description, permissions });
    const open = await createApiKey(tx, dev, cause, { kind: 'PUBLIC', description, permissions: [] });
    return { devKey: secret.text, publicKey: open.text };
  });
}

const billingConfig = Type.Object({ BILLING_ADDRESS: addressConfig('billing'), ...rpcTlsConfig });

async function topUp({ env, log }: AdminTool, { clock, ids }: StoreWriteDeps, { id }: Store): Promise<void> {
  const config = loadConfig(billingConfig, env);
  const options = { address: config.BILLING_ADDRESS, tls: rpcTls(config, log), log };
  const charges = createRpcClient(ChargeServiceDefinition, options);
  try {
    await topUpFirst({ clients: { charges } }, id, ids.next('request', clock.real()));
  } finally {
    charges.close();
  }
}

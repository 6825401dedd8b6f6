import { isAppError, toTenant, type CrossTenant } from '@pitanga/core';
import type { CheckoutServiceDefinition } from '@pitanga/contracts';
import type { Db } from '@pitanga/database';
import type { RpcClient } from '@pitanga/rpc';
import type { Log } from '@pitanga/runtime';
import { returnHostsMax, toReturnHost } from './return-hosts';
import { addKnownHosts, listStoresWithoutHosts } from './store-repository';

interface FillDeps {
  readonly db: Db;
  readonly log: Log;
  readonly checkouts: Pick<RpcClient<CheckoutServiceDefinition>, 'listReturnHosts'>;
  readonly now: () => Date;
  readonly requestId: () => string;
}

const storesAtOnce = 50;

/**
 * Confirms the hosts of the production checkouts that a store made before hosts were confirmed, once for each store;
 * returns how many stores that were. A billing that is older is asked again later.
 */
export async function fillReturnHosts(deps: FillDeps, all: CrossTenant): Promise<number> {
  const ids = await listStoresWithoutHosts(deps.db, all, storesAtOnce);
  for (const storeId of ids) {
    const hosts = await readKnownHosts(deps, storeId);
    if (!hosts) return 0;
    await addKnownHosts(deps.db, { storeId }, hosts, deps.now());
  }
  return ids.length;
}

async function readKnownHosts(
  { checkouts, log, requestId }: FillDeps,
  storeId: string,
): Promise<readonly string[] | undefined> {
  try {
    const { hosts } = await checkouts.listReturnHosts({ tenant: toTenant(storeId, false) }, { requestId: requestId() });
    return hosts.flatMap((host) => toReturnHost(host) ?? []).slice(0, returnHostsMax);
  } catch (error) {
    if (!isAppError(error)) throw error;
    log.warn({ err: error, storeId }, 'the hosts to which checkouts lead could not be read yet');
    return undefined;
  }
}

import { storeApi } from '../api/client';
import { environmentNames, parseEnvironment } from './environment';
import type { Me } from './me';
import type { OpenStore } from './store-context';
import { isSandbox } from './store-groups';

/** The store and environment that an address names, for its person; undefined where they have no such store. */
export function openStore(me: Me, storeId: string, name: string): OpenStore | undefined {
  const environment = parseEnvironment(name);
  const store = me.stores.find(({ id }) => id === storeId);
  if (!store || !environment) return undefined;
  const scope = { storeId, environment };
  const isOfSandbox = isSandbox(store);
  // Its people are those of the store that has it, and are managed there.
  const permissions = new Set(store.permissions.filter((name) => !isOfSandbox || !name.startsWith('MEMBER:')));
  return {
    scope,
    me,
    store,
    api: storeApi(scope),
    isLive: environment === 'prod',
    isSandbox: isOfSandbox,
    hasSubAccounts: store.subAccounts[environment],
    may: (permission) => permissions.has(permission),
    key: (...rest) => [storeId, environment, ...rest],
    storePath: (path) => `/${storeId}/${environmentNames[environment]}${path === '/' ? '' : path}`,
  };
}

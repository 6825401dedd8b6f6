import type { Environment } from '../api/client';

/** The environment as the address says it: `/dashboard/str_…/test`. */
export const environmentNames = { dev: 'test', prod: 'live' } as const satisfies Record<Environment, string>;

export function parseEnvironment(name: string): Environment | undefined {
  return name === 'test' ? 'dev' : name === 'live' ? 'prod' : undefined;
}

const storageKey = 'pitanga-last-store';

/** Where the person was last, for the bare address. */
export function lastPlace(): { readonly storeId: string; readonly environment: Environment } | undefined {
  const [storeId = '', name = ''] = (localStorage.getItem(storageKey) ?? '').split('/');
  const environment = parseEnvironment(name);
  return storeId === '' || environment === undefined ? undefined : { storeId, environment };
}

export function keepPlace(storeId: string, environment: Environment): void {
  localStorage.setItem(storageKey, `${storeId}/${environmentNames[environment]}`);
}

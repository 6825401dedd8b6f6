declare const tenantBrand: unique symbol;

/**
 * The owner of a row: one store in one environment. The first argument after the database of every
 * repository and query function. Only the gateway's authentication, `resolve*` queries and event
 * decoding make one.
 */
export interface Tenant {
  readonly storeId: string;
  readonly devMode: boolean;
  readonly [tenantBrand]: 'Tenant';
}

export function tenantOf(storeId: string, devMode: boolean): Tenant {
  return { storeId, devMode } as Tenant;
}

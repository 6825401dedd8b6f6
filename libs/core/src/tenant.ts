import { isId } from './ids';

declare const tenantBrand: unique symbol;
declare const crossTenantBrand: unique symbol;

/** A store, where both of its environments share a row: fees, holder, contact. */
export interface StoreScope {
  readonly storeId: string;
}

/**
 * The owner of a row: one store in one environment. The argument after the database of every repository function. Only
 * authentication, lookups by an unguessable id, and the decoding of requests and events make one.
 */
export interface Tenant extends StoreScope {
  readonly devMode: boolean;
  readonly [tenantBrand]: 'Tenant';
}

/** A row of a batch that spans tenants; each row carries its own. */
export type Owned<Row extends object> = Row & { readonly tenant: Tenant };

/**
 * Permission to read or write the rows of every store, in the place of the tenant. Jobs, lookups that find the tenant
 * of an unguessable id, and the start of a service hold it and pass it on; lint lets nothing else import
 * {@link everyTenant}.
 */
export interface CrossTenant {
  readonly [crossTenantBrand]: 'CrossTenant';
}

export const everyTenant = Object.freeze({}) as CrossTenant;

export function toTenant(storeId: string, devMode: boolean): Tenant {
  return { storeId, devMode } as Tenant;
}

/**
 * Whether a store is that of a sandbox (docs/behaviour/sandboxes.md): without production, and deleted with all its rows once the
 * sandbox is reset or deleted. By its id alone, so that no mistake of a table or call can delete another store.
 */
export function isSandboxStore({ storeId }: StoreScope): boolean {
  return isId('sandboxStore', storeId);
}

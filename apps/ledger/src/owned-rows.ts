import { toTenant, type Owned, type Tenant } from '@pitanga/core';

interface TenantColumns {
  readonly storeId: string;
  readonly devMode: boolean;
}

/** The key of a store's object in a map that spans tenants. */
export function tenantKey({ storeId, devMode }: Tenant, id: string): string {
  return `${storeId}/${String(devMode)}/${id}`;
}

/** A row with the columns of its tenant. */
export function flat<Row extends object>({ tenant, ...row }: Owned<Row>): Omit<Owned<Row>, 'tenant'> & TenantColumns {
  return { ...row, storeId: tenant.storeId, devMode: tenant.devMode };
}

/** The first row of each tenant and id. */
export function distinctBy<Row extends object>(
  rows: readonly Owned<Row>[],
  getId: (row: Owned<Row>) => string,
): readonly Owned<Row>[] {
  const byKey = new Map<string, Owned<Row>>();
  for (const row of rows) {
    const key = tenantKey(row.tenant, getId(row));
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return [...byKey.values()];
}

/** Rows grouped by their tenant and an id, both groups and rows in the order of the rows. */
export function groupByTenant<Row extends TenantColumns>(
  rows: readonly Row[],
  getId: (row: Row) => string,
): readonly Owned<{ readonly id: string; readonly rows: readonly [Row, ...Row[]] }>[] {
  const groups = new Map<string, Owned<{ readonly id: string; readonly rows: [Row, ...Row[]] }>>();
  for (const row of rows) {
    const tenant = toTenant(row.storeId, row.devMode);
    const id = getId(row);
    const key = tenantKey(tenant, id);
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { tenant, id, rows: [row] });
  }
  return [...groups.values()];
}

import { toTenant } from '@pitanga/core';
import { isManaging } from '../access/guards';
import { listRolePermissions } from '../access/role';
import type { ApiKey } from '../api-keys/api-key';
import { listApiKeys } from '../api-keys/api-key-repository';
import { findKeyMaker, type KeyMaker } from '../api-keys/key-maker';
import { storeNotFound } from '../stores/store-errors';
import { listStores } from '../stores/store-repository';
import { print, printTable, withStoreDeps, type AdminTool } from './admin-tool';

const storesMax = 1000;

/** What live keys with managing permissions may no longer do, for the operator of an upgrade (docs/upgrades.md#keys-that-manage). */
export async function reportKeys(tool: AdminTool, options: { readonly store?: string }): Promise<void> {
  await withStoreDeps(tool, async ({ db, clock }) => {
    const now = clock.real();
    const stores = (await listStores(db, tool.all, storesMax)).filter(
      ({ id }) => options.store === undefined || id === options.store,
    );
    if (stores.length === 0 && options.store !== undefined) throw storeNotFound();
    const lines: Record<string, string>[] = [];
    for (const tenant of stores.flatMap(({ id }) => [toTenant(id, false), toTenant(id, true)])) {
      for (const key of await listApiKeys(db, tenant)) {
        const managing = key.permissions.filter((name) =>
          tenant.devMode ? name === 'STORE:CREATE' : isManaging(name),
        );
        if (managing.length === 0 || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) continue;
        const maker = await findKeyMaker(db, tenant, key.id);
        lines.push({
          id: key.id,
          store: tenant.storeId,
          env: tenant.devMode ? 'dev' : 'prod',
          description: key.description,
          manages: managing.join(','),
          maker: maker === undefined ? 'operator' : `${maker.userId} ${maker.role ?? 'GONE'}`,
          refused: listRefused(managing, tenant.devMode, maker).join('; ') || '-',
          lastUsed: key.lastUsedAt?.toISOString() ?? '-',
        });
      }
    }
    if (lines.length === 0) print('No key does the work of people.');
    else printTable(lines);
  });
}

function listRefused(managing: ApiKey['permissions'], devMode: boolean, maker: KeyMaker | undefined): string[] {
  if (devMode) return ['creating stores'];
  const refused: string[] = [];
  const held: ReadonlySet<string> = maker?.role === undefined ? new Set() : listRolePermissions(maker.role);
  const lost = maker === undefined ? [] : managing.filter((name) => !held.has(name));
  if (lost.length > 0) refused.push(`its maker may no longer: ${lost.join(',')}`);
  if (managing.some((name) => name.startsWith('MEMBER:'))) refused.push('owners');
  if (managing.includes('API_KEY:CREATE')) refused.push('making and rolling keys that manage');
  return refused;
}

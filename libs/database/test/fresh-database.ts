import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createIdSource, toTenant, type IdSource, type Tenant } from '@pitanga/core';
import { connect, migrate, migrationSet, type Db } from '../src';

// This library's own fixture: @pitanga/testing depends on it, and the other way round would be a circle.

const testMigrations = migrationSet(join(__dirname, 'migrations'));
export const ids: IdSource = createIdSource(randomBytes);
/** An ordinary Friday noon in São Paulo. */
export const noon = new Date('2026-11-20T15:00:00.000Z');

export function aTenant(devMode = true): Tenant {
  return toTenant(ids.next('store', noon), devMode);
}

export interface FreshDatabase {
  readonly url: string;
  readonly db: Db;
  drop(): Promise<void>;
}

/** Longer than a busy machine stands still. */
const acquireTimeoutMs = 60_000;

/** An empty database of its own; `drop` removes it. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  const infra = process.env['PITANGA_TEST_INFRA'];
  if (!infra) throw new Error('PITANGA_TEST_INFRA is not set: run the tests with npm test');
  const { postgres } = JSON.parse(infra) as { postgres: string };
  const name = `database_${randomBytes(6).toString('hex')}`;
  const onServer = async (sql: string): Promise<void> => {
    const server = connect({ url: postgres, applicationName: 'test databases', poolMax: 1, acquireTimeoutMs });
    try {
      await server.raw(sql, [name]);
    } finally {
      await server.destroy();
    }
  };
  await onServer('create database ??');
  const url = Object.assign(new URL(postgres), { pathname: `/${name}` }).href;
  const db = connect({ url, applicationName: 'database tests', poolMax: 6, acquireTimeoutMs });
  return {
    url,
    db,
    drop: async () => {
      await db.destroy();
      await onServer('drop database if exists ?? with (force)');
    },
  };
}

/** The same with the platform's tables and `items`. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const database = await emptyDatabase();
  await migrate(database.url, testMigrations);
  return database;
}

export interface NewItem {
  readonly id: string;
  readonly at: Date;
  readonly kind?: string;
  readonly status?: string;
}

export async function insertItems(db: Db, tenant: Tenant, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return;
  await db('items').insert(
    items.map(({ at, ...item }) => ({
      ...item,
      store_id: tenant.storeId,
      dev_mode: tenant.devMode,
      created_at: at,
    })),
  );
}

export async function countItems(db: Db, tenant: Tenant): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'select count(*) as count from items where store_id = ? and dev_mode = ?',
    [tenant.storeId, tenant.devMode],
  );
  return rows[0]?.count ?? 0;
}

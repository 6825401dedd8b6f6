import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { everyTenant } from '@pitanga/core';
import type { Db } from '@pitanga/database';
import { aTenant } from '../fixtures';
import { testDatabase, type TestDatabase } from '../test-database';

/** A file of a service, as it runs; the types of its parameters are comments so that it needs no compiler. */
const source = `({
  findForgetful: async function findForgetful(db, tenant /* : Tenant */) {
    return db('webhooks').where({ id: 'x' }).select('id');
  },
  findShared: async function findShared(db, store /* : StoreScope */) {
    return db('webhooks').where({ store_id: store.storeId }).select('id');
  },
  findAll: async function findAll(db, all /* : CrossTenant */) {
    return db('webhooks').select('id');
  },
  findSomehow: async function findSomehow(db) {
    await Promise.resolve();
    return db.raw('select id from webhooks');
  },
})`;

type Query = (db: Db, scope: unknown) => Promise<unknown>;
let folder: string;
let database: TestDatabase;
let repository: Readonly<Record<'findForgetful' | 'findShared' | 'findAll' | 'findSomehow', Query>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenancy-'));
  const filename = join(folder, 'apps', 'webhooks', 'src', 'seeded-repository.ts');
  mkdirSync(join(filename, '..'), { recursive: true });
  writeFileSync(filename, source);
  repository = runInThisContext(source, { filename }) as typeof repository;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  database = await testDatabase('webhooks');
});

describe('a test file ends in failure', () => {
  it('when a function of a tenant has read the rows of all', async () => {
    await repository.findForgetful(database.db, aTenant());
    await expect(database.close()).rejects.toThrow(
      /^statements .*\nfindForgetful \(apps\/webhooks\/src\/seeded-repository\.ts\) .*webhooks without store_id, dev_mode/,
    );
  });

  it('when it is not known whose rows a function may read', async () => {
    await repository.findSomehow(database.db, undefined);
    await expect(database.close()).rejects.toThrow(/findSomehow .*webhooks without store_id, dev_mode/);
  });
});

describe('a test file ends well', () => {
  it('when a function of a store reads both of its environments, and one of all stores reads all', async () => {
    await repository.findShared(database.db, aTenant());
    await repository.findAll(database.db, everyTenant);
    await database.close();
  });

  it('when the test itself reads all rows', async () => {
    await database.db('webhooks').select('id');
    await database.close();
  });
});

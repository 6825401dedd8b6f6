import { everyTenant, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { createSealer, randomBytes } from '@pitanga/runtime';
import { aTenant, silentLog, startBeforeAll, testClock, testDatabase, testIds } from '@pitanga/testing';
import { settingsTaken } from '../../test/people';
import { stubClients } from '../../test/stub-clients';
import { insertTestStore, operator } from '../../test/test-store';
import { insertMember, listMemberRoles } from '../members/member-repository';
import { recordSandboxUse } from '../members/sandbox-people';
import { createApiKey } from '../api-keys/api-key-service';
import { findApiKeyByToken, listApiKeys } from '../api-keys/api-key-repository';
import { findKeyMaker } from '../api-keys/key-maker';
import { lockIdleGrant } from '../oauth/grant-repository';
import { insertSandboxStore } from '../stores/change-store';
import { findStore, lockStore } from '../stores/store-repository';
import { createDeps } from '../use-case-deps';
import { deleteLeftStores, deleteUnusedSandboxes } from './delete-left-stores';
import { createSandboxes } from './sandboxes';

const dayMs = 86_400_000;

async function startSandboxes() {
  const database = await testDatabase('gateway');
  const clock = testClock();
  const sealer = createSealer(randomBytes(32).toString('base64'));
  const base = createDeps(database.db, { clock, ids: testIds, sealer });
  /** Calls to the services that delete; how many rows each finds. */
  const deleted: string[] = [];
  let rowsLeft = 0;
  const deps = {
    ...base,
    log: silentLog,
    settings: settingsTaken,
    clients: stubClients(() => ({ charge: { id: 'pix_char_1' }, appended: [] })),
    testClocks: { awaitApplied: () => Promise.resolve(true) },
    stopStore: () => Promise.resolve(0),
    forgotten: () => Promise.resolve(),
    services: [
      (storeId: string) => {
        deleted.push(storeId);
        return Promise.resolve(rowsLeft);
      },
    ],
  };
  return {
    ...{ database, clock, deps, deleted, sandboxes: createSandboxes(deps) },
    leaveRows: (rows: number) => (rowsLeft = rows),
    stop: () => database.close(),
  };
}

const at = startBeforeAll(startSandboxes);
const granted = new Set(['STORE:READ', 'TEST_CLOCK:UPDATE', 'API_KEY:CREATE', 'MEMBER:CREATE']);
const context = { requestId: 'req_test' };

async function aStore() {
  const tenant = aTenant();
  const taxIdSealed = at.deps.sealer.seal('11222333000181', ['stores', 'tax_id_sealed', tenant.storeId]);
  await insertTestStore(at.database.db, tenant, { taxIdSealed });
  return tenant;
}

const create = async (tenant: Awaited<ReturnType<typeof aStore>>, actor = operator.actor) =>
  at.sandboxes.create({ tenant, actor, granted, name: 'Testes', hasSampleData: false }, context);
const reset = async (tenant: Awaited<ReturnType<typeof aStore>>, id: string) =>
  at.sandboxes.reset({ tenant, actor: operator.actor, id }, context);

async function aMember(tenant: Awaited<ReturnType<typeof aStore>>): Promise<string> {
  const now = at.clock.real();
  const userId = testIds.next('user', now);
  const login = { email_sealed: Buffer.alloc(1), email_fingerprint: randomBytes(32), password_hash: 'x' };
  await at.database.db('users').insert({ id: userId, ...login, created_at: now, password_changed_at: now });
  const member = { userId, role: 'DEVELOPER', createdAt: now, updatedAt: now } as const;
  await transact(at.deps, (tx) => insertMember(tx.db, tenant, member));
  return userId;
}

describe('the first key of a sandbox', () => {
  it('may do what its creator may, but for people', async () => {
    const { secretKey } = await create(await aStore());
    expect([...secretKey.key.permissions].sort()).toEqual(['API_KEY:CREATE', 'STORE:READ', 'TEST_CLOCK:UPDATE']);
  });

  it('is of the person who made the key that made it, after a reset too', async () => {
    const tenant = await aStore();
    const { db } = at.database;
    const userId = await aMember(tenant);
    const cause = { actor: { kind: 'USER', id: userId }, requestId: 'req_1' } as const;
    const input = { kind: 'SECRET', description: 'k', permissions: ['STORE:READ'] } as const;
    const { key } = await transact(at.deps, (tx) => createApiKey(tx, tenant, cause, input));
    const { sandbox, secretKey } = await create(tenant, { kind: 'KEY', id: key.id });
    const makerIn = (storeId: string) => findKeyMaker(db, { storeId }, secretKey.key.id);
    expect(await makerIn(sandbox.sandboxStoreId)).toEqual({ userId, role: 'DEVELOPER' });
    const { sandboxStoreId } = await reset(tenant, sandbox.id);
    expect(await makerIn(sandboxStoreId)).toEqual({ userId, role: 'DEVELOPER' });
  });
});

describe('the people of a sandbox', () => {
  it('are those of the store that has it, after a reset too: also behind what one of them has granted', async () => {
    const tenant = await aStore();
    const userId = await aMember(tenant);
    const { db } = at.database;
    const { sandbox, secretKey } = await create(tenant);
    const now = at.clock.real();
    const [soon, accessHash] = [new Date(now.getTime() + 60_000), randomBytes(32)];
    await db('oauth_clients').insert({ id: 'client_1', name: 'a', redirect_uris: [], created_at: now });
    await db('oauth_grants').insert({
      ...{ id: 'grant_1', store_id: sandbox.sandboxStoreId, dev_mode: true, key_id: secretKey.key.id },
      ...{ client_id: 'client_1', user_id: userId, redirect_uri: 'x', code_hash: randomBytes(32), code_challenge: 'x' },
      ...{ code_expires_at: now, exchanged_at: now, created_at: now },
    });
    await db('oauth_tokens').insert({
      ...{ grant_id: 'grant_1', refresh_hash: randomBytes(32), access_hash: accessHash, created_at: now },
      ...{ access_expires_at: soon, refresh_expires_at: soon },
    });
    const seen = async (storeId: string) => ({
      members: await listMemberRoles(db, { storeId }),
      caller: (await findApiKeyByToken(db, everyTenant, accessHash, now))?.principal.tenant.storeId,
      idle: await transact(at.deps, (tx) => lockIdleGrant(tx.db, everyTenant, now)),
    });
    const wanted = { members: [{ userId, role: 'DEVELOPER' }], idle: undefined };
    expect(await seen(sandbox.sandboxStoreId)).toEqual({ ...wanted, caller: sandbox.sandboxStoreId });
    const { sandboxStoreId } = await reset(tenant, sandbox.id);
    expect(await seen(sandboxStoreId)).toEqual({ ...wanted, caller: sandboxStoreId });
  });
});

describe('a reset', () => {
  it('is done once where two are asked for at once, and moves every key', async () => {
    const tenant = await aStore();
    const { sandbox } = await create(tenant);
    const results = await Promise.allSettled([reset(tenant, sandbox.id), reset(tenant, sandbox.id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const after = await at.sandboxes.get({ tenant, id: sandbox.id });
    expect(after.generation).toBe(2);
    expect(await listApiKeys(at.database.db, toTenant(after.sandboxStoreId, true))).toHaveLength(2);
    expect(await findStore(at.database.db, { storeId: sandbox.sandboxStoreId })).toMatchObject({ status: 'CLOSED' });
  });
});

describe('a store that a sandbox has left', () => {
  it('is deleted by every service half a minute later and again until nothing came since, then goes itself', async () => {
    const tenant = await aStore();
    const { sandbox } = await create(tenant);
    await at.sandboxes.delete({ tenant, actor: operator.actor, id: sandbox.id }, context);
    const storeId = sandbox.sandboxStoreId;
    const passes = () => at.deleted.filter((id) => id === storeId).length;
    await deleteLeftStores(at.deps, everyTenant);
    expect(passes()).toBe(0);
    at.clock.advance(30_000);
    await deleteLeftStores(at.deps, everyTenant);
    expect(passes()).toBe(1);
    at.leaveRows(3);
    at.clock.advance(3_600_000);
    await deleteLeftStores(at.deps, everyTenant);
    expect(await findStore(at.database.db, { storeId })).toBeDefined();
    at.leaveRows(0);
    at.clock.advance(3_600_000);
    await deleteLeftStores(at.deps, everyTenant);
    expect(passes()).toBe(3);
    expect(await findStore(at.database.db, { storeId })).toBeUndefined();
    expect(await at.database.db('api_keys').where({ store_id: storeId })).toEqual([]);
    at.clock.advance(3_600_000);
    await deleteLeftStores(at.deps, everyTenant);
    expect(passes()).toBe(3);
  });

  it('is found an hour later when the reset that made it never ended', async () => {
    const tenant = await aStore();
    const orphan = await transact({ ...at.deps }, async (tx) => {
      const store = await lockStore(tx.db, tenant);
      if (!store) throw new Error('there is no store');
      return insertSandboxStore({ ...tx, sealer: at.deps.sealer }, operator, store, 'x');
    });
    await deleteLeftStores(at.deps, everyTenant);
    expect(at.deleted).not.toContain(orphan.id);
    at.clock.advance(3_600_001);
    await deleteLeftStores(at.deps, everyTenant);
    expect(at.deleted).toContain(orphan.id);
  });
});

describe('a sandbox without a use for 30 days', () => {
  it('is deleted, and one that was used since is not', async () => {
    const tenant = await aStore();
    const [idle, used] = [await create(tenant), await create(tenant)];
    at.clock.advance(20 * dayMs);
    const now = at.clock.real();
    const keyTenant = toTenant(used.sandbox.sandboxStoreId, true);
    await recordSandboxUse(at.database.db, keyTenant, now);
    at.clock.advance(10 * dayMs + 1);
    await deleteUnusedSandboxes(at.deps, everyTenant);
    const left = (await at.sandboxes.list({ tenant })).map(({ id }) => id);
    expect(left).toEqual([used.sandbox.id]);
    expect(await findStore(at.database.db, { storeId: idle.sandbox.sandboxStoreId })).toMatchObject({
      status: 'CLOSED',
    });
  });
});

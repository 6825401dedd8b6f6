import { createHash } from 'node:crypto';
import { everyTenant, systemClock, toTenant, type Tenant } from '@pitanga/core';
import type { CallContext } from '@pitanga/rpc';
import { createSealer, randomBytes } from '@pitanga/runtime';
import { silentLog, testClock, testDatabase, testIds, type TestClock, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../use-case-deps';
import { insertTestStore } from '../../test/test-store';
import { permissions, type Permission } from '../access/permission';
import { createAuditLog } from '../audit/audit-list';
import { findAuditBreaks } from '../audit/audit-log';
import { findStoreFacts } from '../readiness/store-facts';
import { createApiKeys, type ApiKeys } from './api-keys';
import { createKeyring } from './keyring';

describe('API keys by the API', () => {
  let database: TestDatabase;
  let clock: TestClock;
  let apiKeys: ApiKeys;
  beforeAll(async () => {
    database = await testDatabase('gateway');
    clock = testClock();
    const sealer = createSealer(randomBytes(32).toString('base64'));
    apiKeys = createApiKeys({ ...createDeps(database.db, { clock, ids: testIds }), sealer });
  });
  afterAll(() => database.close());

  const first = { limit: 100, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
  const context = (key?: string): CallContext => ({
    requestId: testIds.token(10),
    idempotency: key === undefined ? undefined : { key, operation: 'POST /v2/api-keys', fingerprint: 'same' },
  });
  const callerOf = (tenant: Tenant, granted: readonly Permission[] = permissions) => ({
    tenant,
    actor: { kind: 'KEY' as const, id: 'key_caller' },
    granted: new Set<string>(granted),
  });
  const input = (over: object = {}) => ({
    kind: 'SECRET' as const,
    description: 'Servidor',
    permissions: ['CUSTOMER:READ'] as const,
    ...over,
  });
  async function aStore(devMode = true): Promise<Tenant> {
    const tenant = toTenant(testIds.next('store', systemClock.real()), devMode);
    await insertTestStore(database.db, tenant);
    return tenant;
  }
  /** A keyring that has cached nothing. */
  const resolve = (text: string) =>
    createKeyring({ db: database.db, all: everyTenant, log: silentLog, clock }).resolve(text);
  const actionsOf = async (tenant: Tenant) => {
    const { items } = await createAuditLog(createDeps(database.db, { clock, ids: testIds })).list({
      tenant,
      page: first,
      filter: {},
    });
    return items.map(({ action, actorId, targetId }) => [action, actorId, targetId]);
  };

  it('have no permission that their creator lacks, also through a roll', async () => {
    const tenant = await aStore();
    const weak = callerOf(tenant, ['API_KEY:CREATE', 'CUSTOMER:READ']);
    const refused = { kind: 'PERMISSION_DENIED', reason: 'PERMISSION_NOT_HELD' };
    const more = apiKeys.create({ ...weak, ...input({ permissions: ['WITHDRAW:CREATE'] }) }, context());
    await expect(more).rejects.toMatchObject(refused);
    const strong = await apiKeys.create({ ...callerOf(tenant), ...input({ permissions }) }, context());
    const rolled = apiKeys.roll({ ...weak, id: strong.key.id, overlapHours: 1 }, context());
    await expect(rolled).rejects.toMatchObject(refused);
    expect(await resolve(strong.text)).toBeDefined();
    const own = await apiKeys.create({ ...weak, ...input() }, context());
    expect([...((await resolve(own.text))?.permissions ?? [])]).toEqual(['CUSTOMER:READ']);
  });

  it('are of the environment of their creator, whose other one does not see them', async () => {
    const tenant = await aStore();
    const production = toTenant(tenant.storeId, false);
    const { key, text } = await apiKeys.create({ ...callerOf(tenant), ...input() }, context());
    expect((await resolve(text))?.tenant).toEqual(tenant);
    const absent = { kind: 'NOT_FOUND', reason: 'API_KEY_NOT_FOUND' };
    const other = await aStore();
    for (const stranger of [production, other]) {
      const { id } = key;
      await expect(apiKeys.get({ tenant: stranger, id })).rejects.toMatchObject(absent);
      await expect(apiKeys.revoke({ ...callerOf(stranger), id }, context())).rejects.toMatchObject(absent);
      const roll = apiKeys.roll({ ...callerOf(stranger), id, overlapHours: 0 }, context());
      await expect(roll).rejects.toMatchObject(absent);
      expect((await apiKeys.list({ tenant: stranger, page: first })).items).toEqual([]);
    }
    expect(await resolve(text)).toBeDefined();
  });

  it('are created once for an Idempotency-Key, whose stored answer does not show the key', async () => {
    const tenant = await aStore();
    const ask = () => {
      const call = context('once');
      return apiKeys.create({ ...callerOf(tenant), ...input() }, call).then((made) => ({ made, call }));
    };
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map(({ made }) => made.text)).size).toBe(1);
    expect(answers.filter(({ call }) => call.replayed === true)).toHaveLength(2);
    expect(answers[0].made).toEqual(answers[1].made);
    expect((await apiKeys.list({ tenant, page: first })).items).toHaveLength(1);
    const { text } = answers[0].made;
    const { rows } = await database.db.raw<{ rows: { row: string }[] }>(
      `select t::text || encode(coalesce(response, ''), 'escape') as row from idempotency_keys t where store_id = ?`,
      [tenant.storeId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(text.slice(8));
    expect(rows[0]?.row).not.toContain(Buffer.from(text).toString('base64').slice(12, 40));
  });

  it('end at their time, within the second that a gateway remembers a key', async () => {
    const tenant = await aStore();
    const expiresAt = new Date(clock.real().getTime() + 60_000);
    const { key, text } = await apiKeys.create({ ...callerOf(tenant), ...input({ expiresAt }) }, context());
    const keyring = createKeyring({ db: database.db, all: everyTenant, log: silentLog, clock });
    expect(await keyring.resolve(text)).toBeDefined();
    clock.advance(60_000);
    await expect(keyring.resolve(text)).rejects.toMatchObject({ kind: 'UNAUTHENTICATED', reason: 'API_KEY_EXPIRED' });
    const gone = apiKeys.roll({ ...callerOf(tenant), id: key.id, overlapHours: 1 }, context());
    await expect(gone).rejects.toMatchObject({ reason: 'API_KEY_NOT_FOUND' });
  });

  it('are rolled: the new one has the settings, the old one goes on for the overlap and no longer', async () => {
    const tenant = await aStore();
    const settings = { allowedAddresses: ['203.0.113.0/24'], permissions: ['CUSTOMER:READ', 'COUPON:READ'] };
    const old = await apiKeys.create({ ...callerOf(tenant), ...input(settings) }, context());
    const request = { ...callerOf(tenant), id: old.key.id, overlapHours: 24 };
    const rolled = await apiKeys.roll(request, context());
    expect(rolled.key).toMatchObject({ ...settings, description: 'Servidor', expiresAt: undefined });
    expect(rolled.previous).toMatchObject({
      id: old.key.id,
      replacedBy: rolled.key.id,
      expiresAt: new Date(clock.real().getTime() + 86_400_000),
    });
    expect((await resolve(old.text))?.allowedAddresses).toEqual(['203.0.113.0/24']);
    clock.advance(86_400_000);
    await expect(resolve(old.text)).rejects.toMatchObject({ reason: 'API_KEY_EXPIRED' });
    expect(await resolve(rolled.text)).toBeDefined();
    const last = await apiKeys.roll({ ...callerOf(tenant), id: rolled.key.id, overlapHours: 0 }, context());
    expect(await resolve(rolled.text)).toBeUndefined();
    expect(await resolve(last.text)).toBeDefined();
    expect((await actionsOf(tenant)).map(([action]) => action)).toEqual([
      'api_key.created',
      'api_key.rolled',
      'api_key.created',
      'api_key.rolled',
      'api_key.created',
    ]);
    expect(await findAuditBreaks(database.db, everyTenant)).toEqual([]);
  });

  it('are rolled without an overlap by who may revoke them only, public ones too', async () => {
    const tenant = await aStore();
    const creator = callerOf(tenant, ['API_KEY:CREATE', 'CUSTOMER:READ']);
    for (const over of [{}, { kind: 'PUBLIC' as const, permissions: [] }]) {
      const { key } = await apiKeys.create({ ...callerOf(tenant), ...input(over) }, context());
      const refused = apiKeys.roll({ ...creator, id: key.id, overlapHours: 0 }, context());
      await expect(refused).rejects.toMatchObject({ kind: 'PERMISSION_DENIED' });
      expect((await apiKeys.get({ tenant, id: key.id })).revokedAt).toBeUndefined();
      await apiKeys.roll({ ...creator, id: key.id, overlapHours: 1 }, context());
    }
  });

  it('are counted as live, for the checklist, until they end', async () => {
    const tenant = await aStore();
    const expiresAt = new Date(clock.real().getTime() + 1000);
    await apiKeys.create({ ...callerOf(tenant), ...input({ expiresAt }) }, context());
    const sealer = createSealer(randomBytes(32).toString('base64'));
    const count = async () =>
      (await findStoreFacts({ db: database.db, sealer, clock }, everyTenant, tenant)).secretKeys.live;
    expect(await count()).toBe(1);
    clock.advance(1000);
    expect(await count()).toBe(0);
  });

  it('are rolled once when two ask at the same time', async () => {
    const tenant = await aStore();
    const { key } = await apiKeys.create({ ...callerOf(tenant), ...input() }, context());
    const roll = () => apiKeys.roll({ ...callerOf(tenant), id: key.id, overlapHours: 0 }, context());
    const outcomes = await Promise.allSettled([roll(), roll()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { items } = await apiKeys.list({ tenant, page: first });
    expect(items.filter(({ revokedAt }) => revokedAt === undefined)).toHaveLength(1);
  });

  it('leave who, what and which in the log, and nothing of the key itself', async () => {
    const tenant = await aStore();
    const { key, text } = await apiKeys.create({ ...callerOf(tenant), ...input() }, context());
    await apiKeys.revoke({ ...callerOf(tenant), id: key.id }, context());
    expect(await actionsOf(tenant)).toEqual([
      ['api_key.revoked', 'key_caller', key.id],
      ['api_key.created', 'key_caller', key.id],
    ]);
    const log = JSON.stringify(await database.db('audit_log').where({ chain: tenant.storeId }));
    for (const secret of [text, createHash('sha256').update(text).digest('hex'), 'Servidor']) {
      expect(log).not.toContain(secret);
    }
  });

  it.each([
    [{ allowedAddresses: ['10.1'] }, /allowedAddresses/],
    [{ allowedAddresses: Array.from({ length: 51 }, (_, index) => `10.0.0.${String(index)}`) }, /at most 50/],
    [{ expiresAt: new Date('2020-01-01') }, /expiresAt/],
    [{ description: '' }, /description/],
  ])('are refused with %j', async (over, sentence) => {
    const tenant = await aStore();
    await expect(apiKeys.create({ ...callerOf(tenant), ...input(over) }, context())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: expect.stringMatching(sentence) as string,
    });
    expect(await actionsOf(tenant)).toEqual([]);
  });
});

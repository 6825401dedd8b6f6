import { createHash } from 'node:crypto';
import { everyTenant, systemClock, toTenant, type Tenant } from '@pitanga/core';
import { connect, transact, type Pool } from '@pitanga/database';
import { aTenant, silentLog, testClock, testDatabase, testIds, waitFor, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../use-case-deps';
import { insertTestStore, operator } from '../../test/test-store';
import { listApiKeys } from './api-key-repository';
import { createApiKey, endApiKey } from './api-key-service';
import { createGuesses } from '../http/edge/admission/guesses';
import { newKeyText } from './key-text';
import { createKeyring } from './keyring';

describe('API keys', () => {
  let database: TestDatabase;
  let db: Pool;
  beforeAll(async () => {
    database = await testDatabase('gateway');
    db = database.db;
  });
  afterAll(() => database.close());
  afterEach(() => jest.restoreAllMocks());

  /** The clock that ends the keyring's cache entries. */
  // A whole number: a second after one with a fraction may be rounded to less than a second.
  const standStill = () => jest.spyOn(performance, 'now').mockReturnValue(Math.trunc(performance.now()));

  const depsAt = (clock = systemClock) => createDeps(db, { clock, ids: testIds });
  const secret = (permissions: readonly ('CUSTOMER:READ' | 'STORE:READ')[] = ['CUSTOMER:READ']) =>
    ({ kind: 'SECRET', description: 'Test', permissions }) as const;

  const keyOf = (tenant: Tenant) => transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()));

  async function aStore(status: 'ACTIVE' | 'CREATING' = 'ACTIVE', rateLimitPerSecond?: number): Promise<Tenant> {
    const tenant = aTenant();
    await insertTestStore(db, tenant, { status, rateLimitPerSecond });
    return tenant;
  }

  it('are kept as their SHA-256 and nothing of the key but prefix and last four characters', async () => {
    const tenant = await aStore();
    const { key, text } = await transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()));
    const row = await db('api_keys').where({ id: key.id }).first();
    expect(row.hash).toEqual(createHash('sha256').update(text).digest());
    expect([row.prefix, row.last_four]).toEqual(['pit_dev_', text.slice(-4)]);
    const everything = JSON.stringify([row, await db('outbox').where({ key: key.id })]);
    expect(everything).not.toContain(text.slice(8, 40));
  });

  it('resolve to their store, environment, permissions and limit', async () => {
    const tenant = await aStore('ACTIVE', 7);
    const prod = toTenant(tenant.storeId, false);
    const { key, text } = await transact(depsAt(), (tx) => createApiKey(tx, prod, operator, secret(['STORE:READ'])));
    expect(await createKeyring({ db, all: everyTenant, log: silentLog, clock: systemClock }).resolve(text)).toEqual({
      tenant: prod,
      actor: { kind: 'KEY', id: key.id },
      permissions: new Set(['STORE:READ']),
      allowedAddresses: [],
      storeName: 'Loja',
      storeWebsite: 'https://loja.example',
      compatibility: '2026-11-29',
      storeCreatedAt: new Date('2026-11-20T15:00:00.000Z'),
      rateLimitPerSecond: 7,
    });
  });

  it('resolve to a caller who may do nothing by permission when public', async () => {
    const keyring = createKeyring({ db, all: everyTenant, log: silentLog, clock: systemClock });
    const tenant = await aStore();
    const open = await transact(depsAt(), (tx) =>
      createApiKey(tx, tenant, operator, {
        kind: 'PUBLIC',
        description: 'Form',
        permissions: ['STORE:READ'],
      }),
    );
    expect(open.key.permissions).toEqual([]);
    const caller = await keyring.resolve(open.text);
    expect([caller?.actor.kind, caller?.tenant, caller?.permissions.size]).toEqual(['PUBLIC_KEY', tenant, 0]);
    await transact(depsAt(), (tx) => endApiKey(tx, tenant, operator, open.key.id));
    const later = createKeyring({ db, all: everyTenant, log: silentLog, clock: systemClock });
    expect(await later.resolve(open.text)).toBeUndefined();
  });

  it('open nothing when unknown or of a store that is not complete', async () => {
    const keyring = createKeyring({ db, all: everyTenant, log: silentLog, clock: systemClock });
    const other = await keyOf(await aStore('CREATING'));
    expect(await keyring.resolve(other.text)).toBeUndefined();
    expect(await keyring.resolve('nope')).toBeUndefined();
  });

  it('are refused everywhere within one second of their revocation', async () => {
    const tenant = await aStore();
    const { key, text } = await transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()));
    const keyrings = [1, 2].map(() => createKeyring({ db, all: everyTenant, log: silentLog, clock: systemClock }));
    const nowMs = standStill();
    for (const keyring of keyrings) expect(await keyring.resolve(text)).toBeDefined();
    await transact(depsAt(), (tx) => endApiKey(tx, tenant, operator, key.id));
    nowMs.mockReturnValue(performance.now() + 1_000);
    for (const keyring of keyrings) expect(await keyring.resolve(text)).toBeUndefined();
  });

  it('cost one query however many requests come at once, and none within the second', async () => {
    const counted = connect({ url: database.url, applicationName: 'count queries', acquireTimeoutMs: 60_000 });
    let queries = 0;
    counted.on('query', ({ sql }: { sql: string }) => (queries += sql.includes('from api_keys') ? 1 : 0));
    const { text } = await keyOf(await aStore());
    const keyring = createKeyring({ db: counted, all: everyTenant, log: silentLog, clock: systemClock });
    const nowMs = standStill();
    await Promise.all(Array.from({ length: 20 }, () => keyring.resolve(text)));
    nowMs.mockReturnValue(performance.now() + 999);
    await keyring.resolve(text);
    expect(queries).toBe(1);
    await counted.destroy();
  });

  it('cost at most 60 queries a minute where 400 made-up ones come from one address, whose right key goes on', async () => {
    const counted = connect({ url: database.url, applicationName: 'count guesses', acquireTimeoutMs: 60_000 });
    let queries = 0;
    counted.on('query', ({ sql }: { sql: string }) => (queries += sql.includes('from api_keys') ? 1 : 0));
    const keyring = createKeyring({ db: counted, all: everyTenant, log: silentLog, clock: systemClock });
    const guesses = createGuesses({ limit: 60, hashClient: (address) => address, nowMs: () => performance.now() });
    const look = (text: string) => guesses.look('203.0.113.7', text, () => keyring.resolve(text));
    const { text } = await keyOf(await aStore());
    expect(await look(text)).toBeDefined();
    const madeUp = Array.from({ length: 400 }, () => newKeyText('SECRET', false, testIds));
    const answers = await Promise.allSettled(madeUp.map(look));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(340);
    for (const one of madeUp) await look(one).catch(() => undefined);
    expect(queries).toBe(61);
    expect(await look(text)).toBeDefined();
    await counted.destroy();
  });

  it('note their use, at most once a minute', async () => {
    const clock = testClock();
    const tenant = await aStore();
    const { text } = await transact(depsAt(clock), (tx) => createApiKey(tx, tenant, operator, secret()));
    const lastUse = async () => (await listApiKeys(db, tenant))[0]?.lastUsedAt?.getTime();
    const use = async () => {
      // A keyring of its own has nothing in memory, as after the second in which an answer is believed.
      await createKeyring({ db, all: everyTenant, log: silentLog, clock }).resolve(text);
    };
    await use();
    const firstUse = await waitFor('the first use', lastUse);
    expect(firstUse).toBe(clock.real().getTime());
    clock.advance(30_000);
    await use();
    clock.advance(30_001);
    await use();
    const nextUse = await waitFor('the next use', async () => {
      const at = await lastUse();
      return at !== firstUse && at;
    });
    expect(nextUse - firstUse).toBe(60_001);
  });

  it('fail with UNAVAILABLE, not with a refusal, while the database cannot be asked', async () => {
    const { text } = await keyOf(await aStore());
    const gone = connect({ url: 'postgres://nobody@127.0.0.1:1/none', applicationName: 'gone' });
    const keyring = createKeyring({ db: gone, all: everyTenant, log: silentLog, clock: systemClock });
    await expect(keyring.resolve(text)).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'API_KEYS_UNAVAILABLE' });
    await gone.destroy();
  });

  it('are a hundred at most in each environment, also when created at the same time; a revoked one frees its place', async () => {
    const tenant = await aStore();
    const many = await Promise.allSettled(
      Array.from({ length: 104 }, () => transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()))),
    );
    const refused = many.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({ reason: { reason: 'TOO_MANY_API_KEYS' } });
    const live = many.find((result) => result.status === 'fulfilled');
    await transact(depsAt(), (tx) => endApiKey(tx, tenant, operator, live!.value.key.id));
    await expect(transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()))).resolves.toBeDefined();
    await expect(
      transact(depsAt(), (tx) => createApiKey(tx, toTenant(tenant.storeId, false), operator, secret())),
    ).resolves.toBeDefined();
  });

  it('are announced when created and when revoked, once each', async () => {
    const tenant = await aStore();
    const { key } = await transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()));
    await transact(depsAt(), (tx) => endApiKey(tx, tenant, operator, key.id));
    await expect(transact(depsAt(), (tx) => endApiKey(tx, tenant, operator, key.id))).rejects.toMatchObject({
      reason: 'API_KEY_NOT_FOUND',
    });
    const events = await db('outbox').where({ key: key.id }).orderBy('id').select<{ type: string }[]>('type');
    expect(events.map(({ type }) => type)).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('cannot be revoked by another store or from the other environment', async () => {
    const tenant = await aStore();
    const { key } = await transact(depsAt(), (tx) => createApiKey(tx, tenant, operator, secret()));
    for (const other of [await aStore(), toTenant(tenant.storeId, false)]) {
      await expect(transact(depsAt(), (tx) => endApiKey(tx, other, operator, key.id))).rejects.toMatchObject({
        kind: 'NOT_FOUND',
      });
    }
  });
});

import { createHash } from 'node:crypto';
import { systemClock, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { ensureTopics } from '@pitanga/messaging';
import {
  burst,
  burstReadMsMax,
  silentLog,
  testDatabase,
  testIds,
  testMessaging,
  waitFor,
  type TestDatabase,
} from '@pitanga/testing';
import { createDeps } from '../src/use-case-deps';
import { permissions } from '../src/access/permission';
import { createApiKey } from '../src/api-keys/api-key-service';
import { createGateway, type Gateway } from '../src/gateway';
import { findStore } from '../src/stores/store-repository';
import { reopenStore } from '../src/stores/change-store';
import { testGatewayConfig } from './gateway-config';
import { asKey } from './test-api';
import { insertTestStore, operator } from './test-store';

describe('stores and keys at a gateway', () => {
  let database: TestDatabase;
  let gateway: Gateway;
  let keys: Awaited<ReturnType<typeof aStoreWithKey>>;

  beforeAll(async () => {
    database = await testDatabase('gateway');
    const messaging = testMessaging('gateway');
    await ensureTopics(messaging, { partitions: 1 });
    const config = await testGatewayConfig({ databaseUrl: database.url, kafkaPrefix: messaging.topicName('') });
    gateway = await createGateway(config, { log: silentLog });
    keys = await aStoreWithKey();
  });
  afterAll(async () => {
    await gateway.stop();
    await database.close();
  });

  async function aStoreWithKey() {
    const deps = createDeps(database.db, { clock: systemClock, ids: testIds });
    const createdAt = systemClock.real();
    const dev = toTenant(testIds.next('store', createdAt), true);
    await insertTestStore(deps.db, dev, { rateLimitPerSecond: 0, createdAt });
    const input = { kind: 'SECRET', description: 'Test', permissions } as const;
    return { dev, deps, full: await transact(deps, (tx) => createApiKey(tx, dev, operator, input)) };
  }

  const call = (
    path: string,
    key: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) =>
    fetch(`http://127.0.0.1:${String(gateway.port)}${path}`, { ...init, headers: { ...asKey(key), ...init.headers } });

  it('keeps no connection from a read beside 24 simultaneous writes of keys, members or the store', async () => {
    const other = await aStoreWithKey();
    // Members and the store belong to no environment: production keys alone change them.
    const { dev, deps } = await aStoreWithKey();
    const full = await transact(deps, (tx) =>
      createApiKey(tx, toTenant(dev.storeId, false), operator, { kind: 'SECRET', description: 'Test', permissions }),
    );
    const made: string[] = [];
    const post = async (path: string, body: object): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      const answer = await call(path, full.text, { method: 'POST', headers, body: JSON.stringify(body) });
      const { data } = (await answer.json()) as { data: { id?: string } | null };
      if (answer.status !== 200) throw new Error(`${path} answers ${String(answer.status)}`);
      return data?.id ?? '';
    };
    const besideARead = (write: (index: number) => Promise<unknown>) =>
      burst(write, () => call('/v2/api-keys/list?limit=1', other.full.text));
    const key = { description: 'Test', permissions: ['CUSTOMER:READ'] };
    const bursts = [
      await besideARead(async () => made.push(await post('/v2/api-keys/create', key))),
      await besideARead((index) => post('/v2/api-keys/revoke', { id: made[index] })),
      await besideARead((index) =>
        post('/v2/members/invite', { email: `eva.${String(index)}@example.com`, role: 'VIEWER' }),
      ),
      await besideARead((index) => post('/v2/store/update', { branding: { displayName: `Loja ${String(index)}` } })),
    ];
    // A store invites twenty people an hour: the rest of the burst is refused, and waits for nothing either.
    const invited = ['Error: /v2/members/invite answers 429', 'OK'];
    expect(bursts.map(({ outcomes }) => [...outcomes].sort())).toEqual([['OK'], ['OK'], invited, ['OK']]);
    expect(Math.max(...bursts.map(({ readMs }) => readMs))).toBeLessThan(burstReadMsMax);
  });

  describe('keys with limits of their own', () => {
    const restricted = (over: object) =>
      transact(keys.deps, (tx) =>
        createApiKey(tx, keys.dev, operator, { kind: 'SECRET', description: 'Test', permissions, ...over }),
      );

    it('are refused from other addresses, before they use up any of the rate limit', async () => {
      const { text } = await restricted({ allowedAddresses: ['203.0.113.0/24'] });
      const refused = await call('/v2/api-keys/list', text);
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'ADDRESS_NOT_ALLOWED' }]);
      const { text: own } = await restricted({ allowedAddresses: ['127.0.0.1'] });
      expect((await call('/v2/api-keys/list', own)).status).toBe(200);
    });

    it('are refused from the moment of their end', async () => {
      const { text } = await restricted({ expiresAt: new Date(Date.now() + 1_500) });
      expect((await call('/v2/api-keys/list', text)).status).toBe(200);
      await waitFor('the end of the key', async () => (await call('/v2/api-keys/list', text)).status === 401);
      const ended = await call('/v2/api-keys/list', text);
      expect(await ended.json()).toMatchObject({ code: 'API_KEY_EXPIRED' });
    });
  });

  it('refuses the keys of a store within a second of its closing, and takes them again once it is open', async () => {
    const createdAt = systemClock.real();
    const tenant = toTenant(testIds.next('store', createdAt), false);
    await insertTestStore(database.db, tenant, { rateLimitPerSecond: 0, createdAt });
    const { text } = await transact(keys.deps, (tx) =>
      createApiKey(tx, tenant, operator, {
        kind: 'SECRET',
        description: 'Test',
        permissions,
      }),
    );
    const status = async () => (await call('/v2/api-keys/list', text)).status;
    expect(await status()).toBe(200);
    const headers = { 'content-type': 'application/json' };
    const close = (confirm: string) =>
      call('/v2/store/close', text, { method: 'POST', headers, body: JSON.stringify({ confirm }) });
    expect((await close('Another')).status).toBe(400);
    expect(await status()).toBe(200);
    const closed = await close('Loja');
    expect([closed.status, await closed.json()]).toMatchObject([200, { data: { status: 'CLOSED' } }]);
    const closedAt = performance.now();
    await waitFor('its keys to end', async () => (await status()) === 401);
    expect(performance.now() - closedAt).toBeLessThan(2_000);
    await transact(keys.deps, (tx) => reopenStore(tx, tenant, operator));
    await waitFor('its keys to work', async () => (await status()) === 200);
  });

  it('lets the owner change the name and the brand of the store, and nobody its fees', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'brand' };
    const production = toTenant(keys.dev.storeId, false);
    const input = { kind: 'SECRET', description: 'Test', permissions } as const;
    const { key, text } = await transact(keys.deps, (tx) => createApiKey(tx, production, operator, input));
    const update = (body: object) =>
      call('/v2/store/update', text, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await update({ branding: { color: '#1A2B3C' }, fees: { pixCents: 0 } });
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { branding: { color: '#1a2b3c' } } }]);
    const repeated = await update({ branding: { color: '#1A2B3C' }, fees: { pixCents: 0 } });
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    const store = await findStore(database.db, keys.dev);
    expect([store?.fees.pixCents, store?.version]).toEqual([80, 2]);
    const log = await call('/v2/audit-log/list?action=store.updated', text);
    expect(await log.json()).toMatchObject({ data: [{ actor: { kind: 'KEY', id: key.id } }] });
  });

  describe('what null does in an update', () => {
    let key: string;
    let tenant: ReturnType<typeof toTenant>;
    beforeEach(async () => {
      const createdAt = systemClock.real();
      tenant = toTenant(testIds.next('store', createdAt), false);
      await insertTestStore(database.db, tenant, { rateLimitPerSecond: 0, createdAt });
      const input = { kind: 'SECRET', description: 'Test', permissions } as const;
      key = (await transact(keys.deps, (tx) => createApiKey(tx, tenant, operator, input))).text;
    });
    const update = async (body: object) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await call('/v2/store/update', key, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, ...((await answer.json()) as { code?: string; data: object | null }) };
    };
    const stored = () => findStore(database.db, tenant);

    it('takes away what is optional, one part of the brand or all', async () => {
      const branding = {
        displayName: 'Empório',
        logoUrl: 'https://loja.example/logo.png',
        color: '#1a2b3c',
        supportEmail: 'ajuda@loja.example',
      };
      expect((await update({ legalName: 'Loja Ltda.', branding })).status).toBe(200);
      expect(await update({ branding: { logoUrl: null } })).toMatchObject({
        status: 200,
        data: { legalName: 'Loja Ltda.', branding: { ...branding, logoUrl: null } },
      });
      const none = { displayName: null, logoUrl: null, color: null, supportEmail: null };
      expect(await update({ legalName: null, branding: none })).toMatchObject({
        status: 200,
        data: { legalName: null, branding: none },
      });
    });

    it('takes one of the minimum amounts away, and leaves the other', async () => {
      const set = await update({ minimumAmounts: { checkout: 300, boleto: 300 } });
      expect(set).toMatchObject({ status: 200, data: { minimumAmounts: { checkout: 300, boleto: 300 } } });
      expect(await update({ minimumAmounts: { checkout: null } })).toMatchObject({
        status: 200,
        data: { minimumAmounts: { checkout: null, boleto: 300 } },
      });
      for (const boleto of [99, 100_001, 300.5])
        expect((await update({ minimumAmounts: { boleto } })).status).toBe(400);
      expect((await stored())?.minimumAmounts).toEqual({ checkout: undefined, boleto: 300 });
    });

    it('is the same as leaving it out for what a store always has', async () => {
      const before = await stored();
      const nulls = [
        { name: null, website: null, branding: null, mail: null, payerFields: null, minimumAmounts: null },
        { mail: { kinds: null, language: null }, payerFields: { email: null, cellphone: null } },
      ];
      for (const body of nulls) expect((await update(body)).status).toBe(200);
      expect(await stored()).toEqual(before);
    });

    it('lets no key confirm a host, to which payment pages would then take buyers', async () => {
      for (const returnHosts of [['phishing.example'], []]) {
        expect(await update({ returnHosts })).toMatchObject({ status: 403, code: 'PERSON_REQUIRED' });
      }
    });

    it('takes away no limit of approvals for a key, which may send null where none is set', async () => {
      expect(await update({ name: 'Outra', payoutApprovalAbove: null })).toMatchObject({
        status: 200,
        data: { name: 'Outra', payoutApprovalAbove: null },
      });
      const expectRefused = async (payoutApprovalAbove: number | null) => {
        expect(await update({ name: 'Mais outra', payoutApprovalAbove })).toMatchObject({
          status: 403,
          code: 'PERSON_REQUIRED',
        });
      };
      for (const limit of [0, 100]) await expectRefused(limit);
      await database.db('stores').where({ id: tenant.storeId }).update({ payout_approval_above_cents: 5_000 });
      for (const limit of [null, 0, 100]) await expectRefused(limit);
      expect(await stored()).toMatchObject({ name: 'Outra', payoutApprovalAbove: 5_000 });
    });
  });

  it('creates a further store once, which the owners of the first one own from the start', async () => {
    const at = systemClock.real();
    for (const [id, role] of [
      ['user_owner', 'OWNER'],
      ['user_viewer', 'VIEWER'],
    ] as const) {
      const email = { email_sealed: Buffer.from(id), email_fingerprint: createHash('sha256').update(id).digest() };
      await database.db('users').insert({ id, ...email, password_hash: 'x', created_at: at, password_changed_at: at });
      const member = { store_id: keys.dev.storeId, user_id: id, role, created_at: at, updated_at: at };
      await database.db('members').insert(member);
    }
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'second' };
    const body = JSON.stringify({ name: 'Loja Dois', taxId: '11222333000181', website: 'https://dois.example' });
    const { text } = await transact(keys.deps, (tx) =>
      createApiKey(tx, toTenant(keys.dev.storeId, false), operator, {
        kind: 'SECRET',
        description: 'Test',
        permissions,
      }),
    );
    const create = () => call('/v2/stores/create', text, { method: 'POST', headers, body });
    // Billing is away: the store waits for it, and a repeat waits for the same store.
    expect((await create()).status).toBe(503);
    expect((await create()).status).toBe(503);
    const stores: { id: string; status: string }[] = await database.db('stores').where({ name: 'Loja Dois' });
    expect(stores).toMatchObject([{ status: 'CREATING' }]);
    const members: { user_id: string; role: string }[] = await database
      .db('members')
      .where({ store_id: stores[0]?.id ?? '' });
    expect(members).toMatchObject([{ user_id: 'user_owner', role: 'OWNER' }]);
  });
});

import { toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { permissions, type Permission } from '../src/access/permission';
import { createApiKey } from '../src/api-keys/api-key-service';
import { invite } from '../src/managing-members/member-service';
import { createDeps } from '../src/use-case-deps';
import { goodPassword, peopleApi, type Browser } from './people';
import { storeMembers } from './store-members';

const refused = (code: string) => ({ status: 403, code });

describe('what keys may do of the work of people', () => {
  const api = startBeforeAll(peopleApi);
  const { anEmail, aStore, aMember, idOf, fresh, proveFactor, list, operator } = storeMembers(() => api);

  const createKey = (browser: Browser, granted: readonly string[] = permissions) =>
    browser.call('POST', '/v2/api-keys/create', { description: 'Servidor', permissions: granted });
  const createKeyBy = (key: string, granted: readonly string[]) =>
    api.byKey(key, '/api-keys/create', { description: 'Servidor', permissions: granted });
  const keyIn = ({ json }: { readonly json: Record<string, unknown> }) => json['data'] as { id: string; key: string };

  /** A store with two owners, both with a fresh factor, and a key of each permission that the first has made. */
  async function aShop(granted: readonly Permission[] = permissions) {
    const storeId = await aStore();
    const [first, second] = [await aMember(storeId, 'OWNER'), await aMember(storeId, 'OWNER')];
    await fresh(first);
    await fresh(second);
    for (const browser of [first, second]) browser.in(storeId, 'prod');
    const { id, key } = keyIn(await createKey(first, granted));
    return { storeId, first, second, id, key, firstId: await idOf(first), secondId: await idOf(second) };
  }

  it('a removed owner’s key neither invites anybody nor removes who is left, nor makes another key', async () => {
    const { second, id, key, firstId, secondId } = await aShop();
    await second.must('POST', '/v2/members/remove', { id: firstId });
    const attack = (path: string, body: object) => api.byKey(key, path, body);
    expect([
      await attack('/members/invite', { email: anEmail(), role: 'OWNER' }),
      await attack('/members/invite', { email: anEmail(), role: 'VIEWER' }),
      await attack('/members/remove', { id: secondId }),
      await attack('/members/update', { id: secondId, role: 'VIEWER' }),
      await attack('/api-keys/create', { description: 'outra', permissions: ['STORE:READ'] }),
      await attack('/api-keys/roll', { id, overlapHours: 0 }),
      await attack('/store/update', { name: 'Tomada' }),
      await attack('/store/close', { confirm: 'Tomada' }),
      await attack('/stores/create', { name: 'Outra', taxId: '11.222.333/0001-81', website: 'https://x.example' }),
      await attack('/providers/connect', { kind: 'BACEN_PIX', settings: {} }),
      await attack('/providers/remove', { kind: 'BACEN_PIX' }),
    ]).toMatchObject(Array.from({ length: 11 }, () => refused('KEY_MAKER_GONE')));
    expect(await list(second)).toMatchObject([{ id: secondId, role: 'OWNER', status: 'ACTIVE' }]);
  });

  it('a request that was admitted before its key’s maker was removed invites nobody after it', async () => {
    const { storeId, second, id, firstId } = await aShop();
    await second.must('POST', '/v2/members/remove', { id: firstId });
    const byKey = { ...operator, actor: { kind: 'KEY' as const, id } };
    const late = transact(api.people, (tx) => invite(tx, { storeId }, { email: anEmail(), role: 'VIEWER' }, byKey));
    await expect(late).rejects.toMatchObject({ reason: 'KEY_MAKER_GONE' });
  });

  it('no key makes, changes or removes an owner, though its maker is one', async () => {
    const { second, key, firstId, secondId } = await aShop();
    const invited = (await second.must('POST', '/v2/members/invite', { email: anEmail(), role: 'OWNER' })) as {
      id: string;
    };
    expect([
      await api.byKey(key, '/members/invite', { email: anEmail(), role: 'OWNER' }),
      await api.byKey(key, '/members/update', { id: secondId, role: 'VIEWER' }),
      await api.byKey(key, '/members/remove', { id: firstId }),
      await api.byKey(key, '/members/remove', { id: invited.id }),
    ]).toMatchObject(Array.from({ length: 4 }, () => refused('PERSON_REQUIRED')));
    expect((await api.byKey(key, '/members/invite', { email: anEmail(), role: 'VIEWER' })).status).toBe(200);
  });

  it('a key that its maker’s key made ends with that maker, too, and one of a maker who lost a role with the role', async () => {
    const { first, second, key, firstId } = await aShop();
    const { key: made } = keyIn(await createKeyBy(key, ['STORE:READ']));
    expect(await createKeyBy(made, ['STORE:READ'])).toMatchObject(refused('PERMISSION_MISSING'));
    const { key: inner } = keyIn(await createKey(first, ['API_KEY:CREATE', 'API_KEY:READ', 'STORE:READ']));
    await second.must('POST', '/v2/members/update', { id: firstId, role: 'VIEWER' });
    expect(await createKeyBy(inner, ['STORE:READ'])).toMatchObject(refused('KEY_MAKER_GONE'));
    expect(await api.byKey(key, '/store/update', { name: 'Outra' })).toMatchObject(refused('KEY_MAKER_GONE'));
    await second.must('POST', '/v2/members/update', { id: firstId, role: 'OWNER' });
    expect((await createKeyBy(inner, ['STORE:READ'])).status).toBe(200);
  });

  it('the operator’s keys manage what they were given, whoever goes', async () => {
    const { storeId, second, firstId } = await aShop();
    const { text } = await transact(createDeps(api.database.db, api.people.tools), (tx) =>
      createApiKey(
        tx,
        toTenant(storeId, false),
        { actor: operator.actor, requestId: 'req_1' },
        {
          kind: 'SECRET',
          description: 'operador',
          permissions,
        },
      ),
    );
    await second.must('POST', '/v2/members/remove', { id: firstId });
    expect((await api.byKey(text, '/store/update', { name: 'Nova' })).status).toBe(200);
  });

  it('a production key that manages is made by an owner with a fresh factor alone, and by no key', async () => {
    const { storeId, first, key, id } = await aShop();
    const developer = (await aMember(storeId, 'DEVELOPER')).in(storeId, 'prod');
    await proveFactor(await idOf(developer));
    expect(await createKey(developer, ['API_KEY:CREATE', 'STORE:READ'])).toMatchObject(refused('OWNER_REQUIRED'));
    expect((await createKey(developer, ['API_KEY:READ', 'STORE:READ'])).status).toBe(200);
    expect(await createKeyBy(key, ['MEMBER:CREATE'])).toMatchObject(refused('PERSON_REQUIRED'));
    // Its equal is no wider, but would outlive the end of a key that was stolen.
    for (const overlapHours of [0, 24]) {
      expect(await api.byKey(key, '/api-keys/roll', { id, overlapHours })).toMatchObject(refused('PERSON_REQUIRED'));
    }
    expect((await createKeyBy(key, ['CHECKOUT:READ'])).status).toBe(200);
    expect((await first.call('POST', '/v2/api-keys/roll', { id })).status).toBe(200);
    api.clock.advance(15 * 60_000);
    expect(await createKey(first, ['MEMBER:CREATE'])).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
  });

  it('a key of the test environment makes no store, and moves the test clock by the permission that it had before', async () => {
    const { storeId, first } = await aShop();
    const { key } = keyIn(await createKey(first.in(storeId, 'dev'), ['STORE:CREATE']));
    const body = { name: 'Ao vivo', taxId: '11.222.333/0001-81', website: 'https://x.example' };
    expect(await api.byKey(key, '/stores/create', body)).toMatchObject(refused('DEV_KEY_REFUSED'));
    expect(await api.byKey(key, '/test-clock/advance', {})).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
    const { key: clockKey } = keyIn(await createKey(first, ['TEST_CLOCK:UPDATE']));
    expect(await api.byKey(clockKey, '/test-clock/advance', {})).toMatchObject({
      status: 400,
      code: 'INVALID_ARGUMENT',
    });
    expect(await api.byKey(clockKey, '/stores/create', body)).toMatchObject(refused('PERMISSION_MISSING'));
  });

  it('all keys of a removed person are revoked by one act of a person with a fresh factor, and by no key', async () => {
    const { storeId, first, second, key, firstId } = await aShop();
    const through = keyIn(await createKeyBy(key, ['STORE:READ']));
    const ofTests = keyIn(await createKey(first.in(storeId, 'dev'), ['STORE:READ']));
    const kept = keyIn(await createKey(second, ['API_KEY:DELETE', 'STORE:READ']));
    await second.must('POST', '/v2/members/remove', { id: firstId });
    const act = { id: firstId };
    expect(await api.byKey(kept.key, '/members/revoke-keys', act)).toMatchObject(refused('PERSON_REQUIRED'));
    const other = await aShop();
    const elsewhere = (await other.second.must('POST', '/v2/members/revoke-keys', act)) as { apiKeys: object[] };
    expect(elsewhere.apiKeys).toEqual([]);
    const { apiKeys } = (await second.must('POST', '/v2/members/revoke-keys', act)) as { apiKeys: { id: string }[] };
    expect(apiKeys).toHaveLength(3);
    const rows = await api.database.db('api_keys').where({ store_id: storeId }).whereNull('revoked_at').pluck('id');
    expect(rows).toEqual([kept.id]);
    const entries = api.database.db('audit_log').where({ chain: storeId, action: 'api_key.revoked' });
    expect((await entries.pluck<string[]>('target_id')).toSorted()).toEqual(apiKeys.map(({ id }) => id).toSorted());
    expect(apiKeys.map(({ id }) => id)).toEqual(expect.arrayContaining([through.id, ofTests.id]));
    expect(await second.must('POST', '/v2/members/revoke-keys', act)).toEqual({ id: firstId, apiKeys: [] });
    api.clock.advance(15 * 60_000);
    expect(await second.call('POST', '/v2/members/revoke-keys', act)).toMatchObject(refused('SECOND_FACTOR_REQUIRED'));
  });

  it('whoever removes a person is told which live keys they made, in both environments, and through keys', async () => {
    const { storeId, first, second, id, key, firstId, secondId } = await aShop();
    // Ids of one moment have no order.
    api.clock.advance(1);
    const through = keyIn(await createKeyBy(key, ['STORE:READ']));
    const ofTests = keyIn(await createKey(first.in(storeId, 'dev'), ['STORE:READ']));
    const revoked = keyIn(await createKey(first, ['STORE:READ']));
    await first.must('POST', '/v2/api-keys/revoke', { id: revoked.id });
    await createKey(second, ['STORE:READ']);
    const email = anEmail();
    await api.byKey(key, '/members/invite', { email, role: 'VIEWER' });
    const removed = await second.must('POST', '/v2/members/remove', { id: firstId });
    expect(removed).toMatchObject({
      id: firstId,
      apiKeys: [
        { id: through.id, devMode: false, permissions: ['STORE:READ'], description: 'Servidor' },
        { id, devMode: false, prefix: 'pit_prod_', lastFour: key.slice(-4) },
        { id: ofTests.id, devMode: true },
      ],
    });
    // What the key was asked to do before goes with its maker, as their own invitations do.
    const accept = { token: await api.tokenTo(email).catch(() => 'gone'), password: goodPassword };
    expect((await api.browser().call('POST', '/auth/invitations/accept', accept)).code).toBe('LINK_INVALID');
    expect(await list(second)).toMatchObject([{ id: secondId }]);
    await second.must('POST', '/v2/api-keys/revoke', { id });
  });
});

import { createIdSource, tenantOf } from '@pitanga/core';
import { randomBytes } from '@pitanga/runtime';
import { createApiKey, endApiKey, rollApiKey } from '../src/api-keys/api-key-service';
import { invite } from '../src/managing-members/member-service';
import { eraseUser } from '../src/signing-in/operate-users';
import { goodPassword, peopleApi, type PeopleApi } from './people';
import { storeMembers } from './store-members';

describe('open invitations', () => {
  let api: PeopleApi;
  beforeAll(async () => {
    api = await peopleApi();
  });
  afterAll(() => api.close());

  const { anEmail, aStore, operator, aMember, idOf } = storeMembers(() => api);
  const cause = { actor: operator.actor, requestId: 'req_1' };
  const accept = async (token: string) =>
    (await api.browser().call('POST', '/auth/invitations/accept', { token, password: goodPassword })).code;

  async function invitedBy(storeId: string, actor: { readonly kind: 'USER' | 'KEY'; readonly id: string }) {
    const email = anEmail();
    await invite(api.people, { storeId }, { email, role: 'VIEWER' }, { ...operator, actor });
    return api.tokenTo(email);
  }

  it('of a person end when the person is erased', async () => {
    const storeId = await aStore();
    await aMember(storeId, 'OWNER');
    const userId = await idOf(await aMember(storeId, 'OWNER'));
    const token = await invitedBy(storeId, { kind: 'USER', id: userId });
    await eraseUser(api.people, cause, userId);
    expect(await accept(token)).toBe('LINK_INVALID');
  });

  it.each(['revoked', 'rolled'])('of an API key end when it is %s', async (how) => {
    const storeId = await aStore();
    const tenant = tenantOf(storeId, false);
    const deps = { ...api.people, ids: createIdSource(randomBytes) };
    const input = { kind: 'SECRET' as const, description: 'chave', permissions: ['MEMBER:CREATE' as never] };
    const { key } = await createApiKey(deps, tenant, cause, input);
    const token = await invitedBy(storeId, { kind: 'KEY', id: key.id });
    if (how === 'revoked') await endApiKey(deps, tenant, cause, key.id);
    else await rollApiKey(deps, tenant, cause, { id: key.id, overlapHours: 24 });
    expect(await accept(token)).toBe('LINK_INVALID');
  });

  it('make nobody a member of a store that is not active', async () => {
    const storeId = await aStore();
    const token = await invitedBy(storeId, { kind: 'KEY', id: 'key_1' });
    await api.database.db('stores').where({ id: storeId }).update({ status: 'CLOSED' });
    expect(await accept(token)).toBe('LINK_INVALID');
  });

  it('and roles keep an owner when two are erased at once', async () => {
    const storeId = await aStore();
    const ids = [await idOf(await aMember(storeId, 'OWNER')), await idOf(await aMember(storeId, 'OWNER'))];
    const ended = await Promise.allSettled(ids.map((id) => eraseUser(api.people, cause, id)));
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await api.database.db('members').where({ store_id: storeId, role: 'OWNER' })).toHaveLength(1);
  });
});

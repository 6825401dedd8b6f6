import { createIdSource, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { randomBytes } from '@pitanga/runtime';
import { startBeforeAll } from '@pitanga/testing';
import { createDeps } from '../src/use-case-deps';
import { endApiKey, rollApiKey } from '../src/api-keys/api-key-service';
import { invite } from '../src/managing-members/member-service';
import { eraseUser } from '../src/signing-in/operate-users';
import { goodPassword, peopleApi } from './people';
import { storeMembers } from './store-members';

describe('open invitations', () => {
  const api = startBeforeAll(peopleApi);

  const { anEmail, aStore, aKey, operator, aMember, idOf } = storeMembers(() => api);
  const deps = () => createDeps(api.database.db, { ...api.people.tools, ids: createIdSource(randomBytes) });
  const cause = { actor: operator.actor, requestId: 'req_1' };
  const accept = async (token: string) =>
    (await api.browser().call('POST', '/auth/invitations/accept', { token, password: goodPassword })).code;

  async function invitedBy(storeId: string, actor: { readonly kind: 'USER' | 'KEY'; readonly id: string }) {
    const email = anEmail();
    await transact(api.people, (tx) => invite(tx, { storeId }, { email, role: 'VIEWER' }, { ...operator, actor }));
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
    const [id, tenant] = [await aKey(storeId), toTenant(storeId, false)];
    const token = await invitedBy(storeId, { kind: 'KEY', id });
    if (how === 'revoked') await transact(deps(), (tx) => endApiKey(tx, tenant, cause, id));
    else await transact(deps(), (tx) => rollApiKey(tx, tenant, cause, { id, overlapHours: 24 }));
    expect(await accept(token)).toBe('LINK_INVALID');
  });

  it('of an API key end when it expires', async () => {
    const soon = new Date(api.clock.real().getTime() + 60_000);
    const storeId = await aStore();
    const id = await aKey(storeId, soon);
    const token = await invitedBy(storeId, { kind: 'KEY', id });
    expect(await api.database.db('account_messages').where({ store_id: storeId })).toMatchObject([
      { expires_at: soon },
    ]);
    api.clock.advance(60_000);
    expect(await accept(token)).toBe('LINK_INVALID');
  });

  it('are made by nobody whose key or membership has just ended, though requests of theirs are still admitted', async () => {
    const storeId = await aStore();
    const [id, tenant] = [await aKey(storeId), toTenant(storeId, false)];
    await transact(deps(), (tx) => endApiKey(tx, tenant, cause, id));
    await expect(invitedBy(storeId, { kind: 'KEY', id })).rejects.toMatchObject({ reason: 'API_KEY_INVALID' });
    const owner = await aMember(storeId, 'OWNER');
    const removed = await idOf(owner);
    await api.database.db('members').where({ user_id: removed }).delete();
    await expect(invitedBy(storeId, { kind: 'USER', id: removed })).rejects.toMatchObject({
      reason: 'STORE_NOT_FOUND',
    });
    expect(await api.database.db('account_messages').where({ store_id: storeId, used_at: null })).toEqual([]);
  });

  it('make nobody a member of a store that is not active', async () => {
    const storeId = await aStore();
    const id = await aKey(storeId);
    const token = await invitedBy(storeId, { kind: 'KEY', id });
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

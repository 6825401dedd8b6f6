import { toTenant } from '@pitanga/core';
import { inTransaction } from '@pitanga/database';
import { startBeforeAll, waitFor } from '@pitanga/testing';
import { permissions } from '../src/access/permission';
import { findAuditBreaks } from '../src/audit/audit-log';
import { insertMember } from '../src/members/member-repository';
import { createMembers, type MemberCaller } from '../src/managing-members/member-service';
import { acceptInvitation } from '../src/signing-in/invitations';
import { goodPassword, peopleApi } from './people';
import { storeMembers } from './store-members';

const visit = {
  requestId: 'req_1',
  network: 'n',
  userAgent: 'test',
  from: { device: '', address: '' },
  deviceToken: undefined,
};

describe('the members of a store', () => {
  const api = startBeforeAll(() => peopleApi({ signUp: 'closed' }));

  const { anEmail, aStore, aKey, operator, aMember, idOf, list, fresh } = storeMembers(() => api);

  it('begin with an owner whom the operator invites, also where sign-up is closed', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER', 'primeira@example.com');
    expect(await owner.must('GET', '/me')).toMatchObject({
      user: { email: 'primeira@example.com' },
      stores: [{ id: storeId, role: 'OWNER', permissions: [...permissions] }],
    });
    expect(await list(owner)).toMatchObject([{ email: 'primeira@example.com', role: 'OWNER', status: 'ACTIVE' }]);
  });

  it('invite in the language of the invitation, else of the person, of their browser, in Portuguese', async () => {
    const owner = await aMember(await aStore(), 'OWNER');
    await fresh(owner);
    const languageFor = async (body: object, acceptLanguage?: string) => {
      const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
      const answer = await owner.call(
        'POST',
        '/v2/members/invite',
        { email: anEmail(), role: 'VIEWER', ...body },
        headers,
      );
      const { id } = (answer.json as { data: { id: string } }).data;
      const row = (await api.database.db('account_messages').where({ id }).first()) as { language: string };
      return row.language;
    };
    expect(await languageFor({})).toBe('pt-BR');
    expect(await languageFor({}, 'en-US,en;q=0.9')).toBe('en');
    expect(await languageFor({ language: 'pt-BR' }, 'en')).toBe('pt-BR');
    expect(await languageFor({ language: 'en' })).toBe('en');
    const email = anEmail();
    await (await aMember(await aStore(), 'VIEWER', email)).must('POST', '/auth/language', { language: 'en' });
    expect(await languageFor({ email })).toBe('en');
    expect(await languageFor({ email, language: 'pt-BR' })).toBe('pt-BR');
  });

  it('invite others, who are listed until they join or are withdrawn', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    const known = anEmail();
    await aMember(await aStore(), 'VIEWER', known);
    const invited = (await owner.must('POST', '/v2/members/invite', { email: known, role: 'FINANCE' })) as {
      id: string;
    };
    expect(await list(owner)).toMatchObject([
      { id: invited.id, email: known, status: 'INVITED' },
      { status: 'ACTIVE' },
    ]);
    const token = await api.tokenTo(known);
    api.clock.advance(1);
    const joined = await api.browser().must('POST', '/auth/invitations/accept', { token });
    // The link proves the mailbox and nothing more: an account is signed in to by its password.
    expect(joined).toEqual({ isSignedIn: false });
    expect((await list(owner)).map(({ role, status }) => [role, status])).toEqual([
      ['FINANCE', 'ACTIVE'],
      ['OWNER', 'ACTIVE'],
    ]);
    expect((await api.browser().call('POST', '/auth/invitations/accept', { token })).code).toBe('LINK_INVALID');
    expect((await owner.call('POST', '/v2/members/invite', { email: known, role: 'VIEWER' })).code).toBe(
      'MEMBER_EXISTS',
    );

    const other = anEmail();
    const open = (await owner.must('POST', '/v2/members/invite', { email: other, role: 'VIEWER' })) as { id: string };
    const withdrawn = await api.tokenTo(other);
    await owner.must('POST', '/v2/members/remove', { id: open.id });
    const late = await api
      .browser()
      .call('POST', '/auth/invitations/accept', { token: withdrawn, password: goodPassword });
    expect(late.code).toBe('LINK_INVALID');
    expect(await list(owner)).toHaveLength(2);
  });

  it('who get another role take with them the invitations that they made with the role before', async () => {
    const storeId = await aStore();
    const [first, second] = [await aMember(storeId, 'OWNER'), await aMember(storeId, 'OWNER')];
    await fresh(first);
    await fresh(second);
    const email = anEmail();
    await aMember(await aStore(), 'VIEWER', email);
    await second.must('POST', '/v2/members/invite', { email, role: 'OWNER' });
    const token = await api.tokenTo(email);
    const { user } = (await second.must('GET', '/me')) as { user: { id: string } };
    await first.must('POST', '/v2/members/update', { id: user.id, role: 'VIEWER' });
    expect((await api.browser().call('POST', '/auth/invitations/accept', { token })).code).toBe('LINK_INVALID');
  });

  it('cannot bring in people without account where sign-up is closed', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    const email = anEmail();
    await owner.must('POST', '/v2/members/invite', { email, role: 'VIEWER' });
    const refused = await api
      .browser()
      .call('POST', '/auth/invitations/accept', { token: await api.tokenTo(email), password: goodPassword });
    expect(refused.code).toBe('SIGN_UP_CLOSED');
    const open = { ...api.people, signUp: 'invite' as const };
    expect(
      await acceptInvitation(open, { token: await api.tokenTo(email), password: goodPassword }, visit),
    ).toBeDefined();
  });

  it('do nothing to members without a second factor of the last 15 minutes, in either environment', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    api.clock.advance(15 * 60_000);
    for (const environment of ['dev', 'prod'] as const) {
      const answer = await owner
        .in(storeId, environment)
        .call('POST', '/v2/members/invite', { email: anEmail(), role: 'VIEWER' });
      expect(answer).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' });
    }
  });

  it('always keep an owner, also when two remove each other at once', async () => {
    const owners = [
      await idOf(await aMember(await aStore(), 'OWNER')),
      await idOf(await aMember(await aStore(), 'OWNER')),
    ];
    const [oneId = '', twoId = ''] = owners;
    const members = createMembers(api.people);
    const by = (id: string): MemberCaller => ({ ...operator, actor: { kind: 'USER', id } });
    for (let round = 0; round < 8; round += 1) {
      const storeId = await aStore();
      const at = api.clock.real();
      await inTransaction(api.database.db, async (tx) => {
        for (const userId of owners) {
          await insertMember(tx, { storeId }, { userId, role: 'OWNER', createdAt: at, updatedAt: at });
        }
      });
      const tenant = toTenant(storeId, true);
      const results = await Promise.allSettled([
        members.removeMember({ tenant, id: twoId }, by(oneId)),
        round % 2 === 0
          ? members.removeMember({ tenant, id: oneId }, by(twoId))
          : members.updateMember({ tenant, id: oneId, role: 'VIEWER' }, by(twoId)),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const rejected = results.find((result) => result.status === 'rejected');
      expect(rejected?.reason).toMatchObject({ reason: 'LAST_OWNER' });
      expect(await api.database.db('members').where({ store_id: storeId, role: 'OWNER' })).toHaveLength(1);
    }
  });

  it('neither grant, change nor take away a role that can do more than they', async () => {
    const storeId = await aStore();
    const owner = await idOf(await aMember(storeId, 'OWNER'));
    const viewer = await idOf(await aMember(storeId, 'VIEWER'));
    const members = createMembers(api.people);
    const tenant = toTenant(storeId, true);
    const manages = ['MEMBER:CREATE', 'MEMBER:UPDATE', 'MEMBER:DELETE'];
    const reads = permissions.filter((name) => name.endsWith(':READ'));
    const limited: MemberCaller = {
      ...operator,
      actor: { kind: 'KEY', id: await aKey(storeId) },
      permissions: new Set([...reads, ...manages]),
    };
    const refused = { reason: 'ROLE_TOO_GREAT' };
    await expect(members.inviteMember({ tenant, email: anEmail(), role: 'DEVELOPER' }, limited)).rejects.toMatchObject(
      refused,
    );
    await expect(members.updateMember({ tenant, id: viewer, role: 'OWNER' }, limited)).rejects.toMatchObject(refused);
    await expect(members.updateMember({ tenant, id: owner, role: 'VIEWER' }, limited)).rejects.toMatchObject(refused);
    await expect(members.removeMember({ tenant, id: owner }, limited)).rejects.toMatchObject(refused);
    await expect(members.inviteMember({ tenant, email: anEmail(), role: 'VIEWER' }, limited)).resolves.toBeDefined();
    await expect(members.removeMember({ tenant, id: viewer }, limited)).resolves.toBeDefined();
  });

  it('lose the store within a second when they are removed, and what they may when the role changes', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    const member = await aMember(storeId, 'OWNER');
    const id = await idOf(member);
    await fresh(owner);
    expect((await member.call('GET', '/v2/members/list')).status).toBe(200);
    await owner.must('POST', '/v2/members/update', { id, role: 'VIEWER' });
    await waitFor(
      'the refusal',
      async () => (await member.call('GET', '/v2/members/list')).code === 'PERMISSION_MISSING',
    );
    await owner.must('POST', '/v2/members/remove', { id });
    await waitFor('the refusal', async () => (await member.call('GET', '/v2/members/list')).code === 'STORE_NOT_FOUND');
    expect((await member.call('GET', '/me')).status).toBe(200);
  });

  it('see of the store of others exactly what they see of one that does not exist', async () => {
    const [own, other] = [await aStore(), await aStore()];
    const owner = await aMember(own, 'OWNER');
    await aMember(other, 'OWNER');
    const answers = [];
    for (const storeId of [other, 'store_0VyCLbX8WtQ4zN7kR2mS5vB1', 'x']) {
      answers.push(await owner.in(storeId, 'prod').call('GET', '/v2/members/list'));
    }
    expect(answers[0]).toMatchObject({ status: 404, code: 'STORE_NOT_FOUND' });
    for (const answer of answers) expect(answer.json).toEqual(answers[0]?.json);
  });

  it('name a store and an environment', async () => {
    const owner = await aMember(await aStore(), 'OWNER');
    owner.headers['x-pitanga-environment'] = 'production';
    expect((await owner.call('GET', '/v2/members/list')).status).toBe(400);
    Reflect.deleteProperty(owner.headers, 'x-pitanga-store');
    expect((await owner.call('GET', '/v2/members/list')).status).toBe(400);
  });

  it('are at most a hundred with their invitations, also when all are invited at once', async () => {
    const storeId = await aStore();
    const tenant = toTenant(storeId, true);
    const members = createMembers(api.people);
    const invitations = Array.from({ length: 102 }, () =>
      members.inviteMember({ tenant, email: anEmail(), role: 'VIEWER' }, operator),
    );
    const results = await Promise.allSettled(invitations);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect((await members.listMembers({ tenant, page: { limit: 100 } }, operator)).items).toHaveLength(100);
  });

  it('are invited once for an Idempotency-Key', async () => {
    const storeId = await aStore();
    const tenant = toTenant(storeId, true);
    const members = createMembers(api.people);
    const email = anEmail();
    const context = () => ({
      requestId: 'req_1',
      idempotency: { key: 'k', operation: 'POST /v2/members/invite', fingerprint: 'f' },
      replayed: false,
    });
    const [first, second] = [context(), context()];
    const one = await members.inviteMember({ tenant, email, role: 'VIEWER' }, { ...operator, context: first });
    const two = await members.inviteMember({ tenant, email, role: 'VIEWER' }, { ...operator, context: second });
    expect([two, first.replayed, second.replayed]).toEqual([one, false, true]);
    const [row] = await api.database
      .db('idempotency_keys')
      .where({ store_id: storeId })
      .select<{ response: Buffer }[]>();
    expect(row?.response.toString('latin1')).not.toContain(email);
  });

  it('leave an entry for each change, without e-mails', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    const viewer = await idOf(await aMember(storeId, 'VIEWER'));
    await owner.must('POST', '/v2/members/update', { id: viewer, role: 'SUPPORT' });
    await owner.must('POST', '/v2/members/remove', { id: viewer });
    const rows = await api.database
      .db('audit_log')
      .where({ chain: storeId })
      .orderBy('seq')
      .select<Record<string, unknown>[]>();
    expect(rows.map(({ action }) => action)).toEqual([
      'member.invited',
      'member.joined',
      'member.invited',
      'member.joined',
      'member.updated',
      'member.removed',
    ]);
    expect(JSON.stringify(rows)).not.toContain('@');
    expect(await findAuditBreaks(api.database.db, api.people.all)).toEqual([]);
  });

  it('keep the role they have when they take another invitation', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    const member = { userId: await idOf(owner), role: 'VIEWER' as const, createdAt: new Date(), updatedAt: new Date() };
    const isNew = await inTransaction(api.database.db, (tx) => insertMember(tx, { storeId }, member));
    expect(isNew).toBe(false);
    expect(await list(owner)).toMatchObject([{ role: 'OWNER' }]);
  });
});

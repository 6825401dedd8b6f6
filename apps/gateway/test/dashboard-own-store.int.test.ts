import { transact } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { permissions } from '../src/access/permission';
import { ownedStoresMax } from '../src/members/member';
import { invite } from '../src/managing-members/member-service';
import { peopleApi, type Browser } from './people';
import { storeMembers } from './store-members';

describe('a store of one’s own', () => {
  const api = startBeforeAll(peopleApi);

  const { anEmail, aStore, aMember, idOf, fresh, operator } = storeMembers(() => api);
  const body = { name: 'Doces da Ana', taxId: '11.222.333/0001-81', website: 'https://doces.example' };
  const create = (browser: Browser, over: object = {}, headers: Record<string, string> = {}) =>
    browser.call('POST', '/stores/create', { ...body, ...over }, headers);
  const storesOf = async (browser: Browser) => (await browser.must('GET', '/me'))['stores'] as { id: string }[];

  it('is created by a person without any, who owns it alone', async () => {
    const browser = await api.signUp(anEmail());
    expect(await browser.must('GET', '/me')).toMatchObject({ stores: [], canCreateStore: true });
    const created = await create(browser);
    expect(created).toMatchObject({
      status: 200,
      json: { data: { name: body.name, status: 'ACTIVE', devMode: true } },
    });
    const { id } = created.json['data'] as { id: string };
    const subAccounts = { dev: true, prod: false };
    expect(await storesOf(browser)).toEqual([
      { id, name: body.name, role: 'OWNER', permissions: [...permissions], subAccounts, sandboxOf: null },
    ]);
    const audit = await api.database.db('audit_log').where({ action: 'store.created', target_id: id });
    expect(audit).toMatchObject([{ actor_kind: 'USER' }]);
  });

  it('is created once for an Idempotency-Key, which belongs to the person', async () => {
    const browser = await api.signUp(anEmail());
    const other = await api.signUp(anEmail());
    const headers = { 'idempotency-key': 'loja-1' };
    const first = await create(browser, {}, headers);
    const again = await create(browser, {}, headers);
    expect(again.json).toEqual(first.json);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await create(browser, { name: 'Outra' }, headers)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const others = await create(other, {}, headers);
    expect(others.status).toBe(200);
    expect(others.json['data']).not.toMatchObject({ id: (first.json['data'] as { id: string }).id });
  });

  it('needs a second factor of the last 15 minutes from whoever has a store already', async () => {
    const browser = await aMember(await aStore(), 'VIEWER');
    await fresh(browser);
    expect((await create(browser)).status).toBe(200);
    api.clock.advance(15 * 60_000);
    expect(await create(browser)).toMatchObject({ status: 403, code: 'SECOND_FACTOR_REQUIRED' });
  });

  it('needs it of all but one of the requests that come at once', async () => {
    const browser = await api.signUp(anEmail());
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => create(browser)));
    expect(answers.map(({ status, code }) => [status, code]).sort()).toEqual([
      [200, undefined],
      ...Array.from({ length: 5 }, () => [403, 'SECOND_FACTOR_REQUIRED']),
    ]);
    expect(await storesOf(browser)).toHaveLength(1);
  });

  it('is refused to whoever owns as many as one may, closed ones too, and has no second door in v2', async () => {
    const browser = await api.signUp(anEmail());
    const { id } = (await create(browser)).json['data'] as { id: string };
    const member = browser.in(id, 'dev');
    await fresh(member);
    const at = api.clock.real();
    const owned = await Promise.all(Array.from({ length: ownedStoresMax - 1 }, aStore));
    const user_id = await idOf(browser);
    const owner = { user_id, role: 'OWNER', created_at: at, updated_at: at };
    await api.database.db('members').insert(owned.map((store_id) => ({ store_id, ...owner })));
    await api.database.db('stores').whereIn('id', owned).update({ status: 'CLOSED' });
    expect(await create(browser)).toMatchObject({ status: 403, code: 'TOO_MANY_STORES' });
    expect(await member.call('POST', '/v2/stores/create', body)).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    await api.database.db('members').where({ store_id: owned[0], user_id }).update({ role: 'VIEWER' });
    expect((await create(browser)).status).toBe(200);
    expect((await create(browser)).code).toBe('TOO_MANY_STORES');
  });

  it('is not created without a session, from another site, or with a tax id that is none', async () => {
    expect(await create(api.browser())).toMatchObject({ status: 401, code: 'SESSION_MISSING' });
    const browser = await api.signUp(anEmail());
    expect(await create(browser, {}, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      code: 'CROSS_SITE_REQUEST',
    });
    expect((await create(browser, { taxId: '11.222.333/0001-80' })).status).toBe(400);
    expect(await storesOf(browser)).toEqual([]);
  });

  it('is refused where only the operator creates stores', async () => {
    const closed = await peopleApi({ isCreationOpen: false });
    const browser = await closed.signUp(anEmail());
    expect(await browser.must('GET', '/me')).toMatchObject({ canCreateStore: false });
    expect(await create(browser)).toMatchObject({ status: 403, code: 'STORE_CREATION_CLOSED' });
    await closed.stop();
  });

  it('tells the holder of an invitation who invites to which store, and nobody once it is used', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER', 'convida@example.com');
    await fresh(owner);
    const known = anEmail();
    await api.signUp(known);
    const open = async (email: string) =>
      api.browser().call('POST', '/auth/links/open', { token: await api.tokenTo(email) });
    const shown = (email: string, over: object) => ({
      data: { kind: 'INVITATION', email, role: 'FINANCE', invitation: { storeId, role: 'FINANCE', ...over } },
    });
    const newcomer = anEmail();
    for (const email of [known, newcomer]) await owner.must('POST', '/v2/members/invite', { email, role: 'FINANCE' });
    const who = { storeName: `Loja ${storeId}`, invitedBy: 'convida@example.com' };
    expect((await open(known)).json).toMatchObject(shown(known, { ...who, hasAccount: true }));
    expect((await open(newcomer)).json).toMatchObject(shown(newcomer, { ...who, hasAccount: false }));

    const byOperator = anEmail();
    await transact(api.people, (tx) => invite(tx, { storeId }, { email: byOperator, role: 'FINANCE' }, operator));
    expect((await open(byOperator)).json).toMatchObject(shown(byOperator, { invitedBy: null }));

    const token = await api.tokenTo(known);
    await api.browser().must('POST', '/auth/invitations/accept', { token });
    expect(await api.browser().call('POST', '/auth/links/open', { token })).toMatchObject({ code: 'LINK_INVALID' });
    await api.database.db('stores').where({ id: storeId }).update({ status: 'CLOSED' });
    expect(await open(newcomer)).toMatchObject({ status: 400, code: 'LINK_INVALID' });
  });

  it('tells the holder of a link to an e-mail without account that there is none', async () => {
    const email = anEmail();
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const answer = await api.browser().call('POST', '/auth/links/open', { token: await api.tokenTo(email) });
    expect(answer.json).toMatchObject({ data: { kind: 'NO_ACCOUNT', email, invitation: null } });
  });
});

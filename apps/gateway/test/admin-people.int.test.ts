import { generate } from 'otplib';
import { runAdminProgram } from './admin-program';
import { goodPassword, origin, peopleApi, type PeopleApi } from './people';
import { insertTestStore } from './test-store';
import { toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { createApiKey } from '../src/api-keys/api-key-service';

describe("the operator's commands for people", () => {
  let api: PeopleApi;
  beforeAll(async () => {
    api = await peopleApi({ signUp: 'closed' });
    // Links of commands begin at the time of this machine.
    api.clock.advance(Date.now() - api.clock.real().getTime());
  });
  afterAll(() => api.stop());

  function admin(...args: readonly string[]) {
    const key = Buffer.alloc(32, 1).toString('base64');
    return runAdminProgram(args, {
      DATABASE_URL: api.database.url,
      DATA_KEY: key,
      PAGE_KEY: key,
      PUBLIC_URL: origin,
      PITANGA_OPERATOR: 'ana',
    });
  }
  const printed = async (...args: readonly string[]): Promise<string> => {
    const { out, error } = await admin(...args);
    expect(error).toBe('');
    return out;
  };

  const aStore = async (): Promise<string> => {
    const storeId = api.ids.next('store', api.clock.real());
    await insertTestStore(api.database.db, toTenant(storeId, false));
    return storeId;
  };
  const joinBy = async (link: string) => {
    const browser = api.browser();
    const token = link.slice(link.indexOf('#') + 1).trim();
    await browser.must('POST', '/auth/invitations/accept', { token, password: goodPassword });
    return browser;
  };

  it('invite the first owner of a store by a link, which is listed and shown until it is used', async () => {
    const store = await aStore();
    const email = 'dona@example.com';
    const invited = JSON.parse(
      await printed('stores', 'invite', '--store', store, '--email', email, '--role', 'OWNER', '--json'),
    ) as { id: string; link: string };
    expect(invited.link).toMatch(/^https:\/\/pitanga\.example\/dashboard\/invitation#\S{65}$/);
    const listed = JSON.parse(await printed('links', 'list', '--json')) as object[];
    expect(listed).toMatchObject([{ id: invited.id, kind: 'INVITATION', email, store, role: 'OWNER' }]);
    expect((await printed('links', 'show', '--id', invited.id)).trim()).toBe(invited.link);
    const owner = await joinBy(invited.link);
    expect(await owner.must('GET', '/me')).toMatchObject({ stores: [{ id: store, role: 'OWNER' }] });
    expect((await admin('links', 'show', '--id', invited.id)).code).toBe(1);
    const shown = JSON.parse(await printed('users', 'show', '--email', 'DONA@example.com', '--json')) as object;
    expect(shown).toMatchObject({ email, stores: [`${store} OWNER`], totp: false });
    const entry = await api.database.db('audit_log').where({ chain: store, seq: 1 }).first<Record<string, unknown>>();
    expect(entry).toMatchObject({ action: 'member.invited', actor_kind: 'OPERATOR', actor_id: 'ana' });
  });

  it('remove lost factors, end the sessions, and say who did it', async () => {
    const store = await aStore();
    const link = await printed('stores', 'invite', '--store', store, '--email', 'lost@example.com', '--role', 'OWNER');
    const browser = await joinBy(link.split('\n')[0] ?? '');
    const { secret } = (await browser.must('POST', '/auth/totp/enrol', { currentPassword: goodPassword })) as {
      secret: string;
    };
    const code = await generate({ secret, epoch: Math.floor(api.clock.real().getTime() / 1000) });
    await browser.must('POST', '/auth/totp/confirm', { code });
    await printed('users', 'reset-second-factor', '--email', 'lost@example.com');
    const again = api.browser();
    const signedIn = await again.must('POST', '/auth/sign-in', { email: 'lost@example.com', password: goodPassword });
    expect(signedIn).toEqual({ next: 'DONE', factors: [] });
    expect((await browser.call('POST', '/auth/sign-out')).code).toBe('SESSION_MISSING');
    const entry = await api.database.db('audit_log').where({ action: 'factor.reset' }).first<Record<string, unknown>>();
    expect(entry).toMatchObject({ chain: 'installation', actor_kind: 'OPERATOR', actor_id: 'ana' });
  });

  it('erase a person for good, but for the last owner of a store', async () => {
    const store = await aStore();
    const email = 'esquecida@example.com';
    const invite = async (who: string) =>
      joinBy(
        (await printed('stores', 'invite', '--store', store, '--email', who, '--role', 'OWNER')).split('\n')[0] ?? '',
      );
    await invite(email);
    const refused = await admin('users', 'erase', '--email', email);
    expect([refused.code, refused.error.trim()]).toEqual([1, 'A store keeps at least one owner']);
    await invite('outra@example.com');
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const user = JSON.parse(await printed('users', 'show', '--email', email, '--json')) as { id: string };
    const key = await transact(api.people, (tx) =>
      createApiKey(
        tx,
        toTenant(store, false),
        { actor: { kind: 'USER', id: user.id }, requestId: 'req_1' },
        { kind: 'SECRET', description: 'Servidor', permissions: ['STORE:READ'] },
      ),
    );
    expect(await printed('users', 'erase', '--email', email)).toContain(key.key.id);
    expect((await admin('keys', 'revoke')).code).toBe(1);
    expect(await printed('keys', 'revoke', '--made-by', user.id)).toContain(key.key.id);
    expect(await printed('keys', 'revoke', '--made-by', user.id)).toContain('No live key');
    expect((await admin('users', 'show', '--email', email)).code).toBe(1);
    const tables = ['users', 'sessions', 'members', 'account_messages', 'passkeys', 'user_totps', 'sign_in_attempts'];
    for (const name of tables) {
      const column = { users: 'id', sign_in_attempts: 'subject' }[name] ?? 'user_id';
      expect([name, await api.database.db(name).where(column, 'like', `%${user.id}%`)]).toEqual([name, []]);
    }
    expect((await api.browser().call('POST', '/auth/sign-in', { email, password: goodPassword })).code).toBe(
      'SIGN_IN_FAILED',
    );
  });
});

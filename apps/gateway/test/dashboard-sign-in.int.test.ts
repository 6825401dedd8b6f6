import { startBeforeAll, waitFor } from '@pitanga/testing';
import { goodPassword, peopleApi, type Browser } from './people';

const otherPassword = 'outra frase bem longa';
const minuteMs = 60_000;

describe('people who sign in', () => {
  const api = startBeforeAll(peopleApi);
  let emails = 0;

  const anEmail = () => `ana.${String((emails += 1))}@example.com`;
  const signIn = (email: string, password: string, browser = api.browser()) =>
    browser.call('POST', '/auth/sign-in', { email, password });

  it('sign up by a link, and are who they are', async () => {
    const email = anEmail();
    const browser = await api.signUp(`  ${email.toUpperCase()} `.trim().toLowerCase());
    const me = await browser.must('GET', '/me');
    expect(me).toMatchObject({ user: { email }, stores: [], factors: { totp: false, passkeys: 0, recoveryCodes: 0 } });
    expect((await signIn(email.toUpperCase(), goodPassword)).json).toMatchObject({ data: { next: 'DONE' } });
  });

  it('have their e-mail and links in no column in the clear', async () => {
    const email = anEmail();
    await api.signUp(email);
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const token = await api.tokenTo(email);
    for (const name of ['users', 'sessions', 'account_messages', 'sign_in_attempts', 'audit_log']) {
      const rows = JSON.stringify(await api.database.db(name), (_key, value: unknown) =>
        (value as { type?: string } | null)?.type === 'Buffer'
          ? Buffer.from((value as { data: number[] }).data).toString('latin1')
          : value,
      );
      for (const secret of [email, token, goodPassword]) expect([name, rows.includes(secret)]).toEqual([name, false]);
    }
  });

  it('get a cookie that no script, other site or subdomain can use', async () => {
    const browser = await api.signUp(anEmail());
    const [session, device] = browser.setCookies;
    expect(session).toMatch(
      /^__Host-pitanga=[0-9A-Za-z]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(device).toMatch(/^__Host-pitanga-browser=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  });

  it('get a cookie without the prefix where browsers would refuse it: on plain http', async () => {
    const local = await peopleApi({ publicUrl: 'http://127.0.0.1:8080' });
    const browser = await local.signUp(anEmail());
    expect(browser.setCookies[0]).toMatch(/^pitanga=[0-9A-Za-z]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    await local.stop();
  });

  it('get another token at each sign-in, whatever the browser brings', async () => {
    const email = anEmail();
    const browser = await api.signUp(email);
    const first = browser.session;
    await signIn(email, goodPassword, browser);
    expect(browser.session).not.toBe(first);
    const fixed = api.browser();
    fixed.cookies.set('__Host-pitanga', 'A'.repeat(43));
    await signIn(email, goodPassword, fixed);
    expect(fixed.session).not.toBe('A'.repeat(43));
    expect((await fixed.call('GET', '/me')).status).toBe(200);
  });

  it('are answered alike for an unknown e-mail and a wrong password', async () => {
    const email = anEmail();
    await api.signUp(email);
    const known = await signIn(email, otherPassword);
    const unknown = await signIn(anEmail(), otherPassword);
    expect(known).toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' });
    expect([unknown.status, unknown.json]).toEqual([known.status, known.json]);
  });

  it('are answered alike when they ask for a link, with or without an account', async () => {
    const email = anEmail();
    await api.signUp(email);
    for (const path of ['/auth/sign-up', '/auth/password/forgot']) {
      const [known, unknown] = [
        await api.browser().call('POST', path, { email }),
        await api.browser().call('POST', path, { email: anEmail() }),
      ];
      expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
      expect(known.status).toBe(200);
    }
  });

  it('cost the same queries and password hashes with and without an account', async () => {
    const email = anEmail();
    await api.signUp(email);
    let queries = 0;
    const count = () => (queries += 1);
    const events = api.database.db as unknown as {
      on(name: 'query', listener: () => void): void;
      off(name: 'query', listener: () => void): void;
    };
    const verified: (string | undefined)[] = [];
    const spied = jest.spyOn(api.people.hasher, 'verify').mockImplementation((_password, stored) => {
      verified.push(stored?.slice(0, 9));
      return Promise.resolve(false);
    });
    const costOf = async (path: string, body: object) => {
      queries = 0;
      await api.browser().call('POST', path, body);
      return queries;
    };
    events.on('query', count);
    for (const path of ['/auth/sign-in', '/auth/sign-up', '/auth/password/forgot']) {
      const known = await costOf(path, { email, password: otherPassword });
      const unknown = await costOf(path, { email: anEmail(), password: otherPassword });
      expect([path, unknown]).toEqual([path, known]);
      expect(known).toBeGreaterThan(2);
    }
    events.off('query', count);
    spied.mockRestore();
    // The hasher works as long for no stored hash as for one; see passwords.test.ts.
    expect(verified).toEqual(['$argon2id', undefined]);
  });

  it('without an account get a link that opens nothing', async () => {
    const email = anEmail();
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const token = await api.tokenTo(email);
    for (const path of ['/auth/password/reset', '/auth/sign-up/complete']) {
      const answer = await api.browser().call('POST', path, { token, password: goodPassword });
      expect(answer).toMatchObject({ status: 400, code: 'LINK_INVALID' });
    }
  });

  it('get at most five messages an hour, and are answered the same after that', async () => {
    const email = anEmail();
    for (let count = 0; count < 7; count += 1) {
      await api.browser().must('POST', '/auth/password/forgot', { email });
    }
    const count = async () => (await api.database.db('account_messages').count('* as count'))[0]?.['count'];
    const before = await count();
    await api.browser().must('POST', '/auth/password/forgot', { email });
    expect(await count()).toBe(before);
    api.clock.advance(61 * minuteMs);
    await api.browser().must('POST', '/auth/password/forgot', { email });
    expect(Number(await count())).toBe(Number(before) + 1);
  });

  it('use a link once, also twice at the same time, and not after its end', async () => {
    const email = anEmail();
    await api.browser().must('POST', '/auth/sign-up', { email });
    const token = await api.tokenTo(email);
    const use = (password = goodPassword, given = token) =>
      api.browser().call('POST', '/auth/sign-up/complete', { token: given, password });
    expect((await use(goodPassword, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).code).toBe(
      'LINK_INVALID',
    );
    // A refused password uses nothing up.
    expect((await use('short')).code).toBe('PASSWORD_LENGTH');
    const statuses = (await Promise.all([use(), use(), use()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400, 400]);

    const late = anEmail();
    await api.browser().must('POST', '/auth/sign-up', { email: late });
    const expired = await api.tokenTo(late);
    api.clock.advance(24 * 60 * minuteMs);
    expect((await use(goodPassword, expired)).code).toBe('LINK_INVALID');
  });

  it('set a new password by a link, which ends every session and other link', async () => {
    const email = anEmail();
    const browser = await api.signUp(email);
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const earlier = await api.tokenTo(email);
    api.clock.advance(1);
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const token = await api.tokenTo(email);
    expect(token).not.toBe(earlier);
    await api.browser().must('POST', '/auth/password/reset', { token, password: otherPassword });
    for (const used of [token, earlier]) {
      const again = await api.browser().call('POST', '/auth/password/reset', { token: used, password: goodPassword });
      expect(again.code).toBe('LINK_INVALID');
    }
    await expect(api.database.db('sessions').where({ user_id: await idOf(email) })).resolves.toEqual([]);
    expect((await signIn(email, goodPassword)).code).toBe('SIGN_IN_FAILED');
    expect((await signIn(email, otherPassword)).status).toBe(200);
    expect(browser.session).toBeDefined();
  });

  const idOf = async (email: string): Promise<string> => {
    const browser = api.browser();
    const answer = await signIn(email, otherPassword, browser);
    if (answer.status !== 200) await signIn(email, goodPassword, browser);
    const { user } = (await browser.must('GET', '/me')) as { user: { id: string } };
    await browser.must('POST', '/auth/sign-out');
    return user.id;
  };

  it('change the password with the current one, which ends the other sessions and renews this one', async () => {
    const email = anEmail();
    const browser = await api.signUp(email);
    const other = api.browser();
    await signIn(email, goodPassword, other);
    const change = (currentPassword: string, newPassword: string) =>
      browser.call('POST', '/auth/password/change', { currentPassword, newPassword });
    expect((await change(otherPassword, otherPassword)).code).toBe('PASSWORD_WRONG');
    expect((await change(goodPassword, email)).code).toBe('PASSWORD_IS_EMAIL');
    const before = browser.session;
    expect((await change(goodPassword, otherPassword)).status).toBe(200);
    expect(browser.session).not.toBe(before);
    expect((await browser.call('GET', '/me')).status).toBe(200);
    expect((await other.call('GET', '/me')).code).toBe('SESSION_MISSING');
  });

  it('see their sessions, and end one, all others, or their own', async () => {
    const email = anEmail();
    const browser = await api.signUp(email);
    const [second, third] = [api.browser(), api.browser()];
    for (const one of [second, third]) await signIn(email, goodPassword, one);
    const sessions = (await browser.must('GET', '/auth/sessions/list')) as unknown as {
      id: string;
      isCurrent: boolean;
    }[];
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions).toHaveLength(3);
    const stranger = await api.signUp(anEmail());
    const own = sessions.find(({ isCurrent }) => isCurrent)!;
    expect((await stranger.call('POST', '/auth/sessions/revoke', { id: own.id })).code).toBe('SESSION_NOT_FOUND');
    const [one] = sessions.filter(({ isCurrent }) => !isCurrent);
    await browser.must('POST', '/auth/sessions/revoke', { id: one!.id });
    expect(await browser.must('GET', '/auth/sessions/list')).toHaveLength(2);
    await browser.must('POST', '/auth/sessions/revoke-others');
    expect(await browser.must('GET', '/auth/sessions/list')).toHaveLength(1);
    await browser.must('POST', '/auth/sign-out');
    expect(browser.session).toBeUndefined();
    expect((await browser.call('GET', '/me')).code).toBe('SESSION_MISSING');
  });

  it('are signed out after 12 idle hours, and after 14 days however busy', async () => {
    const browser = await api.signUp(anEmail());
    const hourMs = 60 * minuteMs;
    for (let hours = 0; hours < 14 * 24 - 6; hours += 6) {
      api.clock.advance(6 * hourMs);
      await waitForUse(browser);
    }
    api.clock.advance(6 * hourMs);
    await untilSignedOut(browser);

    const other = await api.signUp(anEmail());
    api.clock.advance(12 * hourMs);
    await untilSignedOut(other);
  });

  /** An answer is remembered for up to a second of real time. */
  const untilSignedOut = (browser: Browser) =>
    waitFor('the end', async () => (await browser.call('GET', '/me')).code === 'SESSION_MISSING');

  /** The use of a session is noted beside the request. */
  const waitForUse = async (browser: Browser) => {
    expect((await browser.call('GET', '/auth/sessions/list')).status).toBe(200);
    await api.database.db('sessions').where({ level: 'FULL' }).update({ last_seen_at: api.clock.real() });
  };

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of a subdomain', { origin: 'https://x.pitanga.example' }],
    ['of a sandbox', { origin: 'null' }],
    ['without the header of the dashboard', { 'x-pitanga-client': 'curl' }],
  ])('are not acted for by a request %s', async (_what, headers) => {
    const browser = await api.signUp(anEmail());
    const answer = await browser.call('POST', '/auth/sign-out', {}, headers);
    expect(answer).toMatchObject({ status: 403, code: 'CROSS_SITE_REQUEST' });
    expect((await browser.call('GET', '/me', undefined, headers)).code).toBe('CROSS_SITE_REQUEST');
    expect((await browser.call('GET', '/me')).status).toBe(200);
  });

  it('are not acted for by a POST that does not say where it comes from', async () => {
    const browser = await api.signUp(anEmail());
    Reflect.deleteProperty(browser.headers, 'origin');
    expect((await browser.call('POST', '/auth/sign-out')).code).toBe('CROSS_SITE_REQUEST');
    expect((await browser.call('GET', '/me')).status).toBe(200);
  });

  it.each([
    ['closed', 'SIGN_UP_CLOSED'],
    ['invite', 'SIGN_UP_CLOSED'],
  ] as const)('cannot sign up where that is %s', async (signUp, code) => {
    const closed = await peopleApi({ signUp });
    expect((await closed.browser().call('POST', '/auth/sign-up', { email: anEmail() })).code).toBe(code);
    await closed.stop();
  });
});

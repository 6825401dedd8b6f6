import { startBeforeAll, waitFor } from '@pitanga/testing';
import { generate } from 'otplib';
import { purgeUnconfirmedTotps } from '../src/factors/factor-repository';
import { sessionsMaxOf } from '../src/sessions/session';
import { goodPassword, peopleApi, type Browser } from './people';

const minuteMs = 60_000;

describe('the second factors of people', () => {
  const api = startBeforeAll(peopleApi);
  let emails = 0;

  const anEmail = () => `leo.${String((emails += 1))}@example.com`;
  const codeOf = (secret: string, offsetSeconds = 0) =>
    generate({ secret, epoch: Math.floor(api.clock.real().getTime() / 1000) + offsetSeconds });
  const signIn = async (email: string, browser = api.browser()) => {
    const data = await browser.must('POST', '/auth/sign-in', { email, password: goodPassword });
    return { browser, data };
  };

  /** A person with an authenticator app, whose enrolment used the code of the present step. */
  async function withTotp(email = anEmail()) {
    const browser = await api.signUp(email);
    const { secret } = (await browser.must('POST', '/auth/totp/enrol', { currentPassword: goodPassword })) as {
      secret: string;
    };
    const { recoveryCodes } = (await browser.must('POST', '/auth/totp/confirm', { code: await codeOf(secret) })) as {
      recoveryCodes: string[];
    };
    return { email, browser, secret, recoveryCodes };
  }

  const prove = (browser: Browser, code: string, kind: 'totp' | 'recovery-code' = 'totp') =>
    browser.call('POST', `/auth/second-factor/${kind}`, { code });

  it('are enrolled with the password and a first code, and then asked for at sign-in', async () => {
    const email = anEmail();
    const first = await api.signUp(email);
    expect((await first.call('POST', '/auth/totp/enrol')).code).toBe('PASSWORD_WRONG');
    expect((await first.call('POST', '/auth/totp/enrol', { currentPassword: 'not the password' })).code).toBe(
      'PASSWORD_WRONG',
    );
    const enrolled = (await first.must('POST', '/auth/totp/enrol', { currentPassword: goodPassword })) as {
      secret: string;
      uri: string;
    };
    expect(enrolled.uri).toContain(`secret=${enrolled.secret}`);
    // Not yet asked for: the app has not proved that it has the secret.
    expect((await signIn(email)).data).toEqual({ next: 'DONE', factors: [] });
    expect((await first.call('POST', '/auth/totp/confirm', { code: '000000' })).code).toBe('TOTP_CODE_INVALID');
    await first.must('POST', '/auth/totp/confirm', { code: await codeOf(enrolled.secret) });
    expect((await first.call('POST', '/auth/totp/confirm', { code: await codeOf(enrolled.secret) })).code).toBe(
      'TOTP_EXISTS',
    );

    const { browser, data } = await signIn(email);
    expect(data).toEqual({ next: 'SECOND_FACTOR', factors: ['TOTP', 'RECOVERY_CODE'] });
    for (const path of ['/me', '/auth/sessions/list', '/auth/factors/list']) {
      expect((await browser.call('GET', path)).code).toBe('SECOND_FACTOR_PENDING');
    }
    const stores = await browser.in('store_1', 'dev').call('GET', '/v2/members/list');
    expect(stores.code).toBe('SECOND_FACTOR_PENDING');
    const before = browser.session;
    api.clock.advance(30_000);
    expect((await prove(browser, await codeOf(enrolled.secret))).status).toBe(200);
    expect(browser.session).not.toBe(before);
    expect(await browser.must('GET', '/me')).toMatchObject({ factors: { totp: true, recoveryCodes: 10 } });
  });

  it('end the token that was there before them, and every other session when they are added', async () => {
    const email = anEmail();
    await api.signUp(email);
    const { browser: other } = await signIn(email);
    const { browser: mine } = await signIn(email);
    const stolen = mine.copy();
    const { secret } = (await mine.must('POST', '/auth/totp/enrol', { currentPassword: goodPassword })) as {
      secret: string;
    };
    await mine.must('POST', '/auth/totp/confirm', { code: await codeOf(secret) });
    // What a token was is remembered for up to a second.
    for (const ended of [other, stolen]) {
      await waitFor('the end', async () => (await ended.call('GET', '/me')).code === 'SESSION_MISSING');
    }
    expect((await mine.call('GET', '/me')).status).toBe(200);
  });

  it('take each code once, also twice at the same time, and none of an earlier step after it', async () => {
    const { email, secret } = await withTotp();
    const enrolment = await codeOf(secret);
    const { browser } = await signIn(email);
    expect((await prove(browser, enrolment)).code).toBe('SECOND_FACTOR_INVALID');
    api.clock.advance(60_000);
    const [previous, current] = [await codeOf(secret, -30), await codeOf(secret)];
    const two = [browser.copy(), browser.copy()];
    const answers = await Promise.all(two.map((one) => prove(one, current)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { browser: next } = await signIn(email);
    for (const code of [current, previous]) expect((await prove(next, code)).code).toBe('SECOND_FACTOR_INVALID');
    api.clock.advance(30_000);
    expect((await prove(next, await codeOf(secret))).status).toBe(200);
  });

  it('take codes of a clock that is 30 seconds off, and none that is further off', async () => {
    const { email, secret } = await withTotp();
    api.clock.advance(10 * minuteMs);
    const { browser } = await signIn(email);
    for (const offset of [-90, 90]) expect((await prove(browser, await codeOf(secret, offset))).status).toBe(401);
    expect((await prove(browser, await codeOf(secret, -30))).status).toBe(200);
    const { browser: again } = await signIn(email);
    expect((await prove(again, await codeOf(secret, 30))).status).toBe(200);
  });

  it('are begun at sign-in as often as somebody knows the password, without an end of a complete session', async () => {
    const { email, browser: complete, secret } = await withTotp();
    for (let count = 0; count < 25; count += 1) await signIn(email);
    const sessions = (await complete.must('GET', '/auth/sessions/list')) as unknown as { isCurrent: boolean }[];
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(sessions.length).toBe(1 + sessionsMaxOf.PASSWORD);

    // A session that becomes complete counts as such.
    const { browser: last } = await signIn(email);
    const { db } = api.database;
    const { user } = (await complete.must('GET', '/me')) as { user: { id: string } };
    const userId = user.id;
    await db.raw(
      `insert into sessions select id || '_' || n, user_id, sha256((id || n)::bytea), level, second_factor_at, user_agent,
         created_at, last_seen_at - interval '1 minute', ends_at
       from sessions, generate_series(1, ?) n where user_id = ? and level = 'FULL'`,
      [sessionsMaxOf.FULL - 1, userId],
    );
    api.clock.advance(30_000);
    expect((await prove(last, await codeOf(secret))).status).toBe(200);
    const levels = await db('sessions').where({ user_id: userId }).pluck<string[]>('level');
    expect(levels.filter((level) => level === 'FULL')).toHaveLength(sessionsMaxOf.FULL);
    expect((await last.call('GET', '/me')).status).toBe(200);
  });

  it('end unconfirmed after ten minutes: an old secret is worth nothing, and is deleted', async () => {
    const browser = await api.signUp(anEmail());
    const enrol = async () =>
      (await browser.must('POST', '/auth/totp/enrol', { currentPassword: goodPassword })) as { secret: string };
    const { secret } = await enrol();
    api.clock.advance(10 * minuteMs);
    const late = await browser.call('POST', '/auth/totp/confirm', { code: await codeOf(secret) });
    expect(late.code).toBe('TOTP_NOT_ENROLLED');
    const mine = () => api.database.db('user_totps').where({ confirmed_at: null });
    expect(await mine()).toHaveLength(1);
    await purgeUnconfirmedTotps(api.database.db, api.people.all, api.clock.real());
    expect(await mine()).toHaveLength(0);
    const next = await enrol();
    api.clock.advance(10 * minuteMs - 1);
    await purgeUnconfirmedTotps(api.database.db, api.people.all, api.clock.real());
    expect((await browser.call('POST', '/auth/totp/confirm', { code: await codeOf(next.secret) })).status).toBe(200);
  });

  it('lock after five wrong codes, so that a stolen password and patience are not enough', async () => {
    const { email, secret } = await withTotp();
    const { browser } = await signIn(email);
    api.clock.advance(30_000);
    for (let count = 0; count < 5; count += 1) expect((await prove(browser, '12345')).status).toBe(401);
    const refused = await prove(browser, await codeOf(secret));
    expect(refused).toMatchObject({ status: 429, code: 'SIGN_IN_PAUSED' });
    expect(refused.headers['retry-after']).toBe('60');
    api.clock.advance(60_000);
    expect((await prove(browser, await codeOf(secret))).status).toBe(200);
  });

  it('are set up by no more guesses than are allowed at a sign-in', async () => {
    const mine = await api.signUp(anEmail());
    const { secret } = (await mine.must('POST', '/auth/totp/enrol', { currentPassword: goodPassword })) as {
      secret: string;
    };
    for (let count = 0; count < 5; count += 1) {
      expect((await mine.call('POST', '/auth/totp/confirm', { code: '12345' })).code).toBe('TOTP_CODE_INVALID');
    }
    const refused = await mine.call('POST', '/auth/totp/confirm', { code: await codeOf(secret) });
    expect(refused).toMatchObject({ status: 429, code: 'SIGN_IN_PAUSED' });
  });

  it('wait ten minutes for the second step', async () => {
    const { email, secret } = await withTotp();
    const { browser } = await signIn(email);
    api.clock.advance(10 * minuteMs);
    expect((await prove(browser, await codeOf(secret))).code).toBe('SESSION_MISSING');
  });

  it('are replaced by a recovery code once, and renewed with a fresh factor only', async () => {
    const { email, recoveryCodes } = await withTotp();
    expect(recoveryCodes).toHaveLength(10);
    const [code = ''] = recoveryCodes;
    const { browser } = await signIn(email);
    expect((await prove(browser, code.replaceAll('-', ' '), 'recovery-code')).status).toBe(200);
    const { browser: again } = await signIn(email);
    expect((await prove(again, code, 'recovery-code')).code).toBe('SECOND_FACTOR_INVALID');
    const renewed = (await browser.must('POST', '/auth/recovery-codes/renew')) as { recoveryCodes: string[] };
    expect((await prove(again, recoveryCodes[1] ?? '', 'recovery-code')).status).toBe(401);
    expect((await prove(again, renewed.recoveryCodes[1] ?? '', 'recovery-code')).status).toBe(200);
    api.clock.advance(15 * minuteMs);
    expect((await again.call('POST', '/auth/recovery-codes/renew')).code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('are removed with a fresh factor only, and the last takes the recovery codes with it', async () => {
    const { email, browser, secret, recoveryCodes } = await withTotp();
    api.clock.advance(15 * minuteMs);
    expect((await browser.call('POST', '/auth/totp/remove')).code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await prove(browser, await codeOf(secret))).status).toBe(200);
    await browser.must('POST', '/auth/totp/remove');
    expect((await browser.call('POST', '/auth/totp/remove')).code).toBe('TOTP_NOT_ENROLLED');
    const { browser: next, data } = await signIn(email);
    expect(data).toEqual({ next: 'DONE', factors: [] });
    expect((await prove(next, recoveryCodes[5] ?? '', 'recovery-code')).status).toBe(401);
  });

  it('leave an entry for each that is added, renewed and removed', async () => {
    const { browser } = await withTotp();
    await browser.must('POST', '/auth/recovery-codes/renew');
    await browser.must('POST', '/auth/totp/remove');
    const { user } = (await browser.must('GET', '/me')) as { user: { id: string } };
    const rows = await api.database
      .db('audit_log')
      .where({ actor_id: user.id })
      .orderBy('seq')
      .select<{ action: string; after: string }[]>('action', 'after');
    expect(rows.map(({ action, after }) => `${action} ${after}`)).toEqual([
      expect.stringMatching(/^user\.created/),
      'factor.added {"factor":"TOTP"}',
      'factor.renewed {"factor":"RECOVERY_CODES"}',
      'factor.removed {"factor":"TOTP"}',
    ]);
  });

  it('keep secrets sealed and codes hashed', async () => {
    const { secret, recoveryCodes } = await withTotp();
    const rows = JSON.stringify([
      await api.database.db('user_totps').select(api.database.db.raw("encode(secret_sealed, 'escape') as it")),
      await api.database.db('recovery_codes').select(api.database.db.raw("encode(hash, 'escape') as it")),
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(rows).not.toContain(text);
  });
});

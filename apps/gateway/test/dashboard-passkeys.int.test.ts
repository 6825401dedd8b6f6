import { startBeforeAll } from '@pitanga/testing';
import { Authenticator } from './authenticator';
import { goodPassword, peopleApi } from './people';

const minuteMs = 60_000;

describe('the passkeys of people', () => {
  const api = startBeforeAll(peopleApi);
  let emails = 0;

  const anEmail = () => `bia.${String((emails += 1))}@example.com`;
  const signIn = async (email: string, browser = api.browser()) => {
    const data = await browser.must('POST', '/auth/sign-in', { email, password: goodPassword });
    return { browser, data };
  };

  async function withPasskey(authenticator = new Authenticator(), email = anEmail(), over = {}) {
    const browser = await api.signUp(email);
    const options = await browser.must('POST', '/auth/passkeys/register/options', { currentPassword: goodPassword });
    const response = authenticator.register(options as never, over);
    const data = await browser.must('POST', '/auth/passkeys/register', { response, name: 'Chave' });
    return { email, browser, authenticator, recoveryCodes: data['recoveryCodes'] as string[] };
  }

  it('are registered, and complete a sign-in', async () => {
    const { email, authenticator, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const { browser, data } = await signIn(email);
    expect(data).toEqual({ next: 'SECOND_FACTOR', factors: ['PASSKEY', 'RECOVERY_CODE'] });
    const options = await browser.must('POST', '/auth/second-factor/passkey/options');
    expect(options).toMatchObject({ rpId: 'pitanga.example', allowCredentials: [{ id: authenticator.id }] });
    const before = browser.session;
    const response = authenticator.authenticate(options as never, { isUnverified: true });
    await browser.must('POST', '/auth/second-factor/passkey', { response });
    expect(browser.session).not.toBe(before);
    expect(await browser.must('GET', '/auth/factors/list')).toMatchObject({
      passkeys: [{ id: authenticator.id, name: 'Chave', lastUsedAt: api.clock.real().toISOString() }],
    });
  });

  const alone = async (
    authenticator: Authenticator,
    over: Parameters<Authenticator['authenticate']>[1] = {},
    browser = api.browser(),
  ) => {
    const options = await browser.must('POST', '/auth/passkeys/sign-in/options');
    const response = authenticator.authenticate(options as never, over);
    return { browser, response, answer: await browser.call('POST', '/auth/passkeys/sign-in', { response }) };
  };

  it('sign in alone when they verify their person, as a fresh second factor', async () => {
    const { email, authenticator } = await withPasskey();
    const { browser, answer } = await alone(authenticator);
    expect(answer.status).toBe(200);
    expect(await browser.must('GET', '/me')).toMatchObject({
      user: { email },
      session: { secondFactorAt: api.clock.real().toISOString() },
    });
    expect((await alone(authenticator, { isUnverified: true })).answer.code).toBe('PASSKEY_INVALID');
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a counter that does not grow, as a copy has', { counter: 1 }],
  ])('are refused with %s', async (_what, over) => {
    const { authenticator } = await withPasskey();
    authenticator.counter = 5;
    expect((await alone(authenticator)).answer.status).toBe(200);
    expect((await alone(authenticator, over)).answer).toMatchObject({ status: 400, code: 'PASSKEY_INVALID' });
    authenticator.counter = 20;
    expect((await alone(authenticator)).answer.status).toBe(200);
  });

  it('are refused with the key of another', async () => {
    const { authenticator } = await withPasskey();
    const impostor = new Authenticator();
    Object.assign(impostor, { id: authenticator.id, counter: 50 });
    expect((await alone(impostor)).answer.code).toBe('PASSKEY_INVALID');
    expect((await alone(new Authenticator())).answer.code).toBe('PASSKEY_INVALID');
  });

  it('answer a challenge once, within five minutes, and for what it was made', async () => {
    const { email, authenticator } = await withPasskey(new Authenticator(), anEmail(), { counter: 0 });
    // One that does not count its uses: only the challenge tells a replay.
    const { browser, response } = await alone(authenticator, { counter: 0 });
    expect((await browser.call('POST', '/auth/passkeys/sign-in', { response })).code).toBe('PASSKEY_INVALID');

    const late = await browser.must('POST', '/auth/passkeys/sign-in/options');
    api.clock.advance(5 * minuteMs);
    const expired = authenticator.authenticate(late as never);
    expect((await browser.call('POST', '/auth/passkeys/sign-in', { response: expired })).code).toBe('PASSKEY_INVALID');

    const { browser: halfway } = await signIn(email);
    const forSignIn = await halfway.must('POST', '/auth/passkeys/sign-in/options');
    const wrong = authenticator.authenticate(forSignIn as never);
    expect((await halfway.call('POST', '/auth/second-factor/passkey', { response: wrong })).code).toBe(
      'PASSKEY_INVALID',
    );
  });

  it('are no second factor of another person', async () => {
    const mine = await withPasskey();
    const { email } = await withPasskey();
    const { browser } = await signIn(email);
    const options = await browser.must('POST', '/auth/second-factor/passkey/options');
    const response = mine.authenticator.authenticate(options as never);
    expect((await browser.call('POST', '/auth/second-factor/passkey', { response })).code).toBe('PASSKEY_INVALID');
  });

  it('cannot be registered twice, nor by an answer for another person', async () => {
    const { authenticator } = await withPasskey();
    const email = anEmail();
    const browser = await api.signUp(email);
    const begin = () => browser.must('POST', '/auth/passkeys/register/options', { currentPassword: goodPassword });
    const register = (response: object) => browser.call('POST', '/auth/passkeys/register', { response });
    expect((await register(authenticator.register((await begin()) as never))).code).toBe('PASSKEY_INVALID');
    const other = await api.signUp(anEmail());
    const theirs = await other.must('POST', '/auth/passkeys/register/options', { currentPassword: goodPassword });
    expect((await register(new Authenticator().register(theirs as never))).code).toBe('PASSKEY_INVALID');
    expect((await register({ id: 'x' })).status).toBe(400);
  });

  it('are at most ten of one person, and removed one by one', async () => {
    const { browser, authenticator } = await withPasskey();
    const options = () => browser.call('POST', '/auth/passkeys/register/options');
    for (let count = 1; count < 10; count += 1) {
      const { json } = await options();
      const response = new Authenticator().register(json['data'] as never);
      await browser.must('POST', '/auth/passkeys/register', { response });
    }
    expect((await options()).code).toBe('TOO_MANY_PASSKEYS');
    await browser.must('POST', '/auth/passkeys/remove', { id: authenticator.id });
    expect((await browser.call('POST', '/auth/passkeys/remove', { id: authenticator.id })).code).toBe(
      'PASSKEY_NOT_FOUND',
    );
    expect((await options()).status).toBe(200);
  });
});

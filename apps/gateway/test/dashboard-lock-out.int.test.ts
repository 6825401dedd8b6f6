import { findAuditBreaks } from '../src/audit/audit-log';
import { goodPassword, peopleApi, type Browser, type PeopleApi } from './people';

const minuteMs = 60_000;

describe('guessing passwords', () => {
  let api: PeopleApi;
  let emails = 0;
  beforeAll(async () => {
    api = await peopleApi();
  });
  afterAll(() => api.close());

  const anEmail = () => `rui.${String((emails += 1))}@example.com`;
  const guess = (email: string, browser: Browser = api.browser(), password = 'not this password') =>
    browser.call('POST', '/auth/sign-in', { email, password });

  it.each(['known', 'unknown'])(
    'locks the account of %s e-mails alike, longer each time, up to an hour',
    async (which) => {
      const email = anEmail();
      if (which === 'known') await api.signUp(email);
      for (let count = 0; count < 5; count += 1) expect((await guess(email)).status).toBe(401);
      const waits: unknown[] = [];
      for (let count = 0; count < 9; count += 1) {
        const refused = await guess(email, api.browser(), goodPassword);
        expect(refused).toMatchObject({ status: 429, code: 'SIGN_IN_PAUSED' });
        const wait = Number(refused.headers['retry-after']);
        waits.push(wait / 60);
        api.clock.advance(wait * 1000);
        expect((await guess(email)).status).toBe(401);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    },
  );

  it('lets at most five of fifty guesses at once be checked', async () => {
    const email = anEmail();
    await api.signUp(email);
    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  it('does not lock the owner out of a browser that is known, nor of a session', async () => {
    const email = anEmail();
    const owner = await api.signUp(email);
    await owner.must('POST', '/auth/sign-out');
    for (let count = 0; count < 6; count += 1) await guess(email);
    expect((await guess(email, api.browser(), goodPassword)).status).toBe(429);
    expect((await guess(email, owner, goodPassword)).status).toBe(200);
    expect((await owner.call('GET', '/me')).status).toBe(200);
    // The guesses of others still count.
    expect((await guess(email, api.browser(), goodPassword)).status).toBe(429);
  });

  it('locks a known browser too, which may be stolen, and takes no cookie of another person for one', async () => {
    const email = anEmail();
    const thief = (await api.signUp(email)).copy('10.9.9.1');
    for (let count = 0; count < 5; count += 1) expect((await guess(email, thief)).status).toBe(401);
    expect((await guess(email, thief, goodPassword)).status).toBe(429);

    const other = await api.signUp(anEmail());
    for (let count = 0; count < 5; count += 1) await guess(email);
    expect((await guess(email, other, goodPassword)).status).toBe(429);
  });

  it('locks an address that guesses at many accounts', async () => {
    const browser = api.browser();
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await guess(anEmail(), browser)).status);
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
  });

  it('is forgiven by a right password, by a day, and by a password set through the mailbox', async () => {
    const email = anEmail();
    await api.signUp(email);
    for (let count = 0; count < 4; count += 1) await guess(email);
    expect((await guess(email, api.browser(), goodPassword)).status).toBe(200);
    for (let count = 0; count < 4; count += 1) expect((await guess(email)).status).toBe(401);
    api.clock.advance(24 * 60 * minuteMs);
    for (let count = 0; count < 5; count += 1) expect((await guess(email)).status).toBe(401);
    expect((await guess(email, api.browser(), goodPassword)).status).toBe(429);
    await api.browser().must('POST', '/auth/password/forgot', { email });
    const token = await api.tokenTo(email);
    await api.browser().must('POST', '/auth/password/reset', { token, password: goodPassword });
    expect((await guess(email, api.browser(), goodPassword)).status).toBe(200);
  });

  it('leaves an entry in the audit log for each lock, without the e-mail', async () => {
    const email = anEmail();
    await api.signUp(email);
    const locks = async () =>
      await api.database.db('audit_log').where({ action: 'user.locked' }).select<{ actor_id: string }[]>('actor_id');
    const before = (await locks()).length;
    for (let count = 0; count < 5; count += 1) await guess(email);
    for (let count = 0; count < 5; count += 1) await guess('nobody@example.com');
    const after = (await locks()).slice(before).map(({ actor_id: id }) => id.replace(/_.*/, ''));
    expect(after.sort()).toEqual(['unknown', 'user']);
    expect(await findAuditBreaks(api.database.db, api.people.all)).toEqual([]);
  });
});

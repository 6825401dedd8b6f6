import { startBeforeAll } from '@pitanga/testing';
import { findAuditBreaks } from '../src/audit/audit-log';
import { passwordsBusy } from '../src/users/user-errors';
import { fastHasher, goodPassword, peopleApi, type Browser } from './people';

const minuteMs = 60_000;

describe('guessing passwords', () => {
  const api = startBeforeAll(peopleApi);
  let emails = 0;

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

  it('is not counted where the password was not checked, since too many were at once', async () => {
    let isBusy = false;
    const hasher = {
      ...fastHasher,
      verify: (...given: Parameters<typeof fastHasher.verify>) =>
        isBusy ? Promise.reject(passwordsBusy()) : fastHasher.verify(...given),
    };
    const busy = await peopleApi({ hasher });
    const email = anEmail();
    const owner = await busy.signUp(email);
    const browser = busy.browser();
    isBusy = true;
    for (let count = 0; count < 40; count += 1) {
      expect(await guess(email, browser)).toMatchObject({ status: 503, code: 'SIGN_IN_BUSY' });
    }
    const change = { currentPassword: goodPassword, newPassword: 'outra frase bem longa' };
    for (let count = 0; count < 6; count += 1) {
      expect((await owner.call('POST', '/auth/password/change', change)).code).toBe('SIGN_IN_BUSY');
    }
    isBusy = false;
    const left = await busy.database.db('sign_in_attempts').where('failures', '>', 0);
    expect(left).toEqual([]);
    expect((await guess(email, browser, goodPassword)).status).toBe(200);
    expect((await owner.call('POST', '/auth/password/change', change)).status).toBe(200);
    await busy.stop();
  });

  it('does not count against an address while the account is locked and nothing is checked', async () => {
    const [email, other] = [anEmail(), anEmail()];
    await api.signUp(other);
    const browser = api.browser();
    for (let count = 0; count < 5; count += 1) expect((await guess(email, browser)).status).toBe(401);
    for (let count = 0; count < 30; count += 1) expect((await guess(email, browser)).status).toBe(429);
    expect((await guess(other, browser, goodPassword)).status).toBe(200);
  });

  const locks = async (action: string) =>
    api.database.db('audit_log').where({ action }).orderBy('seq').select<LockEntry[]>('actor_id', 'target_id');

  it('leaves an entry in the audit log for each lock of an account, and of unknown e-mails only their number', async () => {
    const email = anEmail();
    await api.signUp(email);
    const [before, unknownBefore] = [(await locks('user.locked')).length, await countedLocks('unknown')];
    for (let count = 0; count < 5; count += 1) await guess(email);
    for (let index = 0; index < 3; index += 1) {
      const nobody = anEmail();
      for (let count = 0; count < 5; count += 1) await guess(nobody);
    }
    const entries = (await locks('user.locked')).slice(before);
    expect(entries.map(({ actor_id: id }) => id.replace(/_.*/, ''))).toEqual(['user']);
    expect(await countedLocks('unknown')).toBe(unknownBefore + 3);
    expect(await findAuditBreaks(api.database.db, api.people.all)).toEqual([]);
  });

  it('leaves one entry a day for an address that is locked, however often', async () => {
    const address = '10.200.0.1';
    const before = await countedLocks('address');
    const browser = api.browser({ ip: address });
    for (let count = 0; count < 30; count += 1) expect((await guess(anEmail(), browser)).status).toBe(401);
    for (let count = 0; count < 4; count += 1) {
      const refused = await guess(anEmail(), browser);
      expect(refused.status).toBe(429);
      api.clock.advance(Number(refused.headers['retry-after']) * 1000);
      expect((await guess(anEmail(), browser)).status).toBe(401);
    }
    const entries = await locks('address.locked');
    expect(entries.filter(({ target_id: id }) => id === address)).toEqual([
      { actor_id: 'unknown', target_id: address },
    ]);
    expect(await countedLocks('address')).toBe(before + 5);
  });

  async function countedLocks(of: string): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (await api.metric(`pitanga_sign_in_locks_total{of="${of}"} ${String(count)}\n`)) return count;
      if (count === 1000) return 0;
    }
  }
});

interface LockEntry {
  readonly actor_id: string;
  readonly target_id: string;
}

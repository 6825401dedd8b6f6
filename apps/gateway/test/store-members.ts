import { createIdSource, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { randomBytes } from '@pitanga/runtime';
import { waitFor } from '@pitanga/testing';
import { createDeps } from '../src/use-case-deps';
import { createApiKey } from '../src/api-keys/api-key-service';
import { permissions } from '../src/access/permission';
import type { Role } from '../src/access/role';
import { invite, type MemberCaller } from '../src/managing-members/member-service';
import { goodPassword, type Browser, type PeopleApi } from './people';
import { insertTestStore } from './test-store';

/** Stores and their members, as tests of members make them. */
export function storeMembers(api: () => PeopleApi) {
  let emails = 0;
  const anEmail = () => `eva.${String((emails += 1))}@example.com`;
  const aStore = async (): Promise<string> => {
    const storeId = api().ids.next('store', api().clock.real());
    await insertTestStore(api().database.db, toTenant(storeId, false), { name: `Loja ${storeId}` });
    return storeId;
  };
  const operator: MemberCaller = {
    actor: { kind: 'OPERATOR', id: 'root' },
    permissions: new Set(permissions),
    context: { requestId: 'req_1' },
  };

  /** The id of a new key of a store. */
  async function aKey(storeId: string, expiresAt?: Date): Promise<string> {
    const deps = createDeps(api().database.db, { ...api().people.tools, ids: createIdSource(randomBytes) });
    const settings = { kind: 'SECRET', description: 'chave', permissions: ['MEMBER:CREATE'], expiresAt } as const;
    const cause = { actor: operator.actor, requestId: 'req_1' };
    return (await transact(deps, (tx) => createApiKey(tx, toTenant(storeId, false), cause, settings))).key.id;
  }

  /** A browser of a new member, as after a sign-in with a second factor. */
  async function aMember(storeId: string, role: Role, email = anEmail()): Promise<Browser> {
    await transact(api().people, (tx) => invite(tx, { storeId }, { email, role }, operator));
    const browser = api().browser().in(storeId, 'dev');
    await browser.must('POST', '/auth/invitations/accept', {
      token: await api().tokenTo(email),
      password: goodPassword,
    });
    await proveFactor(await idOf(browser));
    return browser;
  }
  const proveFactor = (userId: string) =>
    api().database.db('sessions').where({ user_id: userId }).update({ second_factor_at: api().clock.real() });
  const idOf = async (browser: Browser) => ((await browser.must('GET', '/me'))['user'] as { id: string }).id;
  const list = async (browser: Browser) =>
    (await browser.must('GET', '/v2/members/list')) as unknown as {
      id: string;
      email: string;
      role: Role;
      status: string;
    }[];
  const fresh = async (browser: Browser) => {
    await proveFactor(await idOf(browser));
    // What the session was is remembered for up to a second.
    await waitFor('the factor', async () => {
      const { session } = (await browser.must('GET', '/me')) as { session: { secondFactorAt: string | null } };
      return session.secondFactorAt !== null;
    });
    await waitFor('the factor in the store', async () => {
      const answer = await browser.call('POST', '/v2/members/remove', { id: 'user_nobody' });
      return answer.code !== 'SECOND_FACTOR_REQUIRED';
    });
  };
  return { anEmail, aStore, aKey, operator, aMember, idOf, list, proveFactor, fresh };
}

import { inTransaction } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import { insertMember } from '../src/members/member-repository';
import { peopleApi } from './people';
import { storeMembers } from './store-members';

describe('the invitations of a store', () => {
  const api = startBeforeAll(() => peopleApi({ signUp: 'closed' }));

  const { anEmail, aStore, aMember, idOf, fresh } = storeMembers(() => api);

  it('are no mailer: 20 invitations an hour of a store and of a person, and 5 messages to an e-mail', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    const invite = (email: string) => owner.call('POST', '/v2/members/invite', { email, role: 'VIEWER' });
    const target = anEmail();
    for (let count = 0; count < 5; count += 1) expect((await invite(target)).status).toBe(200);
    expect(await invite(target)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    for (let count = 5; count < 20; count += 1) expect((await invite(anEmail())).status).toBe(200);
    expect((await invite(anEmail())).status).toBe(429);
    // Of the same person from another store.
    const second = await aStore();
    const userId = await idOf(owner);
    const [at, role] = [api.clock.real(), 'OWNER' as const];
    await inTransaction(api.database.db, (tx) =>
      insertMember(tx, { storeId: second }, { userId, role, createdAt: at, updatedAt: at }),
    );
    owner.in(second, 'prod');
    expect((await invite(anEmail())).status).toBe(429);
    // The operator is not counted.
    await aMember(second, 'VIEWER');
    api.clock.advance(3_600_001);
    await fresh(owner);
    expect((await invite(target)).status).toBe(200);
  });
});

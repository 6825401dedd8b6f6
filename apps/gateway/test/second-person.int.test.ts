import { startBeforeAll } from '@pitanga/testing';
import { findConfirmation } from '../src/members/second-person';
import { peopleApi } from './people';
import { storeMembers } from './store-members';

const delay = { kind: 'DELAY', delayMs: 86_400_000 };

describe('what takes two people', () => {
  const api = startBeforeAll(() => peopleApi({ signUp: 'closed' }));
  const { anEmail, aStore, aMember, idOf, fresh } = storeMembers(() => api);
  const confirmation = (storeId: string, askedBy: readonly string[]) =>
    findConfirmation(api.database.db, { storeId }, 'WITHDRAW:CREATE', new Set(askedBy));

  it('is confirmed by another member whose role has the permission', async () => {
    const storeId = await aStore();
    const owner = await idOf(await aMember(storeId, 'OWNER'));
    await aMember(storeId, 'SUPPORT');
    expect(await confirmation(storeId, [owner])).toEqual(delay);
    const finance = await idOf(await aMember(storeId, 'FINANCE'));
    expect(await confirmation(storeId, [owner])).toEqual({ kind: 'SECOND_PERSON' });
    expect(await confirmation(storeId, [owner, finance])).toEqual(delay);
  });

  it('waits a day where nobody else could: an invitation and a member of another store are none', async () => {
    const [storeId, other] = [await aStore(), await aStore()];
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    await owner.must('POST', '/v2/members/invite', { email: anEmail(), role: 'OWNER' });
    await aMember(other, 'OWNER');
    expect(await confirmation(storeId, [await idOf(owner)])).toEqual(delay);
  });
});

import { systemClock, tenantOf } from '@pitanga/core';
import { createApiKey } from '../src/api-keys/api-key-service';
import { listEntriesAfter } from '../src/audit/audit-repository';
import { findStore } from '../src/stores/store-repository';
import { payoutsSettings } from '../src/stores/store-messages';
import { anApprovedPayout, aWaitingPayout } from './messages';
import { peopleApi, type PeopleApi } from './people';
import { storeMembers } from './store-members';

describe('the limit of approvals', () => {
  let api: PeopleApi;
  const asked: { readonly name: string; readonly request: unknown }[] = [];
  beforeAll(async () => {
    api = await peopleApi({
      answer: (name, request) => {
        asked.push({ name, request });
        const { userId } = request as { userId?: string };
        const approval = { ...anApprovedPayout.approval, ...(userId !== undefined && { decidedBy: userId }) };
        return name.endsWith('createPayout')
          ? { payout: aWaitingPayout }
          : { payout: { ...anApprovedPayout, approval } };
      },
    });
  });
  afterAll(() => api.close());

  const { aStore, aMember, idOf, fresh } = storeMembers(() => api);
  const limitOf = async (storeId: string) => (await findStore(api.database.db, { storeId }))?.payoutApprovalAbove;
  const entriesOf = (storeId: string) => listEntriesAfter(api.database.db, { storeId }, 0, 100);

  it('is set only where two members may pay out, and always taken away', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    const set = (payoutApprovalAbove: unknown) => owner.call('POST', '/v2/store/update', { payoutApprovalAbove });
    expect(await set(10_000)).toMatchObject({ status: 400, code: 'APPROVERS_MISSING' });
    for (const role of ['DEVELOPER', 'SUPPORT', 'VIEWER'] as const) await aMember(storeId, role);
    expect((await set(10_000)).code).toBe('APPROVERS_MISSING');
    await aMember(storeId, 'FINANCE');
    expect(await set(10_000)).toMatchObject({ status: 200, json: { data: { payoutApprovalAbove: 10_000 } } });
    expect((await set(-1)).status).toBe(400);
    expect((await set(1.5)).status).toBe(400);
    await api.database.db('members').where({ store_id: storeId, role: 'FINANCE' }).delete();
    expect((await set(20_000)).code).toBe('APPROVERS_MISSING');
    expect(await limitOf(storeId)).toBe(10_000);
    expect(await set(null)).toMatchObject({ status: 200, json: { data: { payoutApprovalAbove: null } } });
    expect(await limitOf(storeId)).toBeUndefined();
  });

  it('is in the audit log with what it was, and told to payouts, none as none', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await aMember(storeId, 'FINANCE');
    await fresh(owner);
    await owner.must('POST', '/v2/store/update', { payoutApprovalAbove: 0 });
    await owner.must('POST', '/v2/store/update', { payoutApprovalAbove: 5_000 });
    const changes = (await entriesOf(storeId)).filter(({ action }) => action === 'store.updated');
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      ['{"payoutApprovalAbove":null}', '{"payoutApprovalAbove":0}'],
      ['{"payoutApprovalAbove":0}', '{"payoutApprovalAbove":5000}'],
    ]);
    const store = await findStore(api.database.db, { storeId });
    if (!store) throw new Error('no store');
    expect(payoutsSettings(store, 'x')).toMatchObject({ approvalLimit: { aboveCents: 5_000 } });
    const without = { ...store, payoutApprovalAbove: undefined };
    expect(payoutsSettings(without, 'x')).toMatchObject({ approvalLimit: { aboveCents: undefined } });
  });

  it('is for who may change the store, with a fresh second factor', async () => {
    const storeId = await aStore();
    const [owner, finance] = [await aMember(storeId, 'OWNER'), await aMember(storeId, 'FINANCE')];
    await fresh(owner);
    const body = { payoutApprovalAbove: 1 };
    expect((await finance.call('POST', '/v2/store/update', body)).code).toBe('PERMISSION_MISSING');
    api.clock.advance(15 * 60_000);
    expect((await owner.call('POST', '/v2/store/update', body)).code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await limitOf(storeId)).toBeUndefined();
  });

  it('has payouts know who asks, and who made which keys, and the log who approved, once', async () => {
    const storeId = await aStore();
    const [owner, finance] = [await aMember(storeId, 'OWNER'), await aMember(storeId, 'FINANCE')];
    const [ownerId, financeId] = [await idOf(owner), await idOf(finance)];
    const deps = { ...api.people, clock: systemClock };
    const made = (userId: string, devMode: boolean) =>
      createApiKey(
        deps,
        tenantOf(storeId, devMode),
        { actor: { kind: 'USER', id: userId }, requestId: 'req_1' },
        { kind: 'SECRET', description: 'chave', permissions: ['WITHDRAW:CREATE'] },
      );
    const { key } = await made(financeId, true);
    await made(financeId, false);
    await made(ownerId, true);
    asked.length = 0;
    await owner.must('POST', '/v2/payouts/create', { amount: 10_000 });
    for (let time = 0; time < 2; time += 1) {
      const headers = { 'idempotency-key': 'decide' };
      expect((await finance.call('POST', '/v2/payouts/approve', { id: 'tran_1' }, headers)).status).toBe(200);
    }
    const tenant = tenantOf(storeId, true);
    const decision = { tenant, id: 'tran_1', userId: financeId, madeKeyIds: [key.id] };
    expect(asked).toMatchObject([
      { name: 'payouts.createPayout', request: { requestedBy: { kind: 'PAYOUT_ACTOR_KIND_USER', id: ownerId } } },
      { name: 'payouts.approvePayout', request: decision },
      { name: 'payouts.approvePayout', request: decision },
    ]);
    const approvals = (await entriesOf(storeId)).filter(({ action }) => action === 'payout.approved');
    expect(approvals[0]).toMatchObject({ actorKind: 'USER', actorId: financeId, targetId: 'tran_1', devMode: true });
  });
});

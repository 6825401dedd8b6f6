import { systemClock, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { createDeps } from '../src/use-case-deps';
import type { Actor } from '../src/access/actor';
import { permissions } from '../src/access/permission';
import { roles, type Role } from '../src/access/role';
import { createApiKey, rollApiKey } from '../src/api-keys/api-key-service';
import { listEntriesAfter } from '../src/audit/audit-repository';
import { createOrderAskers } from '../src/money-out/order-askers';
import { createMembers, type MemberCaller } from '../src/managing-members/member-service';
import { findStore } from '../src/stores/store-repository';
import { payoutsSettings } from '../src/stores/store-messages';
import { anApprovedPayout, aWaitingPayout } from './messages';
import { peopleApi, type PeopleApi } from './people';
import { storeMembers } from './store-members';

describe('the limit of approvals', () => {
  let api: PeopleApi;
  const asked: { readonly name: string; readonly request: unknown }[] = [];
  /** Whether payouts says of its answers that it gave them before. */
  let isReplay = false;
  beforeAll(async () => {
    api = await peopleApi({
      answer: (name, request, context) => {
        asked.push({ name, request });
        context.replayed = isReplay;
        const { userId } = request as { userId?: string };
        const approval = { ...anApprovedPayout.approval, ...(userId !== undefined && { decidedBy: userId }) };
        return name.endsWith('createPayout')
          ? { payout: aWaitingPayout }
          : { payout: { ...anApprovedPayout, approval } };
      },
    });
  });
  afterAll(() => api.stop());

  const { anEmail, aStore, aMember, idOf, fresh } = storeMembers(() => api);
  const limitOf = async (storeId: string) => (await findStore(api.database.db, { storeId }))?.payoutApprovalAbove;
  const entriesOf = (storeId: string) => listEntriesAfter(api.database.db, { storeId }, 0, 100);

  it('is set also where no other member could approve: a delay stands for the second person', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await fresh(owner);
    const set = (payoutApprovalAbove: unknown) => owner.call('POST', '/v2/store/update', { payoutApprovalAbove });
    expect(await set(10_000)).toMatchObject({ status: 200, json: { data: { payoutApprovalAbove: 10_000 } } });
    expect((await set(-1)).status).toBe(400);
    expect((await set(1.5)).status).toBe(400);
    expect(await limitOf(storeId)).toBe(10_000);
  });

  it('is in the audit log with what it was, and told to payouts, none as none', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await aMember(storeId, 'FINANCE');
    await fresh(owner);
    await owner.must('POST', '/v2/store/update', { payoutApprovalAbove: 5_000 });
    await owner.must('POST', '/v2/store/update', { payoutApprovalAbove: 0 });
    const changes = (await entriesOf(storeId)).filter(({ action }) => action === 'store.updated');
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      ['{"payoutApprovalAbove":null}', '{"payoutApprovalAbove":5000}'],
      ['{"payoutApprovalAbove":5000}', '{"payoutApprovalAbove":0}'],
    ]);
    const store = await findStore(api.database.db, { storeId });
    if (!store) throw new Error('no store');
    expect(payoutsSettings(store, 'x')).toMatchObject({ approvalLimit: { aboveCents: 0 } });
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
    const deps = createDeps(api.database.db, { ...api.people.tools, clock: systemClock });
    const made = (userId: string, devMode: boolean) =>
      transact(deps, (tx) =>
        createApiKey(
          tx,
          toTenant(storeId, devMode),
          { actor: { kind: 'USER', id: userId }, requestId: 'req_1' },
          { kind: 'SECRET', description: 'chave', permissions: ['WITHDRAW:CREATE'] },
        ),
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
    const tenant = toTenant(storeId, true);
    const decision = { tenant, id: 'tran_1', userId: financeId, madeKeyIds: [key.id] };
    expect(asked).toMatchObject([
      { name: 'payouts.createPayout', request: { requestedBy: { kind: 'PAYOUT_ACTOR_KIND_USER', id: ownerId } } },
      { name: 'payouts.approvePayout', request: decision },
      { name: 'payouts.approvePayout', request: decision },
    ]);
    const session = await createOrderAskers(api.people).findSession(tenant, 'tran_1', { kind: 'USER', id: ownerId });
    expect(session).toEqual({ device: expect.any(String), signedInAt: expect.stringMatching(/Z$/) });
    const approvals = (await entriesOf(storeId)).filter(({ action }) => action === 'payout.approved');
    expect(approvals).toHaveLength(1);
    expect(approvals[0]).toMatchObject({ actorKind: 'USER', actorId: financeId, targetId: 'tran_1', devMode: true });
  });

  it('has payouts know whether another person could approve: of a key, whether anybody who has not made it', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    await aMember(storeId, 'SUPPORT');
    const ownerId = await idOf(owner);
    const deps = createDeps(api.database.db, { ...api.people.tools, clock: systemClock });
    const tenant = toTenant(storeId, true);
    const cause = { actor: { kind: 'USER', id: ownerId }, requestId: 'req_1' } as const;
    const made = { kind: 'SECRET', description: 'Loja virtual', permissions: ['WITHDRAW:CREATE'] } as const;
    const { key } = await transact(deps, (tx) =>
      createApiKey(tx, tenant, cause, { ...made, permissions: [...made.permissions] }),
    );
    const askers = createOrderAskers(api.people);
    const find = (actor: Actor) => askers.find(tenant, actor);
    const [byOwner, byKey] = [cause.actor, { kind: 'KEY', id: key.id }] as const;
    expect(await find(byOwner)).toEqual({ ...byOwner, description: undefined, isAlone: true });
    expect(await find(byKey)).toEqual({ ...byKey, description: 'Loja virtual', isAlone: true });
    // Nobody of the store has made it, so its owner is a second person.
    expect((await find({ kind: 'KEY', id: 'key_of_operator' })).isAlone).toBe(false);
    const people = await Promise.all([byOwner, byKey].map((actor) => askers.findPerson(tenant, actor)));
    expect(people[0]?.email).toMatch(/@/);
    expect(people[1]).toEqual(people[0]);
    await aMember(storeId, 'FINANCE');
    expect([(await find(byOwner)).isAlone, (await find(byKey)).isAlone]).toEqual([false, false]);
  });

  it('has payouts know the keys that a person’s keys made: by creating, by rolling, at any depth', async () => {
    const storeId = await aStore();
    const [owner, finance] = [await aMember(storeId, 'OWNER'), await aMember(storeId, 'FINANCE')];
    const [ownerId, financeId] = [await idOf(owner), await idOf(finance)];
    const deps = createDeps(api.database.db, { ...api.people.tools, clock: systemClock });
    const byKey = (id: string): Actor => ({ kind: 'KEY', id });
    const byUser = (id: string): Actor => ({ kind: 'USER', id });
    const cause = (actor: Actor) => ({ actor, requestId: 'req_1' });
    const create = async (actor: Actor, devMode = true) =>
      (
        await transact(deps, (tx) =>
          createApiKey(tx, toTenant(storeId, devMode), cause(actor), {
            kind: 'SECRET',
            description: 'chave',
            permissions: ['WITHDRAW:CREATE', 'API_KEY:CREATE'],
          }),
        )
      ).key.id;
    const roll = async (actor: Actor, id: string) =>
      (await transact(deps, (tx) => rollApiKey(tx, toTenant(storeId, true), cause(actor), { id, overlapHours: 1 }))).key
        .id;

    const own = await create(byUser(financeId));
    const created = await create(byKey(own));
    const others = await create(byUser(ownerId));
    // Another's key that a key of theirs rolls: its new secret is what they have seen.
    const rolled = await roll(byKey(created), others);
    const deep = await create(byKey(rolled));
    // By the key itself.
    const again = await roll(byKey(deep), deep);
    await create(byKey(others));
    await create(byKey(own), false);
    const other = await aStore();
    await transact(deps, (tx) =>
      createApiKey(tx, toTenant(other, true), cause(byKey(own)), {
        kind: 'SECRET',
        description: 'chave',
        permissions: ['WITHDRAW:CREATE'],
      }),
    );

    asked.length = 0;
    await finance.must('POST', '/v2/payouts/approve', { id: 'tran_1' });
    const { madeKeyIds } = asked[0]?.request as { madeKeyIds: readonly string[] };
    expect([...madeKeyIds].sort()).toEqual([own, created, rolled, deep, again].sort());
  });

  it('lets no key make somebody one who approves, while there is one', async () => {
    const storeId = await aStore();
    const owner = await aMember(storeId, 'OWNER');
    const viewer = await aMember(storeId, 'VIEWER');
    const [ownerId, viewerId] = [await idOf(owner), await idOf(viewer)];
    const tenant = toTenant(storeId, false);
    const deps = createDeps(api.database.db, { ...api.people.tools, clock: systemClock });
    const { key } = await transact(deps, (tx) =>
      createApiKey(
        tx,
        tenant,
        { actor: { kind: 'USER', id: ownerId }, requestId: 'req_1' },
        { kind: 'SECRET', description: 'chave', permissions: [...permissions] },
      ),
    );
    const members = createMembers(deps);
    const callerOf = (actor: Actor): MemberCaller => ({
      actor,
      permissions: new Set(permissions),
      context: { requestId: 'req_1' },
    });
    const byKey = callerOf({ kind: 'KEY', id: key.id });
    const invite = (role: Role, caller = byKey) =>
      members.inviteMember({ tenant, email: anEmail(), role, language: undefined }, caller);
    const update = (role: Role) => members.updateMember({ tenant, id: viewerId, role }, byKey);
    const setLimit = (limit: number | null) =>
      api.database.db('stores').where({ id: storeId }).update({ payout_approval_above_cents: limit });

    await setLimit(0);
    for (const role of roles) {
      const isRefused = role === 'OWNER' || role === 'FINANCE';
      const refusal = { kind: 'PERMISSION_DENIED', reason: 'PERSON_REQUIRED' };
      for (const give of [invite, update]) {
        if (isRefused) await expect(give(role)).rejects.toMatchObject(refusal);
        else await expect(give(role)).resolves.toMatchObject({ role });
      }
    }
    const byOwner = callerOf({ kind: 'USER', id: ownerId });
    const byOperator = callerOf({ kind: 'OPERATOR', id: 'root' });
    for (const caller of [byOwner, byOperator]) await expect(invite('FINANCE', caller)).resolves.toBeDefined();
    await setLimit(null);
    await expect(invite('FINANCE')).resolves.toBeDefined();
    await expect(update('FINANCE')).resolves.toMatchObject({ role: 'FINANCE' });
  });

  it('has the log tell a decision once, also when the entry failed after it was made', async () => {
    const storeId = await aStore();
    const finance = await aMember(storeId, 'FINANCE');
    const approvals = async () => (await entriesOf(storeId)).filter(({ action }) => action === 'payout.approved');
    const approve = async (headers: Record<string, string> = {}) =>
      (await finance.call('POST', '/v2/payouts/approve', { id: 'tran_1' }, headers)).status;
    const keyed = { 'idempotency-key': 'decide-once' };
    const { db } = api.database;
    await db.raw(`alter table audit_log add constraint no_approvals check (action <> 'payout.approved') not valid`);
    expect(await approve(keyed)).toBe(500);
    await db.raw('alter table audit_log drop constraint no_approvals');
    expect(await approvals()).toEqual([]);
    isReplay = true;
    expect(await approve(keyed)).toBe(200);
    isReplay = false;
    expect(await approvals()).toMatchObject([{ actorId: await idOf(finance), targetId: 'tran_1' }]);
    const repeats = [approve(), approve(), approve(keyed)];
    expect(await Promise.all(repeats)).toEqual([200, 200, 200]);
    expect(await approvals()).toHaveLength(1);
  });
});

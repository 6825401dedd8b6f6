import { systemClock, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { testDatabase, testIds, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../use-case-deps';
import { createAuditLog, type AuditFilter } from './audit-list';
import { appendAudit } from './audit-log';

describe('the list of an audit log', () => {
  let database: TestDatabase;
  const dev = toTenant('store_list', true);
  const prod = toTenant('store_list', false);
  beforeAll(async () => {
    database = await testDatabase('gateway');
    for (let index = 0; index < 10; index += 1) {
      await append('store_list', {
        action: index % 2 === 0 ? 'store.updated' : 'api_key.created',
        actor: { kind: 'USER', id: `user_${String(index % 3)}` },
        target: { type: 'store', id: `t${String(index)}` },
        devMode: [undefined, true, false][index % 3],
      });
    }
    await append('store_other', {
      action: 'store.updated',
      actor: { kind: 'USER', id: 'user_0' },
      target: { type: 'store', id: 't0' },
    });
  });
  afterAll(() => database.close());

  const deps = () => createDeps(database.db, { clock: systemClock, ids: testIds });
  const append = (storeId: string, fact: Omit<Parameters<typeof appendAudit>[2], 'requestId'>) =>
    transact(deps(), (tx) => appendAudit(tx, { storeId }, { ...fact, requestId: 'req_1' }));
  const list = (page: { limit?: number; after?: string; before?: string }, tenant = dev, filter: AuditFilter = {}) => {
    const none = { after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
    return createAuditLog(deps()).list({
      tenant,
      page: { limit: 100, ...none, ...page },
      filter,
    });
  };
  const targets = async (...args: Parameters<typeof list>) =>
    (await list(...args)).items.map(({ targetId }) => targetId);

  it("shows what belongs to the environment and to both, newest first, and nothing of another store's", async () => {
    expect(await targets({})).toEqual(['t9', 't7', 't6', 't4', 't3', 't1', 't0']);
    expect(await targets({}, prod)).toEqual(['t9', 't8', 't6', 't5', 't3', 't2', 't0']);
  });

  it('pages both ways without a gap or a repeat', async () => {
    const first = await list({ limit: 3 });
    expect([first.items.map(({ targetId }) => targetId), first.hasMore, first.before]).toEqual([
      ['t9', 't7', 't6'],
      true,
      undefined,
    ]);
    const second = await list({ limit: 3, after: first.next ?? '' });
    const third = await list({ limit: 3, after: second.next ?? '' });
    expect([second, third].map(({ items }) => items.map(({ targetId }) => targetId))).toEqual([
      ['t4', 't3', 't1'],
      ['t0'],
    ]);
    expect([third.hasMore, third.next]).toEqual([false, undefined]);
    const back = await list({ limit: 3, before: third.before ?? '' });
    expect(back.items.map(({ targetId }) => targetId)).toEqual(['t4', 't3', 't1']);
    const start = await list({ limit: 3, before: back.before ?? '' });
    expect([start.items.map(({ targetId }) => targetId), start.before]).toEqual([['t9', 't7', 't6'], undefined]);
  });

  it('is filtered by id, action, actor and target', async () => {
    const [, second] = (await list({})).items;
    expect(await targets({}, dev, { id: second?.id })).toEqual(['t7']);
    expect(await targets({}, prod, { id: second?.id })).toEqual([]);
    expect(await targets({}, dev, { action: 'api_key.created' })).toEqual(['t9', 't7', 't3', 't1']);
    expect(await targets({}, dev, { actorId: 'user_1' })).toEqual(['t7', 't4', 't1']);
    expect(await targets({}, dev, { action: 'store.updated', targetId: 't4' })).toEqual(['t4']);
  });

  it('refuses the cursor of an entry that it does not show', async () => {
    const [hidden] = (await list({}, prod)).items.filter(({ devMode }) => devMode === false);
    for (const after of ['aud_unknown', '\0', hidden?.id ?? '']) {
      await expect(list({ after })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    }
  });
});

import { createIdSource, everyTenant, systemClock, toTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { randomBytes } from '@pitanga/runtime';
import { testDatabase, type TestDatabase } from '@pitanga/testing';
import { createDeps } from '../use-case-deps';
import { appendAudit, findAuditBreaks, installation } from './audit-log';

const tools = { clock: systemClock, ids: createIdSource(randomBytes) };
const store = toTenant('store_audited', true);

describe('the audit log', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase('gateway');
  });

  afterAll(() => database.close());

  const append = (id: string, scope = installation) =>
    transact(createDeps(database.db, tools), (tx) =>
      appendAudit(tx, scope, {
        actor: { kind: 'OPERATOR', id: 'root' },
        action: 'store.updated',
        target: { type: 'STORE', id },
        before: { name: 'Loja "é"' },
        after: { name: 'Loja', methods: ['PIX', 'CARD'] },
        requestId: 'req_1',
      }),
    );
  /** As an intruder with the rights of the owner of the tables would. */
  const tamper = async (sql: string) => {
    await database.db.raw('alter table audit_log disable trigger audit_log_immutable');
    await database.db.raw(sql);
    await database.db.raw('alter table audit_log enable trigger audit_log_immutable');
  };

  it('keeps one unbroken chain a store, also when entries are added at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_none, index) => append(`store_${String(index)}`, store)));
    await Promise.all(Array.from({ length: 5 }, (_none, index) => append(`store_${String(index)}`)));
    const rows = await database
      .db('audit_log')
      .where({ chain: store.storeId })
      .orderBy('seq')
      .select<{ seq: number }[]>();
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_none, index) => index + 1));
    expect(await findAuditBreaks(database.db, everyTenant)).toEqual([]);
  });

  it('adds nothing when the change is rolled back', async () => {
    const failing = transact(createDeps(database.db, tools), async (tx) => {
      await appendAudit(tx, store, {
        actor: { kind: 'USER', id: 'user_1' },
        action: 'store.updated',
        target: { type: 'STORE', id: 'lost' },
        requestId: 'req_1',
      });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await database.db('audit_log').where({ target_id: 'lost' })).toEqual([]);
  });

  it.each(['update audit_log set actor_id = $$somebody$$', 'delete from audit_log', 'truncate audit_log'])(
    'refuses %s',
    async (sql) => {
      await expect(database.db.raw(sql)).rejects.toThrow('is immutable');
    },
  );

  it('tells a changed entry, a removed one and a cut end', async () => {
    await tamper(`update audit_log set actor_id = 'somebody' where chain = '${store.storeId}' and seq = 3`);
    expect(await findAuditBreaks(database.db, everyTenant)).toEqual([
      'entry 3 of the chain store_audited does not have the content of its hash',
    ]);
    await tamper(`delete from audit_log where chain = '${store.storeId}' and seq = 3`);
    expect(await findAuditBreaks(database.db, everyTenant)).toEqual([
      'entry 4 of the chain store_audited does not follow entry 2',
    ]);
    await tamper(`delete from audit_log where chain = '${store.storeId}' and seq > 2`);
    expect(await findAuditBreaks(database.db, everyTenant)).toEqual(['the chain store_audited ends at entry 2 of 20']);
  });
});

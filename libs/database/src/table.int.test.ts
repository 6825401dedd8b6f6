import { cents, toTenant } from '@pitanga/core';
import { freshDatabase, noon, type FreshDatabase } from '../test/fresh-database';
import {
  bigint,
  boolean,
  bytes,
  cents as centsColumn,
  date,
  json,
  jsonb,
  optional,
  table,
  text,
  texts,
  timestamp,
} from './table';

const things = table('things', {
  id: text('id'),
  storeId: text('store_id'),
  devMode: boolean('dev_mode'),
  status: text<'OPEN' | 'CLOSED'>('status'),
  amountCents: centsColumn('amount_cents'),
  discountCents: optional(centsColumn('discount_cents')),
  rank: bigint('rank'),
  day: optional(date('day')),
  metadata: json('metadata'),
  steps: jsonb<readonly { readonly name: string }[]>('steps'),
  labels: texts('labels'),
  secret: optional(bytes('secret')),
  createdAt: timestamp('created_at'),
});

const tenant = toTenant('store_a', true);
const thing = (id: string) => ({
  id,
  storeId: tenant.storeId,
  devMode: true,
  status: 'OPEN' as const,
  amountCents: cents(1_050),
  discountCents: undefined,
  rank: 2 ** 53 - 1,
  day: '2026-11-22',
  metadata: '{"b": 1,  "a": 1.50}',
  steps: [{ name: 'first' }],
  labels: ['x', 'y,"z'],
  secret: Buffer.from([0, 255]),
  createdAt: noon,
});

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await database.db.raw(`create table things (
    id text, store_id text, dev_mode boolean, status text, amount_cents bigint, discount_cents bigint, rank bigint,
    day date, metadata json, steps jsonb, labels text[], secret bytea, created_at timestamptz)`);
});

afterAll(() => database.drop());

describe('a table', () => {
  it('reads back exactly what its own insert wrote', async () => {
    await database.db.raw(things.insertSql, things.toRow(thing('one')));
    const row = await things.of(database.db, tenant).where({ id: 'one' }).first(things.columns);
    expect(things.fromRow(row ?? {})).toEqual(thing('one'));
  });

  it('updates only the columns it is given, and undefined means null', async () => {
    await database.db.raw(things.insertSql, things.toRow(thing('two')));
    await things
      .of(database.db, tenant)
      .where({ id: 'two' })
      .update(things.toRow({ status: 'CLOSED', day: undefined }));
    const row = await things.of(database.db, tenant).where({ id: 'two' }).first(things.columns);
    expect(things.fromRow(row ?? {})).toEqual({ ...thing('two'), status: 'CLOSED', day: undefined });
  });

  it('inserts many rows in one statement, beside another row set', async () => {
    const rows = things.pick(
      'id',
      'storeId',
      'devMode',
      'amountCents',
      'discountCents',
      'day',
      'metadata',
      'secret',
      'createdAt',
    );
    const others = table('others', { id: text('id'), rank: bigint('rank') });
    const many = ['three', 'four'].map((id) => ({ ...thing(id), discountCents: id === 'four' ? cents(5) : undefined }));
    await database.db.raw(
      `insert into things (${rows.selectSql()}, rank)
       select ${rows.selectSql('t')}, o.rank from ${rows.unnestSql('t')} join ${others.unnestSql('o', 'o_')} using (id)`,
      {
        ...rows.toArrays(many),
        ...others.toArrays(
          [
            { id: 'four', rank: 4 },
            { id: 'three', rank: 3 },
          ],
          { prefix: 'o_' },
        ),
      },
    );
    const read = await things
      .of(database.db, tenant)
      .whereIn('id', ['three', 'four'])
      .orderBy('rank')
      .select(things.columns);
    expect(read.map((row) => rows.fromRow(row))).toEqual(
      many.map(({ status: _status, rank: _rank, steps: _steps, labels: _labels, ...values }) => values),
    );
    expect(read.map(({ rank }) => rank)).toEqual([3, 4]);
  });

  it('inserts and updates many rows by one text each, arrays of texts included', async () => {
    const labels = [['x', 'y,"z', 'a\\b', ''], [], ['{1,2}', 'null']];
    const many = labels.map((own, index) => ({ ...thing(`many_${String(index)}`), labels: own }));
    await database.db.raw(things.insertManySql, things.toArrays(many));
    const read = () => things.of(database.db, tenant).whereLike('id', 'many_%').orderBy('id').select(things.columns);
    expect((await read()).map((row) => things.fromRow(row))).toEqual(many);
    const changed = things.pick('id', 'labels', 'day');
    await database.db.raw(
      `update things t set ${changed.assignmentsSql('r', ['id'])} from ${changed.unnestSql('r')} where t.id = r.id`,
      changed.toArrays(many.map(({ id }) => ({ id, labels: [id, '"'], day: undefined }))),
    );
    expect((await read()).map((row) => things.fromRow(row))).toEqual(
      many.map((one) => ({ ...one, labels: [one.id, '"'], day: undefined })),
    );
  });

  it('finds no row of another store or environment', async () => {
    await database.db.raw(things.insertSql, things.toRow(thing('five')));
    for (const other of [toTenant('store_b', true), toTenant('store_a', false)]) {
      expect(await things.of(database.db, other).where({ id: 'five' }).first('id')).toBeUndefined();
    }
  });
});

import { loadModule } from 'libpg-query';
import { findUnboundTables, type Schema } from './unbound-tables';

const owner = ['store_id', 'dev_mode'];
const schema: Schema = new Map([
  ['orders', { columns: ['id', 'store_id', 'dev_mode', 'customer_id', 'external_id', 'status'], owner }],
  ['customers', { columns: ['id', 'store_id', 'dev_mode', 'name', 'external_id'], owner }],
  ['settings', { columns: ['store_id', 'value'], owner: ['store_id'] }],
  ['bodies', { columns: ['order_id', 'body'], owner: [] }],
]);

beforeAll(() => loadModule());

const unbound = (sql: string): readonly string[] => findUnboundTables(sql, schema);
const batch = `batch as (select * from json_to_recordset($1::json) as b (id text, store_id text, dev_mode boolean))`;

describe('a statement names its tenant', () => {
  it.each([
    ['by parameters', 'select * from orders where store_id = $1 and dev_mode = $2 and id = $3'],
    ['by a word for the environment', 'select * from orders where store_id = $1 and not dev_mode and status = $2'],
    [
      'in each of two tables',
      'select 1 from orders o, customers c where (o.store_id, o.dev_mode) = ($1, $2) and (c.store_id, c.dev_mode) = ($1, $2)',
    ],
    [
      'through the columns of another table',
      'select 1 from orders o join customers c using (store_id, dev_mode) where o.store_id = $1 and o.dev_mode = $2',
    ],
    [
      'through an id that a row of the tenant holds',
      'select 1 from orders o left join customers c on c.id = o.customer_id where o.store_id = $1 and o.dev_mode = $2',
    ],
    [
      'through rows of a batch',
      `with ${batch} update orders o set status = 'X' from batch where o.id = any (array[batch.id]) and o.store_id = batch.store_id and o.dev_mode = batch.dev_mode`,
    ],
    [
      'in every branch of a condition',
      'select 1 from orders where store_id = $1 and dev_mode = $2 and a = 1 or store_id = $1 and dev_mode = $2 and b = 1',
    ],
    [
      'in a query within',
      'select 1 from orders where (store_id, dev_mode, id) in (select store_id, dev_mode, order_id from unnest($1::text[], $2::boolean[], $3::text[]) as t (store_id, dev_mode, order_id))',
    ],
    [
      'through listed values',
      'select 1 from (values ($1, $2::boolean)) as t (store, mode) join orders on store_id = store and dev_mode = mode',
    ],
    [
      'beside a lateral query',
      'select 1 from unnest($1::text[]) as t (store) cross join lateral (select * from settings s where s.store_id = t.store) l',
    ],
    [
      'in what an insert meets',
      'insert into settings (store_id, value) values ($1, $2) on conflict (store_id) do update set value = excluded.value',
    ],
  ])('%s', (_how, sql) => {
    expect(unbound(sql)).toEqual([]);
  });
});

describe('a statement that forgets its tenant is found', () => {
  const both = (title: string): string[] => [`${title} without store_id, dev_mode`];
  it.each([
    ['in a read by id', 'select * from orders where id = $1', both('orders')],
    ['in its environment', 'select * from orders where store_id = $1 and id = $2', ['orders without dev_mode']],
    [
      'in one of two tables',
      'select 1 from orders o join customers c on c.name = o.status where o.store_id = $1 and o.dev_mode = $2',
      both('customers c'),
    ],
    [
      'in a join by a name that stores give',
      'select 1 from orders o join customers c on c.external_id = o.external_id where o.store_id = $1 and o.dev_mode = $2',
      both('customers c'),
    ],
    ['in a lock', 'select 1 from orders where id = any ($1) order by id for update', both('orders')],
    [
      'in an update by ids of a batch',
      `with ${batch} update orders o set status = 'X' from batch where o.id = batch.id`,
      both('orders o'),
    ],
    [
      'in a common table',
      'with due as (select id from orders where status = $1) delete from orders o using due where o.id = due.id and o.store_id = $2 and o.dev_mode = $3',
      both('orders'),
    ],
    [
      'in one branch of a condition',
      'select 1 from orders where store_id = $1 and dev_mode = $2 or id = $3',
      both('orders'),
    ],
    [
      'where a condition may be left out',
      'select 1 from orders where ($1::text is null or store_id = $1) and dev_mode = $2',
      ['orders without store_id'],
    ],
    [
      'in the side that an outer join keeps',
      'select 1 from orders o left join settings s on o.store_id = $1 and o.dev_mode = $2 and s.store_id = $1',
      both('orders o'),
    ],
    [
      'where it names that of an open table',
      'select 1 from orders o join customers c on c.store_id = o.store_id and c.dev_mode = o.dev_mode',
      [...both('orders o'), ...both('customers c')],
    ],
    [
      'in one part of a union',
      'select id from orders where store_id = $1 and dev_mode = $2 union all select id from customers where id = $3',
      both('customers'),
    ],
    [
      'in a condition with a query',
      'select 1 from orders o where o.store_id = $1 and o.dev_mode = $2 and exists (select from customers c where c.name = $3)',
      both('customers c'),
    ],
    [
      'in a value',
      'select (select name from customers c where c.id = $1) from orders o where o.store_id = $2 and o.dev_mode = $3',
      both('customers c'),
    ],
    [
      'in what an insert changes',
      `insert into orders as known (id, store_id, dev_mode) values ($1, $2, $3) on conflict (id) do update set status = 'X'`,
      both('orders known'),
    ],
    ['in a statement without conditions', 'truncate orders', ['orders in a TruncateStmt']],
    [
      'in a merge',
      'merge into orders o using customers c on o.id = c.id when matched then delete',
      ['orders in a MergeStmt', 'customers in a MergeStmt'],
    ],
    ['where it excludes one', 'select 1 from orders where store_id <> $1 and not (dev_mode = $2)', both('orders')],
  ])('%s', (_where, sql, found) => {
    expect(unbound(sql)).toEqual(found);
  });
});

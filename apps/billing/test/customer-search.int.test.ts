import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { searchCustomers } from '../src/customers/customer-queries';
import { aCustomer, call, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

async function create(tenant: Tenant, name: string) {
  const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer({ name }) }, call());
  if (!customer) throw new Error('no customer');
  return customer;
}

async function search(tenant: Tenant, text: string, limit = 20): Promise<readonly (string | undefined)[]> {
  const { customers } = await billing.customers.searchCustomers({ tenant, text, limit }, call());
  return customers.map(({ name }) => name);
}

describe('a search for customers', () => {
  test('finds those whose name begins so, by name, without case and accents, and no deleted one', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    for (const name of ['Ánalu', 'ANA Souza', 'Ana Dias', 'Joana', 'An%a', 'João', '日本太郎'])
      await create(tenant, name);
    await create(other, 'Ana Alheia');
    const gone = await create(tenant, 'Ana Apagada');
    await billing.customers.deleteCustomer({ tenant, id: gone.id }, call());
    expect(await search(tenant, 'aná')).toEqual(['Ana Dias', 'ANA Souza', 'Ánalu']);
    expect(await search(tenant, 'ana ', 1)).toEqual(['Ana Dias']);
    expect(await search(tenant, 'an%')).toEqual(['An%a']);
    expect(await search(tenant, '日本')).toEqual(['日本太郎']);
    expect(await search(tenant, 'a')).toEqual([]);
    expect(await search({ ...tenant, devMode: false }, 'ana')).toEqual([]);
  });

  test('finds those of an e-mail or a tax id, whole', async () => {
    const tenant = aTenant();
    const { email = '', taxId = '' } = await create(tenant, 'Ana');
    expect(await search(tenant, email.toUpperCase())).toEqual(['Ana']);
    expect(await search(tenant, taxId)).toEqual(['Ana']);
    expect(await search(tenant, email.slice(0, -1))).toEqual([]);
    expect(await search(aTenant(), email)).toEqual([]);
    expect(await search(aTenant(), taxId)).toEqual([]);
  });

  test.each([
    ['(11) 91111-2222', '+5511911112222'],
    ['+55 11 91111-2222', '011 91111-2222'],
    ['11911112222', '0055 (11) 91111\u20112222'],
    ['+1 415 555 2671', '0014155552671'],
  ])('finds the phone number %s as %s, in the list too', async (kept, sought) => {
    const tenant = aTenant();
    const customer = aCustomer({ name: 'Ana', cellphone: kept });
    await billing.customers.createCustomer({ tenant, customer }, call());
    expect(await search(tenant, sought)).toEqual(['Ana']);
    const page = { limit: 10, after: undefined, before: undefined };
    const found = await billing.customers.listCustomers({ tenant, page, cellphone: sought }, call());
    expect(found.customers.map(({ cellphone }) => cellphone)).toEqual([kept]);
  });

  test('reads the index of names from where the text is, and no further than the limit', async () => {
    const tenant = aTenant();
    const { id } = await create(tenant, 'Zulmira');
    await billing.db.raw(
      `insert into customers (store_id, dev_mode, id, name, name_folded, metadata, created_at, updated_at)
       select store_id, dev_mode, 'cust_' || lpad(n::text, 24, '0'), 'Bia', 'bia ' || n, metadata, created_at, updated_at
       from customers, generate_series(1, 5000) n where id = :id and store_id = :storeId`,
      { id, storeId: tenant.storeId },
    );
    await billing.db.raw('analyze customers');
    const statements: { sql: string; bindings: string[] }[] = [];
    const listener = (query: { sql: string; bindings: string[] }): void => void statements.push(query);
    billing.db.on('query', listener);
    await searchCustomers(billing.db, tenant, billing.deps.sealer, 'bi', 5);
    billing.db.removeListener('query', listener);
    const [{ sql, bindings } = { sql: '', bindings: [] }] = statements;
    const { rows } = await billing.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain (analyze, costs off, timing off) ${sql.replaceAll(/\$\d+/g, '?')}`,
      bindings,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('customers_store_name_idx');
    expect(plan).not.toContain('Sort');
    expect(plan).toMatch(/Index Scan.*rows=5/);
  });
});

import { toTenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aCustomer, call, readEvents, firstPage, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

const noKeys = { id: undefined, email: undefined, taxId: undefined };
const noFilter = { ...noKeys, name: undefined, cellphone: undefined, page: firstPage };
const notFound = { kind: 'NOT_FOUND', message: 'Cliente não encontrado.' };

describe('creating a customer', () => {
  test('returns every field as given, with the tax id without punctuation', async () => {
    const tenant = aTenant();
    const given = aCustomer({ taxId: '123.456.789-09', zipCode: '01310-100', metadataJson: '{"b":1,"a":1.0}' });
    const { customer } = await billing.customers.createCustomer({ tenant, customer: given }, call());
    expect(customer).toMatchObject({ ...given, taxId: '12345678909', devMode: true });
    expect(customer?.id).toMatch(/^cust_[0-9A-Za-z]{24}$/);
  });

  test('stores the tax id sealed in the database and in the stored response, and masked in events', async () => {
    const tenant = aTenant();
    const customer = aCustomer();
    await billing.customers.createCustomer({ tenant, customer }, call('sealed'));
    const again = call('sealed');
    const { customer: repeated } = await billing.customers.createCustomer({ tenant, customer }, again);
    expect(again.replayed).toBe(true);
    expect(repeated?.taxId).toBe(customer.taxId);
    for (const table of ['customers', 'outbox', 'idempotency_keys']) {
      const { rows } = await billing.db.raw<{ rows: { found: boolean }[] }>(
        `select bool_or(t::text like ? or t::text like ?) as found from ${table} t`,
        [`%${customer.taxId ?? ''}%`, `%${Buffer.from(customer.taxId ?? '').toString('hex')}%`],
      );
      expect(rows[0]?.found).toBe(false);
    }
  });

  test('returns the existing customer unchanged for its tax id, punctuated or not', async () => {
    const tenant = aTenant();
    const first = await billing.customers.createCustomer(
      { tenant, customer: aCustomer({ taxId: '52998224725' }) },
      call(),
    );
    const other = aCustomer({ taxId: '529.982.247-25', name: 'Somebody else' });
    expect(first.existed).toBe(false);
    const repeated = await billing.customers.createCustomer({ tenant, customer: other }, call());
    expect(repeated).toEqual({ ...first, existed: true });
  });

  test('creates one customer and one event for fifty concurrent creates with one tax id', async () => {
    const tenant = aTenant();
    const customer = aCustomer();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => billing.customers.createCustomer({ tenant, customer }, call())),
    );
    expect(new Set(answers.map((answer) => answer.customer?.id)).size).toBe(1);
    expect((await readEvents(billing, tenant)).map(({ type }) => type)).toEqual(['customer.created']);
  });

  test('makes another customer of the same tax id in another store and in the other environment', async () => {
    const tenant = aTenant();
    const customer = aCustomer();
    const tenants = [tenant, toTenant(tenant.storeId, false), aTenant()];
    const answers = await Promise.all(
      tenants.map((owner) => billing.customers.createCustomer({ tenant: owner, customer }, call())),
    );
    expect(new Set(answers.map((answer) => answer.customer?.id)).size).toBe(3);
  });

  test('makes two customers of two creates without a tax id', async () => {
    const tenant = aTenant();
    const customer = aCustomer({ taxId: undefined });
    const first = await billing.customers.createCustomer({ tenant, customer }, call());
    const second = await billing.customers.createCustomer({ tenant, customer }, call());
    expect(first.customer?.id).not.toBe(second.customer?.id);
  });

  test('refuses a tax id with a wrong check digit', async () => {
    const customer = aCustomer({ taxId: '12345678900' });
    await expect(billing.customers.createCustomer({ tenant: aTenant(), customer }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "Property 'taxId' should be a valid CPF or CNPJ",
    });
  });

  test('publishes a snapshot with the tax id masked', async () => {
    const tenant = aTenant();
    await billing.customers.createCustomer({ tenant, customer: aCustomer({ taxId: '12345678909' }) }, call());
    const [fact] = await readEvents(billing, tenant);
    expect(fact?.payload).toMatchObject({ customer: { maskedTaxId: '123.***.***-**' } });
  });
});

describe('getting a customer', () => {
  test('finds it by id, by e-mail in any case and by tax id with punctuation', async () => {
    const tenant = aTenant();
    const given = aCustomer({ email: 'Ana@Example.com', taxId: '52998224725' });
    const { customer } = await billing.customers.createCustomer({ tenant, customer: given }, call());
    for (const keys of [{ id: customer?.id }, { email: 'aNA@example.COM' }, { taxId: '529.982.247-25' }]) {
      const found = await billing.customers.getCustomer({ tenant, ...noKeys, ...keys }, call());
      expect(found.customer).toEqual(customer);
    }
  });

  test('returns the newest of several customers that match every given key', async () => {
    const tenant = aTenant();
    const email = 'shared@example.com';
    await billing.customers.createCustomer({ tenant, customer: aCustomer({ email }) }, call());
    billing.clock.advance(5);
    const second = aCustomer({ email });
    const { customer: newest } = await billing.customers.createCustomer({ tenant, customer: second }, call());
    const found = await billing.customers.getCustomer({ tenant, ...noKeys, email }, call());
    expect(found.customer?.id).toBe(newest?.id);
    const mismatch = { tenant, ...noKeys, email: 'other@example.com', taxId: second.taxId };
    await expect(billing.customers.getCustomer(mismatch, call())).rejects.toMatchObject(notFound);
  });

  test('is NOT_FOUND for another store, the other environment and an unknown id alike', async () => {
    const tenant = aTenant();
    const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
    const id = customer?.id ?? '';
    for (const [owner, wanted] of [
      [aTenant(), id],
      [toTenant(tenant.storeId, false), id],
      [tenant, 'cust_nobody'],
      [tenant, "' or 1=1 --"],
    ] as const) {
      await expect(
        billing.customers.getCustomer({ tenant: owner, ...noKeys, id: wanted }, call()),
      ).rejects.toMatchObject(notFound);
    }
  });

  test('refuses a look-up without any key and names the keys', async () => {
    await expect(billing.customers.getCustomer({ tenant: aTenant(), ...noKeys }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "One of 'id', 'email' or 'taxId' is required",
    });
  });
});

describe('listing customers', () => {
  test('filters by name without case and accents, by cellphone digits, by e-mail and by tax id', async () => {
    const tenant = aTenant();
    const jose = aCustomer({ name: 'José 100% Ação', cellphone: '+55 (21) 91234-5678' });
    await billing.customers.createCustomer({ tenant, customer: jose }, call());
    await billing.customers.createCustomer({ tenant, customer: aCustomer({ name: 'Joana' }) }, call());
    const filters = [
      { name: 'JOSE 100% acao' },
      { cellphone: '5521 91234 5678' },
      { email: jose.email?.toUpperCase() },
      { taxId: jose.taxId },
    ];
    for (const filter of filters) {
      const { customers } = await billing.customers.listCustomers({ tenant, ...noFilter, ...filter }, call());
      expect(customers.map(({ name }) => name)).toEqual([jose.name]);
    }
    const { customers: none } = await billing.customers.listCustomers({ tenant, ...noFilter, name: '%' + '_' }, call());
    expect(none).toEqual([]);
  });

  test('walks pages newest first and shows nothing of another tenant', async () => {
    const tenant = aTenant();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      billing.clock.advance(5);
      const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
      ids.unshift(customer?.id ?? '');
    }
    const page = { ...firstPage, limit: 2 };
    const first = await billing.customers.listCustomers({ tenant, ...noFilter, page }, call());
    expect(first.customers.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.page).toMatchObject({ hasMore: true, next: ids[1] });
    const second = { ...page, after: first.page?.next };
    const rest = await billing.customers.listCustomers({ tenant, ...noFilter, page: second }, call());
    expect(rest.customers.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const { customers: others } = await billing.customers.listCustomers({ tenant: aTenant(), ...noFilter }, call());
    expect(others).toEqual([]);
  });

  test('refuses a cursor of another store', async () => {
    const { customer } = await billing.customers.createCustomer({ tenant: aTenant(), customer: aCustomer() }, call());
    const page = { ...firstPage, after: customer?.id };
    await expect(
      billing.customers.listCustomers({ tenant: aTenant(), ...noFilter, page }, call()),
    ).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });
});

describe('deleting a customer', () => {
  test('returns the record as it was, then no read finds it, and its tax id is free', async () => {
    const tenant = aTenant();
    const given = aCustomer();
    const { customer } = await billing.customers.createCustomer({ tenant, customer: given }, call());
    const id = customer?.id ?? '';
    const remove = (owner = tenant) => billing.customers.deleteCustomer({ tenant: owner, id }, call());
    await expect(remove(aTenant())).rejects.toMatchObject(notFound);
    await expect(remove(toTenant(tenant.storeId, false))).rejects.toMatchObject(notFound);
    expect(await remove()).toEqual({ customer });
    await expect(remove()).rejects.toMatchObject(notFound);
    for (const keys of [{ id }, { email: given.email }, { taxId: given.taxId }]) {
      const found = billing.customers.getCustomer({ tenant, ...noKeys, ...keys }, call());
      await expect(found).rejects.toMatchObject(notFound);
    }
    expect((await billing.customers.listCustomers({ tenant, ...noFilter }, call())).customers).toEqual([]);
    const again = await billing.customers.createCustomer({ tenant, customer: given }, call());
    expect(again.customer?.id).not.toBe(id);
  });

  test('leaves no personal data in the row, and publishes only the id', async () => {
    const tenant = aTenant();
    const given = aCustomer({ zipCode: '01310-100', metadataJson: '{"nick":"Aninha"}' });
    const { customer } = await billing.customers.createCustomer({ tenant, customer: given }, call());
    const id = customer?.id ?? '';
    const keyed = () => billing.customers.deleteCustomer({ tenant, id }, call('erase'));
    expect(await keyed()).toEqual(await keyed());
    const rows = (await billing.db('customers').where({ id })) as Record<string, unknown>[];
    const kept = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
    expect(kept.map(([column]) => column).sort()).toEqual(
      ['created_at', 'deleted_at', 'dev_mode', 'id', 'metadata', 'store_id', 'updated_at'].sort(),
    );
    expect(rows[0]?.['metadata']).toBe('{}');
    const stored = (await billing.db('idempotency_keys').where({ store_id: tenant.storeId })) as { response: Buffer }[];
    expect(JSON.stringify(stored.map((row) => String(row.response)))).not.toContain(given.email);
    const fact = (await readEvents(billing, tenant)).find(({ type }) => type === 'customer.erased');
    expect(fact).toMatchObject({ key: id, payload: { customerId: id } });
    expect(Object.keys(fact?.payload ?? {}).sort()).toEqual(['customerId', 'erasedAt', 'tenant']);
  });
});

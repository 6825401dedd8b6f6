import { parseBrCode, type Tenant } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { qrPng } from '../src/charges/qr-png';
import {
  aCustomer,
  aPixCharge,
  call,
  defaultSettings,
  readEvents,
  startBilling,
  type Billing,
} from './billing-harness';
import { createPixCharge } from './charge-requests';

let billing: Billing;
let withoutSameTaxId: Billing;
beforeAll(async () => {
  billing = await startBilling();
  withoutSameTaxId = await startBilling({ settings: { SIMULATOR_SAME_TAX_ID: false } });
});
afterAll(() => Promise.all([billing.stop(), withoutSameTaxId.stop()]));

async function rowsOf(table: string, tenant: Tenant): Promise<number> {
  const rows: unknown[] = await billing.db(table).where({ store_id: tenant.storeId });
  return rows.length;
}

describe('creating a Pix charge', () => {
  test('answers a pending charge with the fee, an unpayable but well-formed code and its picture', async () => {
    const tenant = await billing.configuredStore();
    const metadataJson = '{"order":1.50,"a":null}';
    const charge = await createPixCharge(billing, tenant, {
      externalId: 'pedido-1',
      description: 'x'.repeat(60),
      metadataJson,
    });
    expect(charge).toMatchObject({
      devMode: true,
      method: 'PAYMENT_METHOD_PIX',
      origin: 'CHARGE_ORIGIN_TRANSPARENT',
      status: 'CHARGE_STATUS_PENDING',
      amountCents: 12_345,
      platformFeeCents: 80,
      externalId: 'pedido-1',
      description: 'x'.repeat(60),
      metadataJson,
      paidAmountCents: undefined,
      receiptUrl: undefined,
      customerId: undefined,
    });
    expect(charge.id).toMatch(/^pix_char_[0-9A-Za-z]{24}$/);
    expect(charge.expiresAt).toEqual(new Date(billing.clock.real().getTime() + 3_600_000));
    const code = parseBrCode(charge.pix?.brCode ?? '');
    expect(code).toMatchObject({ merchantName: 'Loja Sao Joao', merchantCity: 'Sao Paulo', key: undefined });
    expect(code.location).toMatch(/^pix\.example\.com\/[0-9A-Za-z]{25}$/);
    expect(charge.pix?.txid).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(charge.pix?.qrPng.equals(qrPng(charge.pix.brCode))).toBe(true);
  });

  test('keeps a charge in a row of less than a kilobyte, without the picture that each answer draws', async () => {
    const tenant = await billing.configuredStore();
    const { id, pix } = await createPixCharge(billing, tenant);
    const { rows } = await billing.db.raw<{ rows: { bytes: number; picture: number }[] }>(
      'select pg_column_size(c.*) as bytes, octet_length(qr_png) as picture from charges c where id = ?',
      [id],
    );
    expect(rows).toEqual([{ bytes: expect.any(Number) as number, picture: 0 }]);
    expect(rows[0]?.bytes).toBeLessThan(1_000);
    const { charge } = await billing.charges.getCharge({ tenant, id }, { requestId: 'read' });
    expect(charge?.pix).toEqual(pix);
  });

  test('publishes one fact with the charge and without its picture', async () => {
    const tenant = await billing.configuredStore();
    const charge = await createPixCharge(billing, tenant);
    const facts = await readEvents(billing, tenant);
    expect(facts.map(({ type, key }) => [type, key])).toEqual([['charge.created', charge.id]]);
    expect(JSON.stringify(facts).length).toBeLessThan(2_000);
    expect(facts[0]?.payload).toMatchObject({ charge: { id: charge.id, status: 'CHARGE_STATUS_PENDING' } });
  });

  test('finds or creates the inline customer by tax id', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const first = await createPixCharge(billing, tenant, { customer });
    const second = await createPixCharge(billing, tenant, { customer });
    expect(first.customerId).toMatch(/^cust_/);
    expect(second.customerId).toBe(first.customerId);
    const byId = await createPixCharge(billing, tenant, { customerId: first.customerId });
    expect(byId.customerId).toBe(first.customerId);
    const masked = (await readEvents(billing, tenant)).at(-1)?.payload;
    expect(masked).toMatchObject({
      customer: { id: first.customerId, maskedTaxId: expect.stringContaining('***') as string },
    });
    expect(JSON.stringify(await readEvents(billing, tenant))).not.toContain(customer.taxId);
  });

  test.each([
    ['an amount of 99 centavos', { amountCents: 99 }, "Property 'amount' should be from 100 to 9999999999"],
    ['an amount too large', { amountCents: 10_000_000_000 }, "Property 'amount' should be from 100 to 9999999999"],
    ['an expiry of no second', { expiresInSeconds: 0 }, "Property 'expiresIn' should be from 1 to 2592000"],
    ['an expiry of 31 days', { expiresInSeconds: 2_678_400 }, "Property 'expiresIn' should be from 1 to 2592000"],
    ['a customer given twice', { customer: aCustomer(), customerId: 'cust_x' }, /cannot be used together/],
    ['an invalid tax id', { customer: aCustomer({ taxId: '1' }) }, "Property 'taxId' should be a valid CPF or CNPJ"],
    ['ensureSameTaxId without a customer', { ensureSameTaxId: true }, 'ensureSameTaxId requires a customer with taxId'],
    [
      'ensureSameTaxId with a customer without tax id',
      { ensureSameTaxId: true, customer: aCustomer({ taxId: undefined }) },
      'ensureSameTaxId requires a customer with taxId',
    ],
  ])('refuses %s and writes nothing', async (_name, overrides, message) => {
    const tenant = await billing.configuredStore();
    const refused = createPixCharge(billing, tenant, overrides);
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(refused).rejects.toThrow(message);
    expect([await rowsOf('charges', tenant), await rowsOf('customers', tenant)]).toEqual([0, 0]);
  });

  test('refuses ensureSameTaxId when the provider does not support it, and accepts it when it does', async () => {
    const tenant = await withoutSameTaxId.configuredStore();
    const request = aPixCharge(tenant, { ensureSameTaxId: true, customer: aCustomer() });
    await expect(withoutSameTaxId.charges.createPixCharge(request, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: 'ensureSameTaxId is not supported by the current PIX provider',
    });
    const supported = await billing.configuredStore();
    expect(await createPixCharge(billing, supported, { ensureSameTaxId: true, customer: aCustomer() })).toMatchObject({
      status: 'CHARGE_STATUS_PENDING',
    });
  });

  test('refuses an amount that its own fee would eat', async () => {
    const tenant = aTenant();
    const settings = { ...defaultSettings, storeId: tenant.storeId, pixFeeCents: 150 };
    await billing.settings.configureBilling(settings, call());
    await expect(createPixCharge(billing, tenant, { amountCents: 150 })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'O valor mínimo para PIX é R$ 1,51',
    });
    expect(await createPixCharge(billing, tenant, { amountCents: 151 })).toMatchObject({ platformFeeCents: 150 });
  });

  test('answers not found for an unknown customer and for one of another store', async () => {
    const tenant = await billing.configuredStore();
    const { customer } = await billing.customers.createCustomer({ tenant: aTenant(), customer: aCustomer() }, call());
    for (const customerId of [customer?.id, 'cust_nobody']) {
      await expect(createPixCharge(billing, tenant, { customerId })).rejects.toMatchObject({
        kind: 'NOT_FOUND',
        message: 'Cliente não encontrado.',
      });
    }
  });

  test('answers 503 in production without a provider, before any row is written', async () => {
    const tenant = await billing.configuredStore(false);
    await expect(createPixCharge(billing, tenant, { customer: aCustomer() })).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for PIX is not configured for this store',
    });
    await expect(createPixCharge(billing, tenant, { ensureSameTaxId: true })).rejects.toThrow(
      'ensureSameTaxId requires a customer with taxId',
    );
    await expect(createPixCharge(billing, tenant, { ensureSameTaxId: true, customer: aCustomer() })).rejects.toThrow(
      'ensureSameTaxId is not supported by the current PIX provider',
    );
    expect([await rowsOf('charges', tenant), await rowsOf('customers', tenant)]).toEqual([0, 0]);
  });

  test('refuses a store without settings with a clear sentence', async () => {
    await expect(createPixCharge(billing, aTenant())).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'STORE_NOT_CONFIGURED',
      message: 'Billing is not configured for this store',
    });
  });

  test('creates one charge and one fact of 200 parallel calls with one idempotency key', async () => {
    const tenant = await billing.configuredStore();
    const contexts = Array.from({ length: 200 }, () => call('hundred'));
    const answers = await Promise.all(
      contexts.map((context) => billing.charges.createPixCharge(aPixCharge(tenant), context)),
    );
    expect(new Set(answers.map(({ charge }) => charge?.id)).size).toBe(1);
    expect(
      answers.every((answer) => answer.charge?.pix?.qrPng.equals(answers[0]?.charge?.pix?.qrPng ?? Buffer.of())),
    ).toBe(true);
    expect(contexts.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
    expect(await rowsOf('charges', tenant)).toBe(1);
    expect(await readEvents(billing, tenant)).toHaveLength(1);
  });

  test('refuses a key that came with another request, and leaves no key behind when the work was refused', async () => {
    const tenant = await billing.configuredStore();
    await billing.charges.createPixCharge(aPixCharge(tenant), call('reused', 'one'));
    await expect(billing.charges.createPixCharge(aPixCharge(tenant), call('reused', 'two'))).rejects.toMatchObject({
      reason: 'IDEMPOTENCY_KEY_REUSED',
    });
    await expect(
      billing.charges.createPixCharge(aPixCharge(tenant, { amountCents: 1 }), call('retry', 'three')),
    ).rejects.toThrow();
    await billing.charges.createPixCharge(aPixCharge(tenant), call('retry', 'four'));
    expect(await rowsOf('charges', tenant)).toBe(2);
  });
});

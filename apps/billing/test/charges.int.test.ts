import type { Charge } from '@pitanga/contracts';
import { cents, parseBrCode, tenantOf, type Tenant } from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { confirmPayment } from '../src/collecting/confirm-payment';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { qrPng } from '../src/pix/qr-png';
import {
  aCustomer,
  aPixCharge,
  call,
  defaultSettings,
  readEvents,
  firstPage,
  startBilling,
  type Billing,
} from './billing-harness';

let billing: Billing;
let withoutSameTaxId: Billing;
beforeAll(async () => {
  billing = await startBilling();
  withoutSameTaxId = await startBilling({ canEnsureSameTaxId: false });
});
afterAll(() => Promise.all([billing.stop(), withoutSameTaxId.stop()]));

const noFilter = { id: undefined, externalId: undefined, status: undefined, method: undefined, page: firstPage };
const notFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };

async function create(tenant: Tenant, overrides: Parameters<typeof aPixCharge>[1] = {}): Promise<Charge> {
  const { charge } = await billing.charges.createPixCharge(aPixCharge(tenant, overrides), call());
  if (!charge) throw new Error('no charge');
  return charge;
}

function simulate(tenant: Tenant, id: string, payer?: { name: string | undefined; taxId: string | undefined }) {
  return billing.charges.simulateChargePayment(
    { tenant, id, payer, metadataJson: undefined, amountCents: undefined, late: false },
    call(),
  );
}

async function rowsOf(table: string, tenant: Tenant): Promise<number> {
  const rows: unknown[] = await billing.db(table).where({ store_id: tenant.storeId });
  return rows.length;
}

describe('creating a Pix charge', () => {
  test('answers a pending charge with the fee, an unpayable but well-formed code and its picture', async () => {
    const tenant = await billing.configuredStore();
    const metadataJson = '{"order":1.50,"a":null}';
    const charge = await create(tenant, { externalId: 'pedido-1', description: 'x'.repeat(60), metadataJson });
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

  test('publishes one fact with the charge and without its picture', async () => {
    const tenant = await billing.configuredStore();
    const charge = await create(tenant);
    const facts = await readEvents(billing, tenant);
    expect(facts.map(({ type, key }) => [type, key])).toEqual([['charge.created', charge.id]]);
    expect(JSON.stringify(facts).length).toBeLessThan(2_000);
    expect(facts[0]?.payload).toMatchObject({ charge: { id: charge.id, status: 'CHARGE_STATUS_PENDING' } });
  });

  test('finds or creates the inline customer by tax id', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const first = await create(tenant, { customer });
    const second = await create(tenant, { customer });
    expect(first.customerId).toMatch(/^cust_/);
    expect(second.customerId).toBe(first.customerId);
    const byId = await create(tenant, { customerId: first.customerId });
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
    ['an expiry of 59 seconds', { expiresInSeconds: 59 }, "Property 'expiresIn' should be from 60 to 2592000"],
    ['an expiry of 31 days', { expiresInSeconds: 2_678_400 }, "Property 'expiresIn' should be from 60 to 2592000"],
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
    const refused = create(tenant, overrides);
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
    expect(await create(supported, { ensureSameTaxId: true, customer: aCustomer() })).toMatchObject({
      status: 'CHARGE_STATUS_PENDING',
    });
  });

  test('refuses an amount that its own fee would eat', async () => {
    const tenant = aTenant();
    const settings = { ...defaultSettings, storeId: tenant.storeId, pixFeeCents: 150 };
    await billing.settings.configureBilling(settings, call());
    await expect(create(tenant, { amountCents: 150 })).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'O valor mínimo para PIX é R$ 1,51',
    });
    expect(await create(tenant, { amountCents: 151 })).toMatchObject({ platformFeeCents: 150 });
  });

  test('answers not found for an unknown customer and for one of another store', async () => {
    const tenant = await billing.configuredStore();
    const { customer } = await billing.customers.createCustomer({ tenant: aTenant(), customer: aCustomer() }, call());
    for (const customerId of [customer?.id, 'cust_nobody']) {
      await expect(create(tenant, { customerId })).rejects.toMatchObject({
        kind: 'NOT_FOUND',
        message: 'Cliente não encontrado.',
      });
    }
  });

  test('answers 503 in production without a provider, before any row is written', async () => {
    const tenant = await billing.configuredStore(false);
    await expect(create(tenant, { customer: aCustomer() })).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for PIX is not configured for this store',
    });
    await expect(create(tenant, { ensureSameTaxId: true })).rejects.toThrow(
      'ensureSameTaxId requires a customer with taxId',
    );
    await expect(create(tenant, { ensureSameTaxId: true, customer: aCustomer() })).rejects.toThrow(
      'ensureSameTaxId is not supported by the current PIX provider',
    );
    expect([await rowsOf('charges', tenant), await rowsOf('customers', tenant)]).toEqual([0, 0]);
  });

  test('refuses a store without settings with a clear sentence', async () => {
    await expect(create(aTenant())).rejects.toMatchObject({
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

describe('paying a charge by simulation', () => {
  test('shows it PAID with a receipt and publishes charge.paid with the payer masked', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer({ taxId: '52998224725', name: 'Ana' });
    const { id, customerId } = await create(tenant, { customer });
    billing.clock.advance(1_000);
    const { charge } = await simulate(tenant, id);
    expect(charge).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      paidAmountCents: 12_345,
      receiptUrl: `http://pitanga.test/receipts/${id}`,
      paidAt: billing.clock.real(),
      payer: { name: 'Ana', maskedTaxId: '529.***.***-**', isSameAsCustomer: true },
    });
    expect(charge?.pix?.endToEndId).toMatch(/^E99999999\d{12}[0-9A-Za-z]{11}$/);
    const { charge: read } = await billing.charges.getCharge({ tenant, id }, call());
    expect(read).toEqual(charge);
    const facts = await readEvents(billing, tenant);
    expect(facts.map(({ type }) => type)).toEqual(['customer.created', 'charge.created', 'charge.paid']);
    expect(facts[2]).toMatchObject({
      key: id,
      payload: {
        tenant: { storeId: tenant.storeId, devMode: true },
        charge: { id, status: 'CHARGE_STATUS_PAID', platformFeeCents: 80, paidAmountCents: 12_345 },
        customer: { id: customerId, maskedTaxId: '529.***.***-**' },
      },
    });
    expect(JSON.stringify(facts)).not.toContain('52998224725');
  });

  test('makes up a payer when there is no customer, and makes nobody a customer', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const { charge } = await simulate(tenant, id);
    expect(charge?.payer).toMatchObject({ name: 'Pagador de Teste', isSameAsCustomer: false });
    expect(charge?.customerId).toBeUndefined();
    expect(await rowsOf('customers', tenant)).toBe(0);
  });

  test('names the payer it is told, merges the metadata and refuses an invalid tax id', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { metadataJson: '{"order":"42","by":"shop"}' });
    await expect(simulate(tenant, id, { name: 'X', taxId: '123' })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    const request = {
      tenant,
      id,
      payer: { name: 'Bia', taxId: '123.456.789-09' },
      metadataJson: '{"by":"test"}',
      amountCents: undefined,
      late: false,
    };
    const { charge } = await billing.charges.simulateChargePayment(request, call());
    expect(charge).toMatchObject({
      payer: { name: 'Bia', maskedTaxId: '123.***.***-**', isSameAsCustomer: false },
      metadataJson: '{"order":"42","by":"test"}',
    });
  });

  test('pays once however many payments arrive at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => simulate(tenant, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ kind: 'FAILED_PRECONDITION', message: 'This charge was already paid' });
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid')).toHaveLength(1);
  });

  test('refuses an expired charge from the very second of its expiry, before any job ran', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { expiresInSeconds: 60 });
    billing.clock.advance(59_999);
    expect((await billing.charges.getCharge({ tenant, id }, call())).charge?.status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(1);
    expect((await billing.charges.getCharge({ tenant, id }, call())).charge?.status).toBe('CHARGE_STATUS_EXPIRED');
    await expect(simulate(tenant, id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'This charge has expired',
    });
  });

  test('is refused in production', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await expect(simulate(tenantOf(tenant.storeId, false), id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'DEV_MODE_ONLY',
    });
  });

  test('answers not found for another store and for an unknown id', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await expect(simulate(aTenant(), id)).rejects.toMatchObject(notFound);
    await expect(simulate(tenant, 'pix_char_nothing')).rejects.toMatchObject(notFound);
  });

  test('replays its answer for a repeated idempotency key', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const request = { tenant, id, payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
    const first = await billing.charges.simulateChargePayment(request, call('pay'));
    expect(await billing.charges.simulateChargePayment(request, call('pay'))).toEqual(first);
  });
});

describe('confirming a payment', () => {
  const payer = { name: 'Bia', taxId: '12345678909' };
  const notice = (chargeId: string) => ({
    chargeId,
    amountCents: cents(12_345),
    rail: 'PIX' as const,
    reference: `E99999999202611201500${testIds.token(11)}`,
    payer,
  });

  test('is one payment however often, and however much at once, the same transfer is told', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const told = notice(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirmPayment(billing.deps, tenant, told)));
    billing.clock.advance(86_400_000);
    answers.push(await confirmPayment(billing.deps, tenant, told));
    expect(answers.every((charge) => charge.status === 'PAID' && charge.pix?.endToEndId === told.reference)).toBe(true);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid')).toHaveLength(1);
  });

  test('is still that one payment when it is told again after the charge was refunded', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const told = notice(id);
    await confirmPayment(billing.deps, tenant, told);
    await billing.db('charges').where({ id }).update({ status: 'REFUNDED' });
    expect(await confirmPayment(billing.deps, tenant, told)).toMatchObject({ status: 'REFUNDED' });
  });

  test('changes nothing of another tenant', async () => {
    const { id } = await create(await billing.configuredStore());
    await expect(confirmPayment(billing.deps, aTenant(), notice(id))).rejects.toMatchObject(notFound);
  });
});

describe('reading charges', () => {
  test('answers not found for another store, the other environment, another kind of id and nonsense', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
    for (const [owner, wanted] of [
      [aTenant(), id],
      [tenantOf(tenant.storeId, false), id],
      [tenant, customer?.id ?? ''],
      [tenant, "'; drop table charges --"],
    ] as const) {
      await expect(billing.charges.getCharge({ tenant: owner, id: wanted }, call())).rejects.toMatchObject(notFound);
    }
  });

  test('lists newest first, filters by status as reads show it, by external id and by method', async () => {
    const tenant = await billing.configuredStore();
    const short = await create(tenant, { expiresInSeconds: 60, externalId: 'short' });
    billing.clock.advance(5);
    const paid = await create(tenant);
    billing.clock.advance(5);
    const open = await create(tenant);
    await simulate(tenant, paid.id);
    billing.clock.advance(60_000);
    const list = async (filter: object): Promise<string[]> =>
      (await billing.charges.listCharges({ tenant, ...noFilter, ...filter }, call())).charges.map(({ id }) => id);
    expect(await list({})).toEqual([open.id, paid.id, short.id]);
    expect(await list({ status: 'CHARGE_STATUS_EXPIRED' })).toEqual([short.id]);
    expect(await list({ status: 'CHARGE_STATUS_PENDING' })).toEqual([open.id]);
    expect(await list({ status: 'CHARGE_STATUS_PAID' })).toEqual([paid.id]);
    expect(await list({ externalId: 'short' })).toEqual([short.id]);
    expect(await list({ method: 'PAYMENT_METHOD_CARD' })).toEqual([]);
    expect(await list({ page: { ...firstPage, limit: 1, after: open.id } })).toEqual([paid.id]);
  });

  test('resolves a charge by its id alone, with its tenant and merchant, for the receipt page', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    expect(await billing.charges.resolveCharge({ id }, call())).toMatchObject({
      tenant: { storeId: tenant.storeId, devMode: true },
      charge: { id },
      merchantName: 'Loja São João',
    });
    await expect(billing.charges.resolveCharge({ id: 'nothing' }, call())).rejects.toMatchObject(notFound);
  });
});

describe('the expiry job', () => {
  test('expires each overdue charge once, with its fact, also when several run at once', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const charges = await Promise.all(
      Array.from({ length: 8 }, () => create(tenant, { expiresInSeconds: 60, customer })),
    );
    const open = await create(tenant, { expiresInSeconds: 3_600 });
    billing.clock.advance(60_000);
    await Promise.all([expireOverdue(billing.deps), expireOverdue(billing.deps), expireOverdue(billing.deps)]);
    const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired');
    expect(expired.map(({ key }) => key).sort()).toEqual(charges.map(({ id }) => id).sort());
    expect(expired[0]?.payload).toMatchObject({
      charge: { status: 'CHARGE_STATUS_EXPIRED' },
      customer: { email: customer.email },
    });
    expect((await billing.charges.getCharge({ tenant, id: open.id }, call())).charge?.status).toBe(
      'CHARGE_STATUS_PENDING',
    );
  });
});

import { cents, toTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { aCustomer, call, readEvents, firstPage, startBilling } from './billing-harness';
import { chargeNotFound, createPixCharge, simulateCharge } from './charge-requests';

const billing = startBeforeAll(startBilling);

const noFilter = { id: undefined, externalId: undefined, status: undefined, method: undefined, page: firstPage };

async function rowsOf(table: string, tenant: Tenant): Promise<number> {
  const rows: unknown[] = await billing.db(table).where({ store_id: tenant.storeId });
  return rows.length;
}

describe('paying a charge by simulation', () => {
  test('shows it PAID with a receipt and publishes charge.paid with the payer masked', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer({ taxId: '52998224725', name: 'Ana' });
    const { id, customerId } = await createPixCharge(billing, tenant, { customer });
    billing.clock.advance(1_000);
    const { charge } = await simulateCharge(billing, tenant, id);
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
    const { id } = await createPixCharge(billing, tenant);
    const { charge } = await simulateCharge(billing, tenant, id);
    expect(charge?.payer).toMatchObject({ name: 'Pagador de Teste', isSameAsCustomer: false });
    expect(charge?.customerId).toBeUndefined();
    expect(await rowsOf('customers', tenant)).toBe(0);
  });

  test('names the payer it is told, merges the metadata and refuses an invalid tax id', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant, { metadataJson: '{"order":"42","by":"shop"}' });
    await expect(simulateCharge(billing, tenant, id, { name: 'X', taxId: '123' })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
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

  test.each([
    ['Bia\u202e \u200bSouza\n da  Silva\ufeff', 'Bia Souza da Silva'],
    ['Joa\u0303o', 'João'],
    ['\u2066\u200b', undefined],
  ])('keeps the name %j of a payer in the record and the event as %j', async (told, name) => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    const payer = { name: told, taxId: '123.456.789-09' };
    const { charge } = await simulateCharge(billing, tenant, id, payer);
    expect(charge?.payer?.name).toBe(name);
    const [paid] = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid');
    expect(paid?.payload).toHaveProperty('charge.payer.maskedTaxId');
    expect((paid?.payload as { charge: { payer: { name?: string } } }).charge.payer.name).toBe(name);
  });

  test('pays once however many payments arrive at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => simulateCharge(billing, tenant, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ kind: 'FAILED_PRECONDITION', message: 'This charge was already paid' });
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid')).toHaveLength(1);
  });

  test('refuses an expired charge from the very second of its expiry, before any job ran', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant, { expiresInSeconds: 60 });
    billing.clock.advance(59_999);
    expect((await billing.charges.getCharge({ tenant, id }, call())).charge?.status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(1);
    expect((await billing.charges.getCharge({ tenant, id }, call())).charge?.status).toBe('CHARGE_STATUS_EXPIRED');
    await expect(simulateCharge(billing, tenant, id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'This charge has expired',
    });
  });

  test('is refused in production', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    await expect(simulateCharge(billing, toTenant(tenant.storeId, false), id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      reason: 'DEV_MODE_ONLY',
    });
  });

  test('answers not found for another store and for an unknown id', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    await expect(simulateCharge(billing, aTenant(), id)).rejects.toMatchObject(chargeNotFound);
    await expect(simulateCharge(billing, tenant, 'pix_char_nothing')).rejects.toMatchObject(chargeNotFound);
  });

  test('replays its answer for a repeated idempotency key', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    const request = { tenant, id, payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
    // The first has waited for what it appended.
    const first = await billing.charges.simulateChargePayment(request, call('pay'));
    expect(await billing.charges.simulateChargePayment(request, call('pay'))).toEqual({ ...first, appended: [] });
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
    const { id } = await createPixCharge(billing, tenant);
    const told = notice(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => transact(billing.deps, (tx) => confirmPayment(tx, tenant, told))),
    );
    billing.clock.advance(86_400_000);
    answers.push(await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told)));
    expect(answers.every((charge) => charge.status === 'PAID' && charge.pix?.endToEndId === told.reference)).toBe(true);
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid')).toHaveLength(1);
  });

  test('is still that one payment when it is told again after the charge was refunded', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    const told = notice(id);
    await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told));
    await billing.db('charges').where({ id }).update({ status: 'REFUNDED' });
    expect(await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told))).toMatchObject({
      status: 'REFUNDED',
    });
  });

  test('changes nothing of another tenant', async () => {
    const { id } = await createPixCharge(billing, await billing.configuredStore());
    await expect(transact(billing.deps, (tx) => confirmPayment(tx, aTenant(), notice(id)))).rejects.toMatchObject(
      chargeNotFound,
    );
  });
});

describe('reading charges', () => {
  test('answers not found for another store, the other environment, another kind of id and nonsense', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
    for (const [owner, wanted] of [
      [aTenant(), id],
      [toTenant(tenant.storeId, false), id],
      [tenant, customer?.id ?? ''],
      [tenant, "'; drop table charges --"],
    ] as const) {
      await expect(billing.charges.getCharge({ tenant: owner, id: wanted }, call())).rejects.toMatchObject(
        chargeNotFound,
      );
    }
  });

  test('lists newest first, filters by status as reads show it, by external id and by method', async () => {
    const tenant = await billing.configuredStore();
    const short = await createPixCharge(billing, tenant, { expiresInSeconds: 60, externalId: 'short' });
    billing.clock.advance(5);
    const paid = await createPixCharge(billing, tenant);
    billing.clock.advance(5);
    const open = await createPixCharge(billing, tenant);
    await simulateCharge(billing, tenant, paid.id);
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
    const { id } = await createPixCharge(billing, tenant);
    expect(await billing.charges.resolveCharge({ id }, call())).toMatchObject({
      tenant: { storeId: tenant.storeId, devMode: true },
      charge: { id },
      merchantName: 'Loja São João',
    });
    await expect(billing.charges.resolveCharge({ id: 'nothing' }, call())).rejects.toMatchObject(chargeNotFound);
  });
});

describe('the expiry job', () => {
  test('expires each overdue charge once, with its fact, also when several run at once', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const charges = await Promise.all(
      Array.from({ length: 8 }, () => createPixCharge(billing, tenant, { expiresInSeconds: 60, customer })),
    );
    const open = await createPixCharge(billing, tenant, { expiresInSeconds: 3_600 });
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

import type { Charge, CreateBoletoChargeRequest } from '@pitanga/contracts';
import {
  cents,
  dueDateOfFactor,
  parseBarCode,
  parseBrCode,
  parseDigitableLine,
  tenantOf,
  type Tenant,
} from '@pitanga/core';
import { aTenant, testIds } from '@pitanga/testing';
import { boletoInputFromWire } from '../src/api/charge-input';
import { confirmPayment } from '../src/collecting/confirm-payment';
import { prepareBoletoCharge, type BoletoChargeInput } from '../src/collecting/create-charge';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { qrPng } from '../src/pix/qr-png';
import { aCustomer, aPixCharge, call, readEvents, startBilling, type Billing } from './billing-harness';
import { aBoletoCharge, aCardCharge, aCardToken, the } from './payment-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());
beforeEach(() => {
  setClock('2026-11-20T15:00:00.000Z');
});

const notFound = { kind: 'NOT_FOUND', message: 'Cobrança não encontrada.' };
const percentFine = { kind: 'FINE_KIND_PERCENTAGE' as const, value: 200 };
const latePrices = { interestBasisPoints: 100, fine: percentFine };

/** The store's clock, forwards or back. */
function setClock(at: string): void {
  billing.clock.advance(new Date(at).getTime() - billing.clock.real().getTime());
}

const create = async (tenant: Tenant, overrides: Partial<CreateBoletoChargeRequest> = {}, key?: string) =>
  the(await billing.charges.createBoletoCharge(aBoletoCharge(tenant, overrides), call(key)));
const get = async (tenant: Tenant, id: string): Promise<Charge> =>
  the(await billing.charges.getCharge({ tenant, id }, call()));

function simulate(
  tenant: Tenant,
  id: string,
  overrides: { amountCents?: number; late?: boolean; method?: 'PAYMENT_METHOD_PIX' | 'PAYMENT_METHOD_CARD' } = {},
) {
  const request = { tenant, id, payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
  return billing.charges.simulateChargePayment({ ...request, ...overrides }, call());
}

async function rowsOf(tenant: Tenant): Promise<number[]> {
  const count = async (table: string): Promise<number> =>
    (await billing.db(table).where({ store_id: tenant.storeId })).length;
  return [await count('charges'), await count('customers')];
}

describe('creating a boleto', () => {
  test('answers a pending charge whose bar code, line and Pix code say the same, with fee and picture', async () => {
    const tenant = await billing.configuredStore();
    const metadataJson = '{"order":1.50}';
    const charge = await create(tenant, { externalId: 'pedido-1', description: 'x'.repeat(500), metadataJson });
    expect(charge).toMatchObject({
      devMode: true,
      method: 'PAYMENT_METHOD_BOLETO',
      origin: 'CHARGE_ORIGIN_TRANSPARENT',
      status: 'CHARGE_STATUS_PENDING',
      amountCents: 10_000,
      platformFeeCents: 250,
      externalId: 'pedido-1',
      description: 'x'.repeat(500),
      metadataJson,
      customerId: undefined,
      receiptUrl: undefined,
      card: undefined,
    });
    expect(charge.id).toMatch(/^char_[0-9A-Za-z]{24}$/);
    const { boleto, pix } = charge;
    expect(boleto).toMatchObject({ dueDate: '2026-11-25', url: `http://pitanga.test/boletos/${charge.id}` });
    expect(boleto).toMatchObject({ interestBasisPoints: undefined, fine: undefined });
    const parsed = parseBarCode(boleto?.barCode ?? '');
    expect(parsed).toMatchObject({ bank: '999', amountCents: 10_000 });
    expect(dueDateOfFactor(parsed.factor, '2026-11-20')).toBe('2026-11-25');
    expect(parseDigitableLine(boleto?.digitableLine ?? '')).toEqual(parsed);
    expect(parseBrCode(pix?.brCode ?? '').location).toMatch(/^pix\.example\.com\//);
    expect(pix?.qrPng.equals(qrPng(pix.brCode))).toBe(true);
    expect(await get(tenant, charge.id)).toEqual(charge);
    const facts = await readEvents(billing, tenant);
    expect(facts.map(({ type, key }) => [type, key])).toEqual([['charge.created', charge.id]]);
    expect(JSON.stringify(facts).length).toBeLessThan(3_000);
  });

  test.each([
    ['2026-02-13', '2026-02-20'],
    ['2026-04-02', '2026-04-08'],
    ['2026-06-03', '2026-06-09'],
    ['2026-10-09', '2026-10-15'],
    ['2026-11-18', '2026-11-24'],
    ['2026-11-19', '2026-11-25'],
    ['2026-12-28', '2026-12-31'],
    ['2025-12-29', '2026-01-02'],
    ['2028-02-25', '2028-03-03'],
  ])('on %s is due on %s unless told otherwise, the third business day', async (today, dueDate) => {
    const tenant = await billing.configuredStore();
    // The first and the last minute of that day in São Paulo.
    for (const instant of [`${today}T00:00:00.000-03:00`, `${today}T23:59:59.999-03:00`]) {
      setClock(instant);
      const charge = await create(tenant);
      expect(charge.boleto?.dueDate).toBe(dueDate);
      expect(charge.expiresAt).toEqual(new Date(`${dueDate}T23:59:59.999-03:00`));
    }
  });

  test('keeps a given due date, also one on which banks are closed, today and a year ahead', async () => {
    const tenant = await billing.configuredStore();
    for (const dueDate of ['2026-11-20', '2026-11-22', '2026-12-25', '2027-11-20']) {
      const charge = await create(tenant, { dueDate });
      expect(charge.boleto?.dueDate).toBe(dueDate);
      expect(charge.expiresAt).toEqual(new Date(`${dueDate}T23:59:59.999-03:00`));
      expect(dueDateOfFactor(parseBarCode(charge.boleto?.barCode ?? '').factor, '2026-11-20')).toBe(dueDate);
    }
  });

  test('shows the interest and the fine it was given, at their limits', async () => {
    const tenant = await billing.configuredStore();
    const given = [
      { interestBasisPoints: 1, fine: { kind: 'FINE_KIND_FIXED' as const, value: 1 } },
      { interestBasisPoints: 10_000, fine: { kind: 'FINE_KIND_FIXED' as const, value: 9_999_999_999 } },
      { fine: { kind: 'FINE_KIND_PERCENTAGE' as const, value: 10_000 } },
    ];
    for (const terms of given) {
      const { id } = await create(tenant, { ...terms, amountCents: 9_999_999_999 });
      expect((await get(tenant, id)).boleto).toMatchObject(terms);
    }
  });

  test.each([
    ['a due date in the past', { dueDate: '2026-11-19' }, "Property 'dueDate' should not be in the past"],
    ['one 366 days ahead', { dueDate: '2027-11-21' }, "Property 'dueDate' should be at most 365 days ahead"],
    ['one that is no day', { dueDate: '2027-02-29' }, "Property 'dueDate' should be a date written YYYY-MM-DD"],
    ['an amount of 99', { amountCents: 99 }, "Property 'amount' should be from 100 to 9999999999"],
    ['an interest of 0', { interestBasisPoints: 0 }, "Property 'interest.value' should be from 1 to 10000"],
    ['an interest over 100%', { interestBasisPoints: 10_001 }, "Property 'interest.value' should be from 1 to 10000"],
    ['a fine of 0', { fine: { ...percentFine, value: 0 } }, "Property 'fine.value' should be from 1 to 10000"],
    [
      'a fine over 100%',
      { fine: { ...percentFine, value: 10_001 } },
      "Property 'fine.value' should be from 1 to 10000",
    ],
    ['a customer given twice', { customer: aCustomer(), customerId: 'cust_x' }, 'cannot be used together'],
    ['an invalid tax id', { customer: aCustomer({ taxId: '1' }) }, "Property 'taxId' should be a valid CPF or CNPJ"],
  ])('refuses %s and writes nothing', async (_name, overrides, message) => {
    const tenant = await billing.configuredStore();
    const refused = create(tenant, { customer: aCustomer(), ...overrides });
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(refused).rejects.toThrow(message);
    expect(await rowsOf(tenant)).toEqual([0, 0]);
  });

  test('refuses an amount that its own fee would eat', async () => {
    const tenant = await billing.configuredStore();
    const refusal = { kind: 'FAILED_PRECONDITION', message: 'O valor mínimo para BOLETO é R$ 2,51' };
    await expect(create(tenant, { amountCents: 250 })).rejects.toMatchObject(refusal);
    expect(await create(tenant, { amountCents: 251 })).toMatchObject({ platformFeeCents: 250 });
  });

  test('takes a whole customer or none in dev mode, and finds the one it knows by tax id', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const first = await create(tenant, { customer });
    expect(first.customerId).toMatch(/^cust_/);
    expect((await create(tenant, { customer })).customerId).toBe(first.customerId);
    expect((await create(tenant, { customerId: first.customerId })).customerId).toBe(first.customerId);
    expect((await create(tenant)).status).toBe('CHARGE_STATUS_PENDING');
    const needsPayer = { kind: 'INVALID_ARGUMENT', reason: 'BOLETO_NEEDS_PAYER' };
    await expect(create(tenant, { customer: aCustomer({ taxId: undefined }) })).rejects.toMatchObject(needsPayer);
  });

  test('needs a provider in production, and then a payer with name and tax id', async () => {
    const tenant = await billing.configuredStore(false);
    await expect(create(tenant, { customer: aCustomer() })).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for BOLETO is not configured for this store',
    });
    const simulated = await billing.deps.providersOf(aTenant());
    const deps = { ...billing.deps, providersOf: () => Promise.resolve(simulated) };
    const input = (overrides: Partial<CreateBoletoChargeRequest>): BoletoChargeInput =>
      boletoInputFromWire(aBoletoCharge(tenant, overrides));
    for (const customer of [undefined, aCustomer({ taxId: undefined }), aCustomer({ name: undefined })]) {
      await expect(prepareBoletoCharge(deps, tenant, input({ customer }))).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        reason: 'BOLETO_NEEDS_PAYER',
      });
    }
    const { charge } = await prepareBoletoCharge(deps, tenant, input({ customer: aCustomer() }));
    expect(charge).toMatchObject({ devMode: false, status: 'PENDING' });
    expect(await rowsOf(tenant)).toEqual([0, 0]);
  });

  test('is one boleto for one idempotency key, however often it is sent', async () => {
    const tenant = await billing.configuredStore();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(tenant, { customer: aCustomer() }, 'k')));
    expect(new Set(answers.map(({ id, boleto }) => `${id} ${boleto?.barCode ?? ''}`)).size).toBe(1);
    expect(await rowsOf(tenant)).toEqual([1, 1]);
  });
});

describe('the life of a boleto', () => {
  test.each([
    ['without interest or fine', {}, '2026-11-23T23:59:59.999-03:00'],
    ['with interest', { interestBasisPoints: 100 }, '2026-12-21T23:59:59.999-03:00'],
    ['with a fine', { fine: percentFine }, '2026-12-21T23:59:59.999-03:00'],
  ])('due on a Saturday and %s it is PENDING to the last instant', async (_name, terms, end) => {
    const tenant = await billing.configuredStore();
    const { id, expiresAt } = await create(tenant, { dueDate: '2026-11-21', ...terms });
    expect(expiresAt).toEqual(new Date('2026-11-21T23:59:59.999-03:00'));
    billing.clock.advance(new Date(end).getTime() - 1 - billing.clock.real().getTime());
    await expireOverdue(billing.deps);
    expect((await get(tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(1);
    expect((await get(tenant, id)).status).toBe('CHARGE_STATUS_EXPIRED');
    await expect(simulate(tenant, id)).rejects.toThrow('This charge has expired');
    await expireOverdue(billing.deps);
    const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired');
    expect(expired.map(({ key }) => key)).toEqual([id]);
  });

  test.each([
    ['on its due date', '2026-11-26T23:59:59.998-03:00', 100_000],
    ['a day late', '2026-11-27T00:00:00.000-03:00', 102_033],
    ['thirty days late', '2026-12-26T12:00:00.000-03:00', 103_000],
  ])('paid %s it takes exactly what is due', async (_name, at, due) => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { amountCents: 100_000, dueDate: '2026-11-26', ...latePrices });
    setClock(at);
    // One centavo less is recorded and goes back: the boleto stays open.
    const wrong = (await simulate(tenant, id, { amountCents: due - 1 })).charge;
    expect(wrong).toMatchObject({ status: 'CHARGE_STATUS_PENDING', paidAmountCents: undefined });
    const refunds = billing.db('refunds').where({ charge_id: id }).select('amount_cents', 'reason', 'step');
    expect(await refunds).toEqual([{ amount_cents: due - 1, reason: 'AMOUNT_MISMATCH', step: 'KEY' }]);
    const { charge } = await simulate(tenant, id);
    expect(charge).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      amountCents: 100_000,
      paidAmountCents: due,
      platformFeeCents: 250,
      paidAt: billing.clock.real(),
      receiptUrl: `http://pitanga.test/receipts/${id}`,
    });
    expect(charge?.pix?.endToEndId).toBeUndefined();
    const paid = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid');
    expect(paid).toMatchObject([{ key: id, payload: { charge: { paidAmountCents: due } } }]);
  });

  test('is paid by its QR code too where the simulation says so, and by no other method', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { customer: aCustomer() });
    await expect(simulate(tenant, id, { method: 'PAYMENT_METHOD_CARD' })).rejects.toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
    });
    await simulate(tenant, id, { method: 'PAYMENT_METHOD_PIX' });
    const endToEndId = expect.stringMatching(/^E\d{8}/) as string;
    expect(await get(tenant, id)).toMatchObject({ status: 'CHARGE_STATUS_PAID', pix: { endToEndId } });
  });

  test('may be paid by its Pix code, once however often the bank tells of it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant, { customer: aCustomer() });
    const reference = `E99999999202611201500${testIds.token(11)}`;
    const told = { chargeId: id, rail: 'PIX' as const, amountCents: cents(10_000), reference, payer: undefined };
    for (let times = 0; times < 2; times += 1) await confirmPayment(billing.deps, tenant, told);
    expect(await get(tenant, id)).toMatchObject({ status: 'CHARGE_STATUS_PAID', pix: { endToEndId: reference } });
    expect(await billing.db('refunds').where({ charge_id: id })).toEqual([]);
    const [paid] = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid');
    expect(paid?.payload).toMatchObject({ charge: { pix: { endToEndId: reference }, platformFeeCents: 250 } });
  });

  test('paid late on purpose or twice, the money is recorded and waits for a key to go back to', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await simulate(tenant, id);
    await expect(simulate(tenant, id)).rejects.toThrow('This charge was already paid');
    await simulate(tenant, id, { late: true });
    const rows = await billing.db('refunds').where({ charge_id: id }).select('reason', 'step', 'rail');
    expect(rows).toEqual([{ reason: 'DUPLICATE', step: 'KEY', rail: 'TRANSFER' }]);
  });
});

describe('the PDF of a boleto', () => {
  test('is found by the id alone, for one with and one without a customer', async () => {
    const tenant = await billing.configuredStore();
    for (const overrides of [{}, { customer: aCustomer(), description: 'Três cafés', ...latePrices }]) {
      const { id } = await create(tenant, overrides);
      const { pdf } = await billing.charges.resolveBoletoPdf({ id }, call());
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await billing.charges.resolveBoletoPdf({ id }, call())).toEqual({ pdf });
    }
  });

  test('is not found for another kind of charge, nor for an id of nobody', async () => {
    const tenant = await billing.configuredStore();
    const pix = the(await billing.charges.createPixCharge(aPixCharge(tenant), call()));
    const token = await aCardToken(billing, tenant);
    const card = the(await billing.charges.createCardCharge(aCardCharge(tenant, token), call()));
    for (const id of [pix.id, card.id, 'char_nobody', '']) {
      await expect(billing.charges.resolveBoletoPdf({ id }, call())).rejects.toMatchObject(notFound);
    }
  });
});

test('a boleto is another store’s and the other environment’s secret', async () => {
  const tenant = await billing.configuredStore();
  const { id } = await create(tenant);
  for (const other of [aTenant(), tenantOf(tenant.storeId, false)]) {
    await expect(get(other, id)).rejects.toMatchObject(notFound);
  }
  await expect(simulate(aTenant(), id)).rejects.toMatchObject(notFound);
});

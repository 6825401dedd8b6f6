import type { CreateBoletoChargeRequest } from '@pitanga/contracts';
import { dueDateOfFactor, parseBarCode, parseBrCode, parseDigitableLine, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, withDeps } from '@pitanga/testing';
import { boletoInputFromWire } from '../src/api/charge-input';
import { prepareBoletoCharge, type BoletoChargeInput } from '../src/charging/create-charge';
import { qrPng } from '../src/charges/qr-png';
import { aCustomer, countRows, readEvents, setClock, startBilling } from './billing-harness';
import { aBoletoCharge, createBoletoCharge, getCharge, percentFine } from './payment-requests';

const billing = startBeforeAll(startBilling);
beforeEach(() => {
  setClock(billing, '2026-11-20T15:00:00.000Z');
});

const rowsOf = async (tenant: Tenant): Promise<number[]> => [
  await countRows(billing, 'charges', tenant),
  await countRows(billing, 'customers', tenant),
];

describe('creating a boleto', () => {
  test('answers a pending charge whose bar code, line and Pix code say the same, with fee and picture', async () => {
    const tenant = await billing.configuredStore();
    const metadataJson = '{"order":1.50}';
    const charge = await createBoletoCharge(billing, tenant, {
      externalId: 'pedido-1',
      description: 'x'.repeat(500),
      metadataJson,
    });
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
    expect(boleto).toMatchObject({ dueDate: '2026-11-25', url: expect.stringContaining(`/boletos/${charge.id}?key=`) });
    expect(boleto).toMatchObject({ interestBasisPoints: undefined, fine: undefined });
    const parsed = parseBarCode(boleto?.barCode ?? '');
    expect(parsed).toMatchObject({ bank: '999', amountCents: 10_000 });
    expect(dueDateOfFactor(parsed.factor, '2026-11-20')).toBe('2026-11-25');
    expect(parseDigitableLine(boleto?.digitableLine ?? '')).toEqual(parsed);
    expect(parseBrCode(pix?.brCode ?? '').location).toMatch(/^pix\.example\.com\//);
    expect(pix?.qrPng.equals(qrPng(pix.brCode))).toBe(true);
    expect(await getCharge(billing, tenant, charge.id)).toEqual(charge);
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
      setClock(billing, instant);
      const charge = await createBoletoCharge(billing, tenant);
      expect(charge.boleto?.dueDate).toBe(dueDate);
      expect(charge.expiresAt).toEqual(new Date(`${dueDate}T23:59:59.999-03:00`));
    }
  });

  test('keeps a given due date, also one on which banks are closed, today and a year ahead', async () => {
    const tenant = await billing.configuredStore();
    for (const dueDate of ['2026-11-20', '2026-11-22', '2026-12-25', '2027-11-20']) {
      const charge = await createBoletoCharge(billing, tenant, { dueDate });
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
      const { id } = await createBoletoCharge(billing, tenant, { ...terms, amountCents: 9_999_999_999 });
      expect((await getCharge(billing, tenant, id)).boleto).toMatchObject(terms);
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
    const refused = createBoletoCharge(billing, tenant, { customer: aCustomer(), ...overrides });
    await expect(refused).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(refused).rejects.toThrow(message);
    expect(await rowsOf(tenant)).toEqual([0, 0]);
  });

  test('refuses an amount that its own fee would eat', async () => {
    const tenant = await billing.configuredStore();
    const refusal = { kind: 'FAILED_PRECONDITION', message: 'O valor mínimo para BOLETO é R$ 2,51' };
    await expect(createBoletoCharge(billing, tenant, { amountCents: 250 })).rejects.toMatchObject(refusal);
    expect(await createBoletoCharge(billing, tenant, { amountCents: 251 })).toMatchObject({ platformFeeCents: 250 });
  });

  test('takes a whole customer or none in dev mode, and finds the one it knows by tax id', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    const first = await createBoletoCharge(billing, tenant, { customer });
    expect(first.customerId).toMatch(/^cust_/);
    expect((await createBoletoCharge(billing, tenant, { customer })).customerId).toBe(first.customerId);
    expect((await createBoletoCharge(billing, tenant, { customerId: first.customerId })).customerId).toBe(
      first.customerId,
    );
    expect((await createBoletoCharge(billing, tenant)).status).toBe('CHARGE_STATUS_PENDING');
    const needsPayer = { kind: 'INVALID_ARGUMENT', reason: 'BOLETO_NEEDS_PAYER' };
    await expect(
      createBoletoCharge(billing, tenant, { customer: aCustomer({ taxId: undefined }) }),
    ).rejects.toMatchObject(needsPayer);
  });

  test('needs a provider in production, and then a payer with name and tax id', async () => {
    const tenant = await billing.configuredStore(false);
    await expect(createBoletoCharge(billing, tenant, { customer: aCustomer() })).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
      message: 'Provider for BOLETO is not configured for this store',
    });
    const simulated = await billing.deps.findProviders(aTenant());
    const deps = withDeps(billing.deps, { findProviders: () => Promise.resolve(simulated) });
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
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createBoletoCharge(billing, tenant, { customer: aCustomer() }, 'k')),
    );
    expect(new Set(answers.map(({ id, boleto }) => `${id} ${boleto?.barCode ?? ''}`)).size).toBe(1);
    expect(await rowsOf(tenant)).toEqual([1, 1]);
  });
});

import { inflateSync } from 'node:zlib';
import { cents, toTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, pdfText, startBeforeAll, testIds } from '@pitanga/testing';
import { confirmPayment } from '../src/charging/confirm-payment';
import { expireOverdue } from '../src/jobs/expire-overdue';
import {
  aCheckout,
  aCustomer,
  aPixCharge,
  call,
  defaultSettings,
  readEvents,
  setClock,
  startBilling,
} from './billing-harness';
import { chargeNotFound } from './charge-requests';
import { aPayer } from './subscription-requests';
import { aCardToken, createBoletoCharge, createCardCharge, getCharge, percentFine, the } from './payment-requests';

const billing = startBeforeAll(startBilling);
beforeEach(() => {
  setClock(billing, '2026-11-20T15:00:00.000Z');
});

const latePrices = { interestBasisPoints: 100, fine: percentFine };

function simulate(
  tenant: Tenant,
  id: string,
  overrides: { amountCents?: number; late?: boolean; method?: 'PAYMENT_METHOD_PIX' | 'PAYMENT_METHOD_CARD' } = {},
) {
  const request = { tenant, id, payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
  return billing.charges.simulateChargePayment({ ...request, ...overrides }, call());
}

/** What a compressed PDF says. */
function drawnText(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs);
  return pdfText(
    Array.from(streams, ([, body = '']) => inflateSync(Buffer.from(body, 'latin1')).toString('latin1')).join(''),
  );
}

describe('the life of a boleto', () => {
  test.each([
    ['without interest or fine', {}, '2026-11-23T23:59:59.999-03:00'],
    ['with interest', { interestBasisPoints: 100 }, '2026-12-21T23:59:59.999-03:00'],
    ['with a fine', { fine: percentFine }, '2026-12-21T23:59:59.999-03:00'],
  ])('due on a Saturday and %s it is PENDING to the last instant', async (_name, terms, end) => {
    const tenant = await billing.configuredStore();
    const { id, expiresAt } = await createBoletoCharge(billing, tenant, { dueDate: '2026-11-21', ...terms });
    expect(expiresAt).toEqual(new Date('2026-11-21T23:59:59.999-03:00'));
    billing.clock.advance(new Date(end).getTime() - 1 - billing.clock.real().getTime());
    await expireOverdue(billing.deps);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_PENDING');
    billing.clock.advance(1);
    expect((await getCharge(billing, tenant, id)).status).toBe('CHARGE_STATUS_EXPIRED');
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
    const { id } = await createBoletoCharge(billing, tenant, {
      amountCents: 100_000,
      dueDate: '2026-11-26',
      ...latePrices,
    });
    setClock(billing, at);
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
    const { id } = await createBoletoCharge(billing, tenant, { customer: aCustomer() });
    await expect(simulate(tenant, id, { method: 'PAYMENT_METHOD_CARD' })).rejects.toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
    });
    await simulate(tenant, id, { method: 'PAYMENT_METHOD_PIX' });
    const endToEndId = expect.stringMatching(/^E\d{8}/) as string;
    expect(await getCharge(billing, tenant, id)).toMatchObject({ status: 'CHARGE_STATUS_PAID', pix: { endToEndId } });
  });

  test('may be paid by its Pix code, once however often the bank tells of it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createBoletoCharge(billing, tenant, { customer: aCustomer() });
    const reference = `E99999999202611201500${testIds.token(11)}`;
    const told = { chargeId: id, rail: 'PIX' as const, amountCents: cents(10_000), reference, payer: undefined };
    for (let times = 0; times < 2; times += 1) await transact(billing.deps, (tx) => confirmPayment(tx, tenant, told));
    expect(await getCharge(billing, tenant, id)).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      pix: { endToEndId: reference },
    });
    expect(await billing.db('refunds').where({ charge_id: id })).toEqual([]);
    const [paid] = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid');
    expect(paid?.payload).toMatchObject({ charge: { pix: { endToEndId: reference }, platformFeeCents: 250 } });
  });

  test('paid late on purpose or twice, the money is recorded and waits for a key to go back to', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createBoletoCharge(billing, tenant);
    await simulate(tenant, id);
    await expect(simulate(tenant, id)).rejects.toThrow('This charge was already paid');
    await simulate(tenant, id, { late: true });
    const rows = await billing.db('refunds').where({ charge_id: id }).select('reason', 'step', 'rail');
    expect(rows).toEqual([{ reason: 'DUPLICATE', step: 'KEY', rail: 'TRANSFER' }]);
  });
});

describe('the PDF of a boleto', () => {
  test('has an address with a key of its own, in answers and events, that opens it for good', async () => {
    const tenant = await billing.configuredStore();
    const [one, other] = [await createBoletoCharge(billing, tenant), await createBoletoCharge(billing, tenant)];
    const { url } = the(await billing.charges.getCharge({ tenant, id: one.id }, call())).boleto ?? { url: '' };
    expect(url).toBe(one.boleto?.url);
    const listed = await billing.charges.getStoreCharge({ tenant, id: one.id }, call());
    expect(listed.charge?.charge?.boleto?.url).toBe(url);
    const [made] = (await readEvents(billing, tenant)).filter(({ key }) => key === one.id);
    expect(made?.payload).toMatchObject({ charge: { boleto: { url } } });
    const key = new URL(url).searchParams.get('key') ?? '';
    expect(key).toMatch(/^[0-9A-Za-z_-]{22}$/);
    billing.clock.advance(400 * 86_400_000);
    const { pdf } = await billing.charges.resolveBoletoPdf({ id: one.id, key }, call());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    for (const wrong of ['', key.slice(1), `${key}A`, new URL(other.boleto?.url ?? '').searchParams.get('key') ?? '']) {
      const asked = billing.charges.resolveBoletoPdf({ id: one.id, key: wrong }, call());
      await expect(asked).rejects.toMatchObject(chargeNotFound);
    }
  });

  test('has no key for pages, whose address proves nothing', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createBoletoCharge(billing, tenant);
    const { charge } = await billing.charges.resolveCharge({ id }, call());
    expect(charge?.boleto?.url).toBe(`http://pitanga.test/boletos/${id}`);
  });

  test('is drawn for one with and one without a customer', async () => {
    const tenant = await billing.configuredStore();
    for (const overrides of [{}, { customer: aCustomer(), description: 'Três cafés', ...latePrices }]) {
      const { id } = await createBoletoCharge(billing, tenant, overrides);
      const drawn = await billing.charges.resolveBoletoPdf({ id }, call());
      expect(drawn.pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await billing.charges.resolveBoletoPdf({ id }, call())).toEqual(drawn);
    }
  });

  test('names the beneficiary by its legal name and tax id, once the gateway has told them', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createBoletoCharge(billing, tenant);
    const read = async () => drawnText((await billing.charges.resolveBoletoPdf({ id }, call())).pdf);
    expect(await read()).toContain(defaultSettings.merchantName);
    const beneficiary = { taxId: '11222333000181', legalName: 'Padaria São João Ltda.' };
    await billing.settings.configureBilling({ ...defaultSettings, storeId: tenant.storeId, beneficiary }, call());
    const text = await read();
    expect([text.includes('11.222.333/0001-81'), text.includes(beneficiary.legalName)]).toEqual([true, true]);
    expect(text).not.toContain(defaultSettings.merchantName);
  });

  test('says what is bought where the charge itself says nothing', async () => {
    const tenant = await billing.configuredStore();
    const externalId = testIds.token(10);
    const product = {
      tenant,
      externalId,
      name: 'Livro de receitas',
      description: '',
      priceCents: 5_000,
      currency: 'BRL',
    };
    await billing.products.createProduct(product, call());
    const bought = aCheckout(tenant, [externalId], { methods: ['PAYMENT_METHOD_BOLETO'] });
    const { checkout } = await billing.checkouts.createCheckout(bought, call());
    const opened = { tenant, checkoutId: checkout?.id ?? '', payer: aPayer(), coupons: [] };
    const { charge } = await billing.checkouts.openCheckoutBoleto(opened, call());
    const text = drawnText((await billing.charges.resolveBoletoPdf({ id: charge?.id ?? '' }, call())).pdf);
    // On the receipt, and on the bank's form.
    expect(text.split('1 × Livro de receitas')).toHaveLength(3);
  });

  test('is not found for another kind of charge, nor for an id of nobody', async () => {
    const tenant = await billing.configuredStore();
    const pix = the(await billing.charges.createPixCharge(aPixCharge(tenant), call()));
    const token = await aCardToken(billing, tenant);
    const card = await createCardCharge(billing, tenant, token);
    for (const id of [pix.id, card.id, 'char_nobody', '']) {
      await expect(billing.charges.resolveBoletoPdf({ id }, call())).rejects.toMatchObject(chargeNotFound);
    }
  });
});

test('a boleto is another store’s and the other environment’s secret', async () => {
  const tenant = await billing.configuredStore();
  const { id } = await createBoletoCharge(billing, tenant);
  for (const other of [aTenant(), toTenant(tenant.storeId, false)]) {
    await expect(getCharge(billing, other, id)).rejects.toMatchObject(chargeNotFound);
  }
  await expect(simulate(aTenant(), id)).rejects.toMatchObject(chargeNotFound);
});

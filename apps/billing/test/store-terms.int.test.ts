import type { StoreTerms } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { findSettings } from '../src/store-settings/store-settings-repository';
import { aPixCharge, call, defaultSettings, startBilling } from './billing-harness';
import { aPaidPix, refund } from './money-back';
import { aPayer } from './page-requests';
import { aBoletoCharge, aCardCharge, aCardToken, openCheckout, pay, the } from './payment-requests';

const billing = startBeforeAll(startBilling);

const terms: StoreTerms = {
  methodsDev: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_CARD'],
  methodsProd: [],
  boletoSettlementDays: 1,
  cardSettlementDays: 30,
  isClosed: false,
  version: 1,
};

const configure = (storeId: string, over: Partial<StoreTerms>, merchantName = defaultSettings.merchantName) =>
  billing.settings.configureBilling(
    { ...defaultSettings, merchantName, storeId, terms: { ...terms, ...over } },
    call(),
  );

async function aStore(over: Partial<StoreTerms> = {}): Promise<Tenant> {
  const tenant = aTenant(true);
  await configure(tenant.storeId, over);
  return tenant;
}

const notConfigured = (method: string) => ({
  reason: 'PROVIDER_NOT_CONFIGURED',
  message: `Provider for ${method} is not configured for this store`,
});

describe('the terms of a store in billing', () => {
  it('are those of the newest version, whichever call comes last, and only they are announced', async () => {
    const tenant = aTenant(true);
    await configure(tenant.storeId, { version: 2 }, 'Second');
    await configure(tenant.storeId, { version: 1 }, 'First');
    const settings = await findSettings(billing.db, tenant);
    expect([settings?.merchantName, settings?.terms.version]).toEqual(['Second', 2]);
    const events: { payload: string }[] = await billing.db('outbox').where({ key: tenant.storeId }).select('payload');
    expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { merchantName: 'Second', version: 2 },
    ]);
  });

  it('tell the ledger how far below zero its refunds may draw what is available', async () => {
    for (const [refundOverdraftCents, asked] of [
      [undefined, 0],
      [500, 500],
    ] as const) {
      const tenant = await aStore({ refundOverdraftCents });
      const { id } = await aPaidPix(billing, tenant);
      await refund(billing, tenant, id);
      const calls = billing.ledger.reserves.filter((request) => request.tenant?.storeId === tenant.storeId);
      expect(calls.map(({ overdraftCents }) => overdraftCents)).toEqual([asked]);
    }
  });

  it('are every method, 1 and 30 days for a gateway that says none', async () => {
    const tenant = await billing.configuredStore();
    expect((await findSettings(billing.db, tenant))?.terms).toEqual({
      methodsDev: ['PIX', 'BOLETO', 'CARD'],
      methodsProd: ['PIX', 'BOLETO', 'CARD'],
      boletoSettlementDays: 1,
      cardSettlementDays: 30,
      refundOverdraftCents: 0,
      isClosed: false,
      version: 0,
    });
  });

  it('stay as they are when a gateway that says none, of the version before, writes the rest', async () => {
    const own = { boletoSettlementDays: 2, cardSettlementDays: 14, isClosed: true, version: 3 };
    const tenant = await aStore({ ...own, methodsDev: ['PAYMENT_METHOD_BOLETO'] });
    await billing.settings.configureBilling(
      { ...defaultSettings, storeId: tenant.storeId, merchantName: 'Renamed' },
      call(),
    );
    const kept = { ...own, methodsDev: ['BOLETO'], methodsProd: [] };
    expect(await findSettings(billing.db, tenant)).toMatchObject({ merchantName: 'Renamed', terms: kept });
    await expect(billing.charges.createPixCharge(aPixCharge(tenant), call())).rejects.toMatchObject({
      reason: 'STORE_CLOSED',
    });
    const event = (await billing
      .db('outbox')
      .where({ key: tenant.storeId })
      .orderBy('id', 'desc')
      .first('payload')) as {
      payload: string;
    };
    expect(JSON.parse(event.payload)).toMatchObject({ merchantName: 'Renamed', isClosed: true, version: 3 });
    await configure(tenant.storeId, { version: 2 }, 'Late');
    expect(await findSettings(billing.db, tenant)).toMatchObject({ merchantName: 'Renamed', terms: kept });
  });

  it('are refused when no settlement could follow them', async () => {
    await expect(aStore({ boletoSettlementDays: 31 })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
    await expect(aStore({ cardSettlementDays: -1 })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });
});

describe('a charge', () => {
  it('keeps the settlement days of its creation', async () => {
    const tenant = await aStore({ boletoSettlementDays: 2, cardSettlementDays: 14 });
    const token = await aCardToken(billing, tenant);
    const boleto = the(await billing.charges.createBoletoCharge(aBoletoCharge(tenant), call()));
    const card = the(await billing.charges.createCardCharge(aCardCharge(tenant, token), call()));
    const pix = the(await billing.charges.createPixCharge(aPixCharge(tenant), call()));
    await configure(tenant.storeId, { version: 2 });
    const daysOf = async ({ id }: { id: string }) =>
      the(await billing.charges.getCharge({ tenant, id }, call())).settlementDays;
    expect([await daysOf(boleto), await daysOf(card), await daysOf(pix)]).toEqual([2, 14, undefined]);
  });
});

describe('a method that a store does not offer', () => {
  it('is one without a provider: refused by name, and left out where none is named', async () => {
    const tenant = await aStore({ methodsDev: ['PAYMENT_METHOD_PIX'] });
    await expect(aCardToken(billing, tenant)).rejects.toMatchObject(notConfigured('CARD'));
    await expect(billing.charges.createBoletoCharge(aBoletoCharge(tenant), call())).rejects.toMatchObject(
      notConfigured('BOLETO'),
    );
    const named = openCheckout(billing, tenant, 5_000, { methods: ['PAYMENT_METHOD_CARD'] });
    await expect(named).rejects.toMatchObject(notConfigured('CARD'));
    const { methods } = await openCheckout(billing, tenant, 5_000, { methods: [] });
    expect(methods).toEqual(['PAYMENT_METHOD_PIX']);
  });

  it('is not taken by a checkout that offered it before', async () => {
    const tenant = await aStore();
    const { id } = await openCheckout(billing, tenant, 5_000, {
      methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
    });
    await configure(tenant.storeId, { version: 2, methodsDev: ['PAYMENT_METHOD_PIX'] });
    const { unavailableMethods } = await billing.checkouts.resolveCheckout({ id }, call());
    expect(unavailableMethods).toEqual(['PAYMENT_METHOD_CARD']);
    await expect(pay(billing, tenant, id, { method: 'PAYMENT_METHOD_CARD' })).rejects.toMatchObject(
      notConfigured('CARD'),
    );
  });
});

describe('the least that a store takes', () => {
  const boleto = (tenant: Tenant, amountCents: number) =>
    billing.charges.createBoletoCharge({ ...aBoletoCharge(tenant), amountCents }, call());
  const refusal = (message: string, reason = 'AMOUNT_BELOW_MINIMUM') => ({
    kind: 'FAILED_PRECONDITION',
    reason,
    message,
  });
  const ofBoleto = refusal('O valor mínimo para boleto é R$ 3,00 (300 centavos)');

  it('refuses a boleto below it in AbacatePay’s words, and offers none on a checkout', async () => {
    const tenant = await aStore({ minimumBoletoCents: 300 });
    for (const amountCents of [249, 299]) await expect(boleto(tenant, amountCents)).rejects.toMatchObject(ofBoleto);
    expect(the(await boleto(tenant, 300)).amountCents).toBe(300);
    const methods = ['PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_PIX'] as const;
    expect((await openCheckout(billing, tenant, 299, { methods: [...methods] })).methods).toEqual([
      'PAYMENT_METHOD_PIX',
    ]);
    const alone = openCheckout(billing, tenant, 299, { methods: ['PAYMENT_METHOD_BOLETO'] });
    await expect(alone).rejects.toMatchObject(ofBoleto);
  });

  it('leaves what was made before it payable: its buyer is offered no other method', async () => {
    const tenant = await aStore();
    const { id: checkoutId } = await openCheckout(billing, tenant, 500, { methods: ['PAYMENT_METHOD_BOLETO'] });
    await configure(tenant.storeId, { version: 2, minimumBoletoCents: 1_000 });
    const opened = billing.checkouts.openCheckoutBoleto({ tenant, checkoutId, payer: aPayer(), coupons: [] }, call());
    expect(the(await opened).amountCents).toBe(500);
  });

  it('refuses a checkout or link by its total, and neither a charge without a page nor a subscription', async () => {
    const tenant = await aStore({ minimumCheckoutCents: 300 });
    const refused = refusal('O valor mínimo para checkout é R$ 3,00 (300 centavos)');
    for (const frequency of ['CHECKOUT_FREQUENCY_ONE_TIME', 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS'] as const)
      await expect(openCheckout(billing, tenant, 299, { frequency })).rejects.toMatchObject(refused);
    expect((await openCheckout(billing, tenant, 300)).amountCents).toBe(300);
    expect(
      the(await billing.charges.createPixCharge({ ...aPixCharge(tenant), amountCents: 100 }, call())).id,
    ).toBeTruthy();
  });

  it('is what the fee allows where the fee asks more, and where the store has set nothing', async () => {
    for (const minimumBoletoCents of [undefined, 200]) {
      const tenant = await aStore({ minimumBoletoCents });
      const byFee = refusal('O valor mínimo para BOLETO é R$ 2,51', 'AMOUNT_BELOW_FEE');
      await expect(boleto(tenant, 199)).rejects.toMatchObject(byFee);
      expect(the(await boleto(tenant, 251)).amountCents).toBe(251);
      expect((await openCheckout(billing, tenant, 100)).amountCents).toBe(100);
    }
  });
});

describe('a closed store', () => {
  it('begins no payment, and records one of a code that was out already', async () => {
    const tenant = await aStore();
    const open = the(await billing.charges.createPixCharge(aPixCharge(tenant), call()));
    const { id } = await openCheckout(billing, tenant, 5_000);
    await configure(tenant.storeId, { version: 2, isClosed: true });
    const closed = { kind: 'FAILED_PRECONDITION', reason: 'STORE_CLOSED' };
    await expect(billing.charges.createPixCharge(aPixCharge(tenant), call())).rejects.toMatchObject(closed);
    await expect(billing.charges.createBoletoCharge(aBoletoCharge(tenant), call())).rejects.toMatchObject(closed);
    await expect(aCardToken(billing, tenant)).rejects.toMatchObject(closed);
    await expect(openCheckout(billing, tenant, 5_000)).rejects.toMatchObject(closed);
    expect((await billing.checkouts.resolveCheckout({ id }, call())).unavailableMethods).toEqual(
      (await billing.checkouts.resolveCheckout({ id }, call())).checkout?.methods,
    );
    const payment = { tenant, id: open.id, payer: undefined, metadataJson: undefined, amountCents: undefined };
    const { charge } = await billing.charges.simulateChargePayment({ ...payment, late: false }, call());
    expect(charge?.status).toBe('CHARGE_STATUS_PAID');
    await configure(tenant.storeId, { version: 3 });
    expect(the(await billing.charges.createPixCharge(aPixCharge(tenant), call())).status).toBe('CHARGE_STATUS_PENDING');
  });
});

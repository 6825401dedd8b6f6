import { inflateSync } from 'node:zlib';
import type { Charge, Checkout, PayCheckoutByCardRequest } from '@pitanga/contracts';
import { everyTenant, tenantOf, unavailable, type Tenant } from '@pitanga/core';
import type { TenantCall } from '@pitanga/rpc';
import { testIds } from '@pitanga/testing';
import { payCheckoutHandlers } from '../src/api/pay-checkout-rpc';
import { countBackFreed } from '../src/collecting/reserve-coupons';
import { expireOverdue } from '../src/jobs/expire-overdue';
import type { CardProvider } from '../src/provider/card-provider';
import { noProviders } from '../src/provider/providers';
import { aCustomer, call, readEvents, startBilling, type Billing } from './billing-harness';
import { aCoupon, couponOf, declinedCard, openCheckout, pay } from './payment-requests';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const number = '4242424242424242';
const cvv = '7391';
const everyMethod = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'] as const;
const link = { frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const };
const dayMs = 86_400_000;

function the({ charge }: { readonly charge?: Charge | undefined }): Charge {
  if (!charge) throw new Error('no charge');
  return charge;
}

/** What is drawn on a PDF's pages. */
function textOfPdf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').split(/stream\r?\n/);
  const inflated = streams.map((stream) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const written = inflated.join('').matchAll(/<([0-9a-f]+)>/g);
  return Array.from(written, ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

const aCheckout = (tenant: Tenant, over: Parameters<typeof openCheckout>[3] = {}): Promise<Checkout> =>
  openCheckout(billing, tenant, 10_000, { methods: [...everyMethod], ...over });

const byCard = (tenant: Tenant, checkoutId: string, over: Partial<PayCheckoutByCardRequest> = {}) => {
  const card = { number, cvv, expMonth: 12, expYear: 2036, holderName: 'ANA SOUZA' };
  return { tenant, checkoutId, ...card, installmentCount: 1, coupons: [], ...over };
};
const payByCard = (
  tenant: Tenant,
  checkoutId: string,
  over: Partial<PayCheckoutByCardRequest> = {},
  key = testIds.token(20),
) => billing.checkouts.payCheckoutByCard(byCard(tenant, checkoutId, over), call(key));

const read = async (tenant: Tenant, id: string) => {
  const keys = { id, externalId: undefined, customerId: undefined, frequency: undefined };
  const { checkout, payments } = await billing.checkouts.getCheckout({ tenant, ...keys }, call());
  return { checkout, payments };
};
const statusesOf = async (tenant: Tenant, id: string) =>
  (await read(tenant, id)).payments.map(({ method, status }) => `${method.slice(15)} ${status}`).sort();
const apply = (tenant: Tenant, checkoutId: string, coupons: string[], key?: string) =>
  billing.checkouts.applyCheckoutCoupons({ tenant, checkoutId, coupons }, call(key));
const openPix = async (tenant: Tenant, checkoutId: string, visitor?: string) =>
  the(await billing.checkouts.openCheckoutPix({ tenant, checkoutId, visitor }, call()));
const aPayer = () => {
  const { name = '', taxId = '' } = aCustomer();
  return { name, taxId, email: undefined };
};
const openBoleto = (tenant: Tenant, checkoutId: string, payer = aPayer(), coupons: string[] = []) =>
  billing.checkouts.openCheckoutBoleto({ tenant, checkoutId, payer, coupons }, call());
const resolve = (id: string, visitor?: string) => billing.checkouts.resolveCheckout({ id, visitor }, call());

describe('coupons of the payment page', () => {
  test('take their part off the checkout, cancel the code that asked for more, and count once', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await openPix(tenant, id);
    const { checkout } = await apply(tenant, id, [code]);
    expect(checkout).toMatchObject({ amountCents: 9_000, discountCents: 1_000, couponsUsed: [code] });
    await apply(tenant, id, [code.toUpperCase()]);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
    expect((await openPix(tenant, id)).amountCents).toBe(9_000);
    expect(await statusesOf(tenant, id)).toEqual(['PIX CANCELLED', 'PIX PENDING']);
  });

  test('that take everything pay the checkout at once, without a charge', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000 });
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    const { checkout } = await apply(tenant, id, [code]);
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', amountCents: 0 });
    expect(await statusesOf(tenant, id)).toEqual([]);
  });

  test('that cannot be used are refused and counted nowhere', async () => {
    const tenant = await billing.configuredStore();
    const good = await aCoupon(billing, tenant);
    const empty = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id: other } = await aCheckout(tenant, { allowCoupons: true });
    await apply(tenant, other, [empty]);
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await expect(apply(tenant, id, [good, empty])).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
    await expect(apply(tenant, id, [good, 'nope'])).rejects.toMatchObject({ reason: 'COUPON_NOT_FOUND' });
    const { id: closed } = await aCheckout(tenant);
    await expect(apply(tenant, closed, [good])).rejects.toMatchObject({ reason: 'COUPON_NOT_ACCEPTED' });
    expect((await couponOf(billing, tenant, good)).redeemsCount).toBe(0);
    expect((await read(tenant, id)).checkout).toMatchObject({ amountCents: 10_000, couponsUsed: [] });
  });

  test('of a link are quoted without being counted, and applied here only when they leave nothing to pay', async () => {
    const tenant = await billing.configuredStore();
    const some = await aCoupon(billing, tenant);
    const all = await aCoupon(billing, tenant, { discount: 10_000 });
    const { id } = await aCheckout(tenant, { ...link, allowCoupons: true });
    const quoted = await billing.checkouts.getLinkQuote({ tenant, checkoutId: id, coupons: [some] }, call());
    expect(quoted.checkout).toMatchObject({ amountCents: 9_000, discountCents: 1_000, couponsUsed: [some] });
    await expect(apply(tenant, id, [some])).rejects.toMatchObject({ reason: 'LINK_DISCOUNT_NEEDS_PAYMENT' });
    expect((await couponOf(billing, tenant, some)).redeemsCount).toBe(0);

    const key = testIds.token(20);
    await Promise.all([apply(tenant, id, [all], key), apply(tenant, id, [all], key)]);
    expect((await couponOf(billing, tenant, all)).redeemsCount).toBe(1);
    expect((await read(tenant, id)).checkout).toMatchObject({ status: 'CHECKOUT_STATUS_ACTIVE', amountCents: 10_000 });
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid')).toHaveLength(1);
  });
});

describe('paying by card on the page', () => {
  test('pays the checkout, makes the payer its customer and closes its open code', async () => {
    const tenant = await billing.configuredStore();
    const { taxId = '' } = aCustomer();
    const { id } = await aCheckout(tenant, { maxInstallments: 3 });
    await openPix(tenant, id);
    const charge = the(await payByCard(tenant, id, { installmentCount: 3, taxId }));
    expect(charge).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      amountCents: 10_000,
      card: { lastFour: '4242', installmentCount: 3, cardToken: undefined },
    });
    const { checkout } = await read(tenant, id);
    expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', installmentsCount: 3 });
    expect(await statusesOf(tenant, id)).toEqual(['CARD PAID', 'PIX CANCELLED']);
    const { customer } = await billing.customers.getCustomer(
      { tenant, taxId, id: undefined, email: undefined },
      call(),
    );
    expect([customer?.id, customer?.name]).toEqual([checkout?.customerId, 'ANA SOUZA']);
  });

  test('charges once, however often the same form is sent', async () => {
    const tenant = await billing.configuredStore();
    for (const over of [{}, link]) {
      const { id } = await aCheckout(tenant, over);
      const key = testIds.token(20);
      const sent = await Promise.allSettled(Array.from({ length: 8 }, () => payByCard(tenant, id, {}, key)));
      const repeated = the(await payByCard(tenant, id, {}, key));
      expect(await statusesOf(tenant, id)).toEqual(['CARD PAID']);
      for (const outcome of sent) {
        if (outcome.status === 'fulfilled') expect(the(outcome.value).id).toBe(repeated.id);
        else expect(outcome.reason).toMatchObject({ reason: 'IDEMPOTENCY_KEY_IN_FLIGHT' });
      }
    }
  });

  test('answers a decline as a charge that FAILED, and takes another card after it', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    const key = testIds.token(20);
    const declined = the(await payByCard(tenant, id, { number: declinedCard }, key));
    expect(declined).toMatchObject({ status: 'CHARGE_STATUS_FAILED', failure: { code: '05' } });
    expect(the(await payByCard(tenant, id, { number: declinedCard }, key)).id).toBe(declined.id);
    expect(the(await payByCard(tenant, id)).status).toBe('CHARGE_STATUS_PAID');
    expect(await statusesOf(tenant, id)).toEqual(['CARD FAILED', 'CARD PAID']);
  });

  test('applies coupons: a checkout keeps them after a decline, a link gives them back', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const declined = { number: declinedCard, coupons: [code] };
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    expect(the(await payByCard(tenant, id, declined)).amountCents).toBe(9_000);
    expect((await read(tenant, id)).checkout).toMatchObject({ amountCents: 9_000, couponsUsed: [code] });

    const { id: linkId } = await aCheckout(tenant, { ...link, allowCoupons: true });
    expect(the(await payByCard(tenant, linkId, declined)).amountCents).toBe(9_000);
    await countBackFreed(billing.deps, everyTenant);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
    expect(the(await payByCard(tenant, linkId, { coupons: [code] })).amountCents).toBe(9_000);
    expect((await read(tenant, linkId)).checkout).toMatchObject({ amountCents: 10_000, paidAmountCents: 9_000 });
  });

  test('takes no money when coupons left nothing to pay', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { discount: 10_000 });
    for (const over of [{}, link]) {
      const { id } = await aCheckout(tenant, { ...over, allowCoupons: true });
      expect((await payByCard(tenant, id, { coupons: [code] })).charge).toBeUndefined();
      expect(await statusesOf(tenant, id)).toEqual([]);
      expect((await read(tenant, id)).checkout?.paidAmountCents).toBe(0);
    }
  });

  test('waits for an attempt whose outcome is unknown: the same form goes on with it, another one is refused', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    const { card } = await billing.deps.providersOf(tenant);
    const attempts: string[] = [];
    const silent: CardProvider = {
      ...(card as CardProvider),
      chargeCard: ({ attemptId }) => {
        attempts.push(attemptId);
        return Promise.reject(unavailable('the acquirer did not answer'));
      },
    };
    const providersOf = async () => ({ ...(await billing.deps.providersOf(tenant)), card: silent });
    const handlers = payCheckoutHandlers({ ...billing.deps, providersOf });
    const key = testIds.token(20);
    const context = {
      ...call(key),
      tenant,
      markReplayed: () => undefined,
      deadline: new Date(),
    } as unknown as TenantCall;
    const request = byCard(tenant, id);
    await expect(handlers.payCheckoutByCard(request, context)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });

    await expect(payByCard(tenant, id)).rejects.toMatchObject({ reason: 'CARD_PAYMENT_IN_PROGRESS' });
    expect((await resolve(id)).payment).toMatchObject({ id: attempts[0], status: 'CHARGE_STATUS_PENDING' });
    expect(the(await payByCard(tenant, id, {}, key))).toMatchObject({ id: attempts[0], status: 'CHARGE_STATUS_PAID' });
    expect(await statusesOf(tenant, id)).toEqual(['CARD PAID']);
  });

  test('leaves number and security code in no table', async () => {
    const tenant = await billing.configuredStore();
    for (const used of [number, declinedCard]) {
      const { id } = await aCheckout(tenant);
      await payByCard(tenant, id, { number: used });
    }
    const tables = await billing.db('pg_tables').where({ schemaname: 'public' }).pluck<string[]>('tablename');
    for (const table of tables) {
      const { rows } = await billing.db.raw<{ rows: { text: string }[] }>(`select t::text as text from ?? t`, [table]);
      const texts = rows.map(({ text }) => text).join('\n');
      for (const secret of [number, declinedCard, cvv]) {
        // Hexadecimal is how bytes are written.
        const bytes = Buffer.from(secret).toString('hex');
        expect([table, secret.length > 4 && texts.includes(secret), texts.includes(bytes)]).toEqual([
          table,
          false,
          false,
        ]);
      }
    }
  });

  test('refuses more installments than offered, and any below R$ 10', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, { maxInstallments: 2 });
    await expect(payByCard(tenant, id, { installmentCount: 3 })).rejects.toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
    });
    const code = await aCoupon(billing, tenant, { discount: 8_500 });
    const { id: cheap } = await aCheckout(tenant, { maxInstallments: 2, allowCoupons: true });
    const twice = { installmentCount: 2, coupons: [code] };
    await expect(payByCard(tenant, cheap, twice)).rejects.toMatchObject({ reason: 'INSTALLMENT_TOO_SMALL' });
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
  });
});

describe('a boleto of the page', () => {
  test('is the same one for the same payer and amount, and another for another payer or amount', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant);
    const payer = aPayer();
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    const answers = await Promise.all(Array.from({ length: 5 }, () => openBoleto(tenant, id, payer)));
    expect(new Set(answers.map((answer) => the(answer).id)).size).toBe(1);
    const other = the(await openBoleto(tenant, id));
    const cheaper = the(await openBoleto(tenant, id, payer, [code]));
    expect(cheaper).toMatchObject({ amountCents: 9_000, coupons: [code], status: 'CHARGE_STATUS_PENDING' });
    expect(new Set([the(answers[0] ?? {}).id, other.id, cheaper.id]).size).toBe(3);
    expect(cheaper.boleto?.digitableLine).toMatch(/^\d{47}$/);
    expect(await statusesOf(tenant, id)).toEqual(['BOLETO CANCELLED', 'BOLETO CANCELLED', 'BOLETO PENDING']);
  });

  test('makes its payer the customer of a checkout that has none, and leaves one that has in place', async () => {
    const tenant = await billing.configuredStore();
    const customer = aCustomer();
    for (const over of [{}, { customer }]) {
      const { id, customerId } = await aCheckout(tenant, over);
      const boleto = the(await openBoleto(tenant, id));
      await pay(billing, tenant, id, { chargeId: boleto.id });
      const { checkout } = await read(tenant, id);
      expect(checkout).toMatchObject({ status: 'CHECKOUT_STATUS_PAID', customerId: customerId ?? boleto.customerId });
      expect(boleto.customerId).not.toBe(customerId);
    }
  });

  test('is in the name of the checkout’s customer when nobody else is named', async () => {
    const tenant = await billing.configuredStore();
    const { id, customerId } = await aCheckout(tenant, { customer: aCustomer() });
    expect((await resolve(id)).knowsPayer).toBe(true);
    const open = (checkoutId: string) =>
      billing.checkouts.openCheckoutBoleto({ tenant, checkoutId, coupons: [] }, call());
    expect(the(await open(id)).customerId).toBe(customerId);
    const { id: nobodys } = await aCheckout(tenant);
    expect((await resolve(nobodys)).knowsPayer).toBe(false);
    await expect(open(nobodys)).rejects.toMatchObject({ reason: 'BOLETO_NEEDS_PAYER' });
    await expect(openBoleto(tenant, nobodys, { ...aPayer(), taxId: '123' })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
  });

  test('shows the name that was typed, never the one we know a tax id by', async () => {
    const tenant = await billing.configuredStore();
    const known = aCustomer({ name: 'Nome Guardado' });
    const { id: first } = await aCheckout(tenant, { customer: known });
    const { id } = await aCheckout(tenant);
    const payer = { name: 'Nome Digitado', taxId: known.taxId ?? '', email: undefined };
    const boleto = the(await openBoleto(tenant, id, payer));
    expect(boleto.customerId).toBe((await read(tenant, first)).checkout?.customerId);
    expect(await billing.db('charges').where({ id: boleto.id }).pluck('boleto_payer_name')).toEqual(['Nome Digitado']);
    const { pdf } = await billing.charges.resolveBoletoPdf({ id: boleto.id }, call());
    const text = textOfPdf(Buffer.from(pdf));
    expect([text.includes('Nome Digitado'), text.includes('Nome Guardado')]).toEqual([true, false]);
    expect(the(await openBoleto(tenant, id, { ...payer, name: 'Outro Nome' })).id).not.toBe(boleto.id);
  });

  test('of a link with coupons is one, also when it used the last of them', async () => {
    const tenant = await billing.configuredStore();
    const code = await aCoupon(billing, tenant, { maxRedeems: 1 });
    const { id } = await aCheckout(tenant, { ...link, allowCoupons: true });
    const payer = aPayer();
    const first = the(await openBoleto(tenant, id, payer, [code]));
    expect(first).toMatchObject({ amountCents: 9_000, coupons: [code] });
    expect(the(await openBoleto(tenant, id, payer, [code])).id).toBe(first.id);
    await expect(openBoleto(tenant, id, aPayer(), [code])).rejects.toMatchObject({ reason: 'COUPON_USED_UP' });
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(1);
  });
});

describe('visitors of a payment link', () => {
  test('have a Pix code each, the same one at every reload, and none has the code without a visitor', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, link);
    const [ana, ben] = [testIds.token(32), testIds.token(32)];
    const anas = await Promise.all(Array.from({ length: 6 }, () => openPix(tenant, id, ana)));
    expect(new Set(anas.map((charge) => charge.id)).size).toBe(1);
    const codes = [anas[0], await openPix(tenant, id, ben), await openPix(tenant, id)];
    expect(new Set(codes.map((charge) => charge?.pix?.brCode)).size).toBe(3);
    expect((await openPix(tenant, id)).id).toBe(codes[2]?.id);
    billing.clock.advance(dayMs);
    expect((await openPix(tenant, id, ana)).id).not.toBe(codes[0]?.id);
  });

  test('see a payment only when it is theirs, and can pay again', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, link);
    const [ana, ben] = [testIds.token(32), testIds.token(32)];
    const charge = await openPix(tenant, id, ana);
    await openPix(tenant, id, ben);
    await pay(billing, tenant, id, { chargeId: charge.id });
    expect((await resolve(id, ana)).payment).toMatchObject({ id: charge.id, status: 'CHARGE_STATUS_PAID' });
    for (const other of [ben, testIds.token(32), undefined]) {
      expect((await resolve(id, other)).payment).toBeUndefined();
    }
    const byCardToo = the(await payByCard(tenant, id, { visitor: ben }));
    expect((await resolve(id, ben)).payment?.id).toBe(byCardToo.id);
    expect((await openPix(tenant, id, ana)).id).not.toBe(charge.id);
  });

  test('get a cheaper code in place of their own with a coupon, which another code gives back', async () => {
    const tenant = await billing.configuredStore();
    const [code, other] = [await aCoupon(billing, tenant, { maxRedeems: 1 }), await aCoupon(billing, tenant)];
    const { id } = await aCheckout(tenant, { ...link, allowCoupons: true });
    const visitor = testIds.token(32);
    const discounted = async (...coupons: string[]) =>
      the(await billing.checkouts.openDiscountedPix({ tenant, checkoutId: id, visitor, coupons }, call()));
    const full = await openPix(tenant, id, visitor);
    const cheap = await discounted(code);
    expect(cheap).toMatchObject({ amountCents: 9_000, coupons: [code] });
    expect((await discounted(code.toUpperCase())).id).toBe(cheap.id);
    expect((await openPix(tenant, id, visitor)).id).toBe(cheap.id);
    expect(await statusesOf(tenant, id)).toEqual(['PIX CANCELLED', 'PIX PENDING']);
    expect(full.id).not.toBe(cheap.id);
    expect((await discounted(other)).coupons).toEqual([other]);
    await countBackFreed(billing.deps, everyTenant);
    expect((await couponOf(billing, tenant, code)).redeemsCount).toBe(0);
  });
});

describe('a simulated payment of what a page shows', () => {
  test('pays that charge, and none of another checkout', async () => {
    const tenant = await billing.configuredStore();
    const [{ id }, { id: otherId }] = [await aCheckout(tenant), await aCheckout(tenant)];
    const boleto = the(await openBoleto(tenant, id));
    await expect(pay(billing, tenant, otherId, { chargeId: boleto.id })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await pay(billing, tenant, id, { chargeId: boleto.id });
    expect(await statusesOf(tenant, id)).toEqual(['BOLETO PAID']);
  });
});

describe('every way to pay is refused', () => {
  const ways = {
    card: (tenant: Tenant, id: string) => payByCard(tenant, id),
    boleto: (tenant: Tenant, id: string) => openBoleto(tenant, id),
    coupons: (tenant: Tenant, id: string) => apply(tenant, id, ['any']),
  };
  const states: readonly (readonly [string, (tenant: Tenant, id: string) => Promise<unknown>, string])[] = [
    ['paid', (tenant, id) => pay(billing, tenant, id), 'CHARGE_PAID'],
    [
      'cancelled',
      (tenant, id) => billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call()),
      'CHARGE_CANCELLED',
    ],
  ];

  test.each(states)('of a checkout that is %s', async (_state, end, reason) => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, { allowCoupons: true });
    await end(tenant, id);
    for (const way of Object.values(ways)) await expect(way(tenant, id)).rejects.toMatchObject({ reason });
  });

  test('of a checkout that expired, before and after the job', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    billing.clock.advance(30 * dayMs);
    for (const way of Object.values(ways)) {
      await expect(way(tenant, id)).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
    }
    await expireOverdue(billing.deps);
    for (const way of Object.values(ways)) {
      await expect(way(tenant, id)).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
    }
  });

  test('by a method that is not offered, and for another store or environment', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant, { methods: ['PAYMENT_METHOD_PIX'] });
    for (const way of [ways.card, ways.boleto]) {
      await expect(way(tenant, id)).rejects.toMatchObject({ reason: 'METHOD_NOT_OFFERED' });
    }
    for (const stranger of [await billing.configuredStore(), tenantOf(tenant.storeId, false)]) {
      for (const way of Object.values(ways))
        await expect(way(stranger, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
  });

  test('in production without a provider, before anything is written', async () => {
    const tenant = await billing.configuredStore(false);
    billing.production.providers = billing.production.simulated;
    const { id } = await aCheckout(tenant);
    billing.production.providers = noProviders;
    const before = await readEvents(billing, tenant);
    for (const [way, method] of [
      [ways.card, 'CARD'],
      [ways.boleto, 'BOLETO'],
    ] as const) {
      await expect(way(tenant, id)).rejects.toMatchObject({
        kind: 'UNAVAILABLE',
        message: `Provider for ${method} is not configured for this store`,
      });
    }
    expect(await statusesOf(tenant, id)).toEqual([]);
    expect(await readEvents(billing, tenant)).toEqual(before);
    expect(await billing.db('customers').where({ store_id: tenant.storeId })).toEqual([]);
    expect(await billing.db('cards').where({ store_id: tenant.storeId })).toEqual([]);
  });
});

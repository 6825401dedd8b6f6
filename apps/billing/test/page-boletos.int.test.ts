import { inflateSync } from 'node:zlib';
import { startBeforeAll } from '@pitanga/testing';
import { aCustomer, call, startBilling } from './billing-harness';
import { aPayer, link, payPage } from './page-requests';
import { aCoupon, couponOf, pay, the } from './payment-requests';

const billing = startBeforeAll(startBilling);

const { aCheckout, read, statusesOf, openBoleto, resolve } = payPage(() => billing);

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
  const written = inflated.join('').matchAll(/<([0-9a-f]+)>/gi);
  return Array.from(written, ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

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

import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCustomer, call, startBilling } from './billing-harness';
import { link, payPage } from './page-requests';
import { declinedCard, pay, the } from './payment-requests';

const billing = startBeforeAll(startBilling);

const { aCheckout, payByCard, read, openBoleto } = payPage(() => billing);
const contact = { email: 'ana@loja.example', cellphone: '(11) 98765-4321' };

const aNamedPayer = () => {
  const { name = '', taxId = '' } = aCustomer();
  return { name, taxId, ...contact };
};
const customerOf = async (tenant: Tenant, taxId: string) =>
  (await billing.customers.getCustomer({ tenant, taxId, id: undefined, email: undefined }, call())).customer;

describe('a payer who gives an e-mail and a phone on the page', () => {
  test('by card is the customer of the attempt, before its outcome, and of the checkout once paid', async () => {
    const tenant = await billing.configuredStore();
    const { taxId } = aNamedPayer();
    const { id } = await aCheckout(tenant);
    const refused = the(await payByCard(tenant, id, { taxId, ...contact, number: declinedCard }));
    const customer = await customerOf(tenant, taxId);
    expect(customer).toMatchObject({ name: 'ANA SOUZA', ...contact });
    expect([refused.status, refused.customerId]).toEqual(['CHARGE_STATUS_FAILED', customer?.id]);
    const paid = the(await payByCard(tenant, id, { taxId, ...contact }));
    expect([paid.status, paid.customerId]).toEqual(['CHARGE_STATUS_PAID', customer?.id]);
    expect((await read(tenant, id)).checkout?.customerId).toBe(customer?.id);
  });

  test.each([
    ['a checkout', {}, undefined],
    ['a link', link, 'V'.repeat(32)],
  ])('by Pix is the customer of the code of %s, whoever pays it', async (_what, over, visitor) => {
    const tenant = await billing.configuredStore();
    const payer = aNamedPayer();
    const { id } = await aCheckout(tenant, over);
    const open = () => billing.checkouts.openCheckoutPix({ tenant, checkoutId: id, visitor, payer }, call());
    const charge = the(await open());
    const customer = await customerOf(tenant, payer.taxId);
    expect([charge.customerId, customer]).toMatchObject([customer?.id, { name: payer.name, ...contact }]);
    // The code is there: another name makes no customer.
    const other = aNamedPayer();
    const again = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id, visitor, payer: other }, call());
    expect(the(again).id).toBe(charge.id);
    await expect(customerOf(tenant, other.taxId)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await pay(billing, tenant, id, { chargeId: charge.id, visitor });
    const { charge: paid } = await billing.charges.resolveCharge({ id: charge.id }, call());
    expect([paid?.status, paid?.customerId]).toEqual(['CHARGE_STATUS_PAID', customer?.id]);
  });

  test('changes nothing of a customer whom the store knows by the tax id', async () => {
    const tenant = await billing.configuredStore();
    const known = aCustomer();
    const { customer } = await billing.customers.createCustomer({ tenant, customer: known }, call());
    const { id } = await aCheckout(tenant);
    const stranger = { email: 'outra@pessoa.example', cellphone: '(21) 91234-5678' };
    const { customerId } = the(await payByCard(tenant, id, { taxId: known.taxId, ...stranger }));
    expect([customerId, await customerOf(tenant, known.taxId ?? '')]).toEqual([customer?.id, customer]);
  });

  test('by boleto has the phone with the e-mail', async () => {
    const tenant = await billing.configuredStore();
    const payer = aNamedPayer();
    const { id } = await aCheckout(tenant);
    the(await openBoleto(tenant, id, payer));
    expect(await customerOf(tenant, payer.taxId)).toMatchObject(contact);
  });

  test('of a checkout that has a customer is not that customer', async () => {
    const tenant = await billing.configuredStore();
    const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
    const { id } = await aCheckout(tenant, { customerId: customer?.id });
    const payer = aNamedPayer();
    const charge = the(await payByCard(tenant, id, payer));
    expect(charge.customerId).toBe(customer?.id);
    await expect(customerOf(tenant, payer.taxId)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });
});

import { toTenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { aCustomer, aProduct, call, readEvents, startBilling } from './billing-harness';
import { createCheckout, getCheckout, simulateCheckout } from './checkout-requests';

const billing = startBeforeAll(startBilling);

const dayMs = 86_400_000;

describe('paying a checkout by simulation', () => {
  test('makes it PAID, the payer its customer, and publishes charge.paid and checkout.paid', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant, 2_000)]);
    const payer = { name: 'Bia', taxId: '123.456.789-09' };
    const { checkout, payments } = await simulateCheckout(billing, tenant, id, { payer });
    expect(checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_PAID',
      paidAmountCents: 2_000,
      platformFeeCents: 80,
      receiptUrl: `http://pitanga.test/receipts/${payments[0]?.id ?? ''}`,
    });
    expect(payments).toMatchObject([{ method: 'PAYMENT_METHOD_PIX', amountCents: 2_000, status: 'PAID' }]);
    const facts = (await readEvents(billing, tenant)).slice(-3);
    expect(facts.map(({ type, key }) => [type, key])).toEqual([
      ['customer.created', checkout?.customerId],
      ['charge.paid', payments[0]?.id],
      ['checkout.paid', id],
    ]);
    expect(facts[2]?.payload).toMatchObject({
      checkout: { id, status: 'CHECKOUT_STATUS_PAID', paidAmountCents: 2_000 },
      charge: { id: payments[0]?.id, status: 'CHARGE_STATUS_PAID', payer: { isSameAsCustomer: true } },
      customer: { id: checkout?.customerId },
    });
    expect(JSON.stringify(facts)).not.toContain('12345678909');
  });

  test('makes nobody its customer with skip_customer', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)], { skipCustomer: true });
    expect((await simulateCheckout(billing, tenant, id)).checkout?.customerId).toBeUndefined();
  });

  test('is refused the second time, also when twenty arrive at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)]);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => simulateCheckout(billing, tenant, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(simulateCheckout(billing, tenant, id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
      message: 'This charge was already paid',
    });
    expect((await readEvents(billing, tenant)).filter(({ type }) => type === 'checkout.paid')).toHaveLength(1);
  });

  test('collects on a payment link again and again, each time by its own charge', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 2_000);
    const { id } = await createCheckout(billing, tenant, [product], {
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
    });
    await simulateCheckout(billing, tenant, id);
    billing.clock.advance(5);
    const { checkout, payments } = await simulateCheckout(billing, tenant, id);
    expect(checkout).toMatchObject({
      status: 'CHECKOUT_STATUS_ACTIVE',
      paidAmountCents: 4_000,
      platformFeeCents: 160,
      customerId: undefined,
    });
    expect(new Set(payments.map((payment) => payment.id)).size).toBe(2);
  });

  test('takes parallel payments of a link, each by its own charge', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 2_000);
    const { id } = await createCheckout(billing, tenant, [product], {
      frequency: 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS',
    });
    await Promise.all(Array.from({ length: 5 }, () => simulateCheckout(billing, tenant, id)));
    const { checkout, payments } = await getCheckout(billing, tenant, { id });
    expect(checkout).toMatchObject({ paidAmountCents: 10_000, platformFeeCents: 400 });
    expect(payments.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'PAID'));
  });

  test('never waits in a circle with a repeated create that names the payer', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    for (let round = 0; round < 5; round += 1) {
      const externalId = testIds.token(10);
      const customer = aCustomer();
      const { id } = await createCheckout(billing, tenant, [product], { externalId });
      await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
      const [paid, repeated] = await Promise.allSettled([
        simulateCheckout(billing, tenant, id, { payer: { name: customer.name, taxId: customer.taxId } }),
        createCheckout(billing, tenant, [product], { externalId, customer }),
      ]);
      expect(paid).toMatchObject({ status: 'fulfilled' });
      expect(repeated).toMatchObject({ status: 'rejected', reason: { kind: 'ALREADY_EXISTS' } });
    }
  });

  test('is refused in production and for a method not offered', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant);
    const { id } = await createCheckout(billing, tenant, [product]);
    await expect(simulateCheckout(billing, toTenant(tenant.storeId, false), id)).rejects.toMatchObject({
      reason: 'DEV_MODE_ONLY',
    });
    await expect(simulateCheckout(billing, tenant, id, { method: 'PAYMENT_METHOD_BOLETO' })).rejects.toMatchObject({
      reason: 'METHOD_NOT_OFFERED',
    });
  });
});

test('the expiry job expires a checkout with its open charge', async () => {
  const tenant = await billing.configuredStore();
  const { id } = await createCheckout(billing, tenant, [await aProduct(billing, tenant)]);
  billing.clock.advance(29.5 * dayMs);
  const { charge } = await billing.checkouts.openCheckoutPix({ tenant, checkoutId: id }, call());
  billing.clock.advance(0.5 * dayMs);
  await Promise.all([expireOverdue(billing.deps), expireOverdue(billing.deps)]);
  const rows: unknown[] = await billing.db('checkouts').where({ id, status: 'EXPIRED' });
  expect(rows).toHaveLength(1);
  const expired = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.expired');
  expect(expired.map(({ key }) => key)).toEqual([charge?.id]);
});

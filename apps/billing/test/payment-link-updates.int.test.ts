import type { UpdatePaymentLinkRequest } from '@pitanga/contracts';
import { toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { aCheckout, aProduct, call, startBilling } from './billing-harness';
import { aCoupon } from './payment-requests';

const billing = startBeforeAll(startBilling);

describe('updating a payment link', () => {
  const none = {
    methods: [],
    returnUrl: undefined,
    completionUrl: undefined,
    metadataJson: undefined,
    coupons: undefined,
  };

  async function create(tenant: Tenant, more: object = {}) {
    const product = await aProduct(billing, tenant);
    const frequency = 'CHECKOUT_FREQUENCY_MULTIPLE_PAYMENTS' as const;
    const { checkout } = await billing.checkouts.createCheckout(
      aCheckout(tenant, [product], { frequency, returnUrl: 'https://a.example', metadataJson: '{"a":1}', ...more }),
      call(),
    );
    if (!checkout) throw new Error('no link');
    return checkout;
  }
  const update = async (tenant: Tenant, changes: Partial<UpdatePaymentLinkRequest>) =>
    (await billing.checkouts.updatePaymentLink({ tenant, id: '', ...none, ...changes }, call())).checkout;

  test('changes what is given, clears what is empty and leaves the rest', async () => {
    const tenant = await billing.configuredStore();
    const before = await create(tenant);
    await aCoupon(billing, tenant, { code: 'NATAL' });
    const completionUrl = 'https://b.example/done';
    const after = await update(tenant, {
      id: before.id,
      methods: ['PAYMENT_METHOD_PIX'],
      returnUrl: '',
      completionUrl,
      coupons: { codes: ['natal'] },
    });
    expect(after).toMatchObject({
      id: before.id,
      items: before.items,
      amountCents: before.amountCents,
      methods: ['PAYMENT_METHOD_PIX'],
      returnUrl: undefined,
      completionUrl,
      coupons: ['NATAL'],
      metadataJson: '{"a":1}',
    });
    expect(await update(tenant, { id: before.id, coupons: { codes: [] }, metadataJson: '{}' })).toMatchObject({
      completionUrl,
      coupons: [],
      metadataJson: '{}',
    });
  });

  test('keeps the rules of a link', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    await expect(update(tenant, { id, coupons: { codes: ['NENHUM'] } })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    const twice = ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_PIX'] as const;
    await expect(update(tenant, { id, methods: [...twice] })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  test('is refused for a checkout, for another store or environment, and for a deleted link', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await create(tenant);
    const notFound = { kind: 'NOT_FOUND', message: 'Link de pagamento não encontrado.' };
    for (const other of [await billing.configuredStore(), toTenant(tenant.storeId, false)]) {
      await expect(update(other, { id, returnUrl: '' })).rejects.toMatchObject(notFound);
    }
    const single = await create(tenant, { frequency: 'CHECKOUT_FREQUENCY_ONE_TIME' });
    await expect(update(tenant, { id: single.id, returnUrl: '' })).rejects.toMatchObject({ reason: 'WRONG_KIND' });
    await billing.checkouts.deleteCheckout({ tenant, id, frequency: undefined }, call());
    await expect(update(tenant, { id, returnUrl: '' })).rejects.toMatchObject(notFound);
  });
});

import { required, type Checkout, type CreateCheckoutRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import type { TenantCall } from '@pitanga/rpc';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { checkoutHandlers } from '../src/api/checkout-rpc';
import { aCheckout, aProduct, call, readEvents, startBilling } from './billing-harness';
import { link, payPage } from './page-requests';
import { aCoupon, pay, the } from './payment-requests';
import { partner, seller, withSubAccounts } from './sub-accounts';
import { subscriptionRequests } from './subscription-requests';

const billing = startBeforeAll(startBilling);
const { payByCard, openPix, read } = payPage(() => billing);
const { aPlan, subscribe, aCycle } = subscriptionRequests(() => billing);

const share = { subAccountId: seller, basisPoints: 3_000, amountCents: undefined };
const amount = (amountCents: number) => ({ subAccountId: partner, amountCents, basisPoints: undefined });
const tooMuch = 'A soma dos splits não pode passar do valor líquido da cobrança';

/** A checkout of a product of R$ 100,00, of a store that has both sub-accounts. */
async function open(
  tenant: Tenant,
  splits: CreateCheckoutRequest['splits'],
  over: Partial<CreateCheckoutRequest> = {},
  product?: string,
): Promise<Checkout> {
  const { createCheckout } = checkoutHandlers(withSubAccounts(billing, tenant));
  const context = { ...call(testIds.token(20)), tenant, markReplayed: () => undefined, deadline: new Date() };
  const request = aCheckout(tenant, [product ?? (await aProduct(billing, tenant, 10_000))], {
    methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'],
    splits,
    ...over,
  });
  const { checkout } = await createCheckout(request, context as unknown as TenantCall);
  return required(checkout as Checkout, 'checkout');
}

/** The splits of each charge that was paid, in the order of their payment. */
async function paidSplits(tenant: Tenant): Promise<readonly unknown[]> {
  const paid = (await readEvents(billing, tenant)).filter(({ type }) => type === 'charge.paid');
  return paid.map(({ payload }) => (payload['charge'] as { readonly splits?: unknown }).splits);
}

const told = [
  { subAccountId: seller, basisPoints: 3_000 },
  { subAccountId: partner, amountCents: 2_000 },
];

describe('the splits of a checkout', () => {
  test('are those of its payment, whatever its method', async () => {
    const tenant = await billing.configuredStore();
    const splits = [share, amount(2_000)];
    const byPix = await open(tenant, splits);
    expect(byPix.splits).toEqual(splits);
    expect((await openPix(tenant, byPix.id)).splits).toEqual(splits);
    await pay(billing, tenant, byPix.id);
    const byCard = await open(tenant, splits);
    await payByCard(tenant, byCard.id);
    expect(await paidSplits(tenant)).toEqual([told, told]);
    expect((await read(tenant, byCard.id)).checkout?.splits).toEqual(splits);
  });

  test('of a link are those of each payment, with a coupon and where the buyer pays the fee', async () => {
    const tenant = await billing.configuredStore();
    const coupons = [await aCoupon(billing, tenant)];
    const { id } = await open(tenant, [share, amount(2_000)], { ...link, allowCoupons: true, passesFees: true });
    const first = the(await payByCard(tenant, id));
    const second = the(await payByCard(tenant, id, { coupons }));
    expect([first.surchargeCents, second.surchargeCents]).toEqual([425, 389]);
    expect(await paidSplits(tenant)).toEqual([told, told]);
  });

  test('of a subscription are those of its first payment and of every cycle', async () => {
    const tenant = await billing.configuredStore();
    const of = { frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION', methods: ['PAYMENT_METHOD_CARD'] } as const;
    const { id } = await open(tenant, [share, amount(2_000)], { ...of, methods: [...of.methods] }, await aPlan(tenant));
    const { subscriptionId = '' } = await subscribe(tenant, id);
    await aCycle(tenant, subscriptionId);
    await aCycle(tenant, subscriptionId, { cycleNumber: 2, amountCents: 1_500, discountCents: 3_500 });
    expect(await paidSplits(tenant)).toEqual([told, told, told]);
  });

  test('may be all that the dearest of its methods leaves, and no more', async () => {
    const tenant = await billing.configuredStore();
    const card = { maxInstallments: 3 };
    // 4 % and R$ 0,60 of R$ 100,00 in 2 or 3 installments.
    await expect(open(tenant, [amount(9_541)], card)).rejects.toThrow(tooMuch);
    await open(tenant, [amount(9_540)], card);
    const pix = { methods: ['PAYMENT_METHOD_PIX' as const] };
    await expect(open(tenant, [amount(9_921)], pix)).rejects.toThrow(tooMuch);
    await open(tenant, [amount(9_920)], pix);
    // The buyer pays the fee of the card, and the store that of the Pix.
    await open(tenant, [amount(9_920)], { ...card, passesFees: true });
    const byCard = { methods: ['PAYMENT_METHOD_CARD' as const], passesFees: true };
    await open(tenant, [amount(10_000)], { ...card, ...byCard });
    await expect(open(tenant, [amount(10_001)], { ...card, ...byCard })).rejects.toThrow(tooMuch);
  });

  test('of a link are judged again when its methods change', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await open(tenant, [amount(9_920)], { ...link, methods: ['PAYMENT_METHOD_PIX'] });
    const changes = { returnUrl: undefined, completionUrl: undefined, metadataJson: undefined, coupons: undefined };
    const change = (methods: ('PAYMENT_METHOD_PIX' | 'PAYMENT_METHOD_CARD')[]) =>
      billing.checkouts.updatePaymentLink({ tenant, id, methods, ...changes }, call());
    await expect(change(['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_CARD'])).rejects.toThrow(tooMuch);
    await change(['PAYMENT_METHOD_PIX']);
  });

  test('are a part of what a repeat asks for', async () => {
    const tenant = await billing.configuredStore();
    const product = await aProduct(billing, tenant, 10_000);
    const externalId = testIds.token(10);
    const first = await open(tenant, [share, amount(2_000)], { externalId }, product);
    const again = await open(tenant, [share, amount(2_000)], { externalId }, product);
    expect(again.id).toBe(first.id);
    await expect(open(tenant, [share], { externalId }, product)).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
    await expect(open(tenant, [], { externalId }, product)).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
  });

  test('of sub-accounts that the store does not have are refused, and nothing is written', async () => {
    const tenant = await billing.configuredStore();
    const unknown = [{ ...share, subAccountId: 'sacc_none' }];
    await expect(open(tenant, unknown)).rejects.toThrow('Sub account not found');
    expect(await billing.db('checkouts').where({ store_id: tenant.storeId })).toEqual([]);
  });
});

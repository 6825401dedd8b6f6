import { everyTenant, unavailable } from '@pitanga/core';
import type { TenantCall } from '@pitanga/rpc';
import { startBeforeAll, testIds, withDeps } from '@pitanga/testing';
import { payCheckoutHandlers } from '../src/api/pay-checkout-rpc';
import { countBackFreed } from '../src/checking-out/reserve-coupons';
import type { CardProvider } from '../src/provider/card-provider';
import { aCustomer, call, startBilling } from './billing-harness';
import { approvedCard, link, payPage } from './page-requests';
import { aCoupon, couponOf, declinedCard, the } from './payment-requests';

const billing = startBeforeAll(startBilling);

const { aCheckout, byCard, payByCard, read, statusesOf, openPix, resolve } = payPage(() => billing);

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
      expect(await statusesOf(tenant, id)).toEqual(['FREE PAID']);
      expect((await read(tenant, id)).checkout?.paidAmountCents).toBe(0);
    }
  });

  test('waits for an attempt whose outcome is unknown: the same form goes on with it, another one is refused', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aCheckout(tenant);
    const { card } = await billing.deps.findProviders(tenant);
    const attempts: string[] = [];
    const silent: CardProvider = {
      ...(card as CardProvider),
      chargeCard: ({ attemptId }) => {
        attempts.push(attemptId);
        return Promise.reject(unavailable('the acquirer did not answer'));
      },
    };
    const providersOf = async () => ({ ...(await billing.deps.findProviders(tenant)), card: silent });
    const handlers = payCheckoutHandlers(withDeps(billing.deps, { findProviders: providersOf }));
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
    for (const used of [approvedCard.number, declinedCard]) {
      const { id } = await aCheckout(tenant);
      await payByCard(tenant, id, { number: used });
    }
    const tables = await billing.db('pg_tables').where({ schemaname: 'public' }).pluck<string[]>('tablename');
    for (const table of tables) {
      const { rows } = await billing.db.raw<{ rows: { text: string }[] }>(`select t::text as text from ?? t`, [table]);
      const texts = rows.map(({ text }) => text).join('\n');
      for (const secret of [approvedCard.number, declinedCard, approvedCard.cvv]) {
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

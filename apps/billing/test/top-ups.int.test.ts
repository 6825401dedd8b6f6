import type { Charge } from '@pitanga/contracts';
import { cents, toTenant, type Tenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { confirmAtOnce, confirmPayment } from '../src/charging/confirm-payment';
import type { PaymentNotice } from '../src/charging/payment-notice';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { openSimulatedDisputes } from '../src/jobs/open-simulated-disputes';
import { call, eventTypes, firstPage, readEvents, startBilling } from './billing-harness';
import { refund, required, rowsOf, runRefunds } from './money-back';

const billing = startBeforeAll(startBilling);

const notFound = { kind: 'NOT_FOUND', reason: 'TOP_UP_NOT_FOUND' };
const hourMs = 3_600_000;

async function aTopUp(tenant: Tenant, amountCents = 5_000, key?: string): Promise<Charge> {
  const request = { tenant, amountCents, expiresInSeconds: 3_600 };
  return required((await billing.charges.createTopUp(request, call(key))).charge);
}

async function read(tenant: Tenant, id: string): Promise<Charge> {
  return required((await billing.charges.getTopUp({ tenant, id }, call())).charge);
}

async function simulate(
  tenant: Tenant,
  id: string,
  over: { readonly amountCents?: number; readonly late?: boolean } = {},
) {
  const request = { tenant, id, late: false, ...over };
  return required((await billing.charges.simulateTopUpPayment(request, call())).charge);
}

function notice(chargeId: string, over: Partial<PaymentNotice> = {}): PaymentNotice {
  const reference = `E99999999202611201500${testIds.token(11)}`;
  return { chargeId, rail: 'PIX', amountCents: cents(5_000), reference, payer: undefined, ...over };
}

describe('a top-up', () => {
  test('is a Pix without a fee that ends in top_up.completed and in nothing that counts a sale', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aTopUp(tenant);
    expect(await read(tenant, id)).toMatchObject({
      origin: 'CHARGE_ORIGIN_TOP_UP',
      method: 'PAYMENT_METHOD_PIX',
      status: 'CHARGE_STATUS_PENDING',
      amountCents: 5_000,
      platformFeeCents: 0,
    });
    expect(await simulate(tenant, id)).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: 5_000 });
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created', 'top_up.completed']);
    expect((await readEvents(billing, tenant))[1]).toMatchObject({
      key: id,
      payload: { charge: { id, origin: 'CHARGE_ORIGIN_TOP_UP', paidAmountCents: 5_000, status: 'CHARGE_STATUS_PAID' } },
    });
    expect(await rowsOf(billing, 'customers', tenant)).toEqual([]);
  });

  test('takes amounts that the store’s fee leaves nothing of', async () => {
    const tenant = await billing.configuredStore();
    await billing.db('store_settings').where({ store_id: tenant.storeId }).update({ pix_fee_cents: 500 });
    expect(await aTopUp(tenant, 100)).toMatchObject({ amountCents: 100, platformFeeCents: 0 });
  });

  test('is made once for one idempotency key', async () => {
    const tenant = await billing.configuredStore();
    const key = testIds.token(12);
    const made = await Promise.all(Array.from({ length: 5 }, () => aTopUp(tenant, 5_000, key).catch(() => undefined)));
    const ids = new Set([...made, await aTopUp(tenant, 5_000, key)].flatMap((charge) => charge?.id ?? []));
    expect(ids.size).toBe(1);
    expect(await rowsOf(billing, 'charges', tenant)).toHaveLength(1);
  });

  test('is completed once, however often, concurrently and after lost transactions its payment is told', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aTopUp(tenant);
    const told = notice(id);
    const crash = new Error('the process ended before the commit');
    const crashed = transact(billing.deps, async (tx) => {
      await confirmPayment(tx, tenant, told);
      throw crash;
    });
    await expect(crashed).rejects.toBe(crash);
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created']);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? transact(billing.deps, (tx) => confirmPayment(tx, tenant, told))
          : confirmAtOnce(billing.deps, tenant, told),
      ),
    );
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created', 'top_up.completed']);
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
  });

  test.each([
    ['a second payment', 'DUPLICATE', {}],
    ['another amount', 'AMOUNT_MISMATCH', { amountCents: 4_999 }],
    ['a late payment', 'LATE', {}],
  ] as const)('returns %s to its payer, as any charge does', async (_name, reason, over) => {
    const tenant = await billing.configuredStore();
    const { id } = await aTopUp(tenant);
    if (reason === 'DUPLICATE') await simulate(tenant, id);
    if (reason === 'LATE') billing.clock.advance(2 * hourMs);
    const { status } = await read(tenant, id);
    await simulate(tenant, id, { late: true, ...over });
    await runRefunds(billing);
    expect(await rowsOf(billing, 'refunds', tenant)).toMatchObject([
      { kind: 'OVERPAYMENT', status: 'COMPLETE', reason, charge_id: id },
    ]);
    expect((await read(tenant, id)).status).toBe(status);
    const completed = (await eventTypes(billing, tenant)).filter((type) => type === 'top_up.completed');
    expect(completed).toHaveLength(reason === 'DUPLICATE' ? 1 : 0);
  });

  test('expires like a transparent Pix', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await aTopUp(tenant);
    billing.clock.advance(2 * hourMs);
    expect((await read(tenant, id)).status).toBe('CHARGE_STATUS_EXPIRED');
    await expect(simulate(tenant, id)).rejects.toMatchObject({ reason: 'CHARGE_EXPIRED' });
    await expireOverdue(billing.deps);
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created', 'charge.expired']);
  });

  test('cannot be refunded or disputed, whatever route or amount asks for it', async () => {
    const tenant = await billing.configuredStore();
    // An amount that the simulator disputes when it is a sale.
    const { id } = await aTopUp(tenant, 5_015);
    await simulate(tenant, id);
    for (const origin of ['CHARGE_ORIGIN_TRANSPARENT', 'CHARGE_ORIGIN_CHECKOUT'] as const) {
      await expect(refund(billing, tenant, id, { origin })).rejects.toMatchObject({ reason: 'TOP_UP_REFUND' });
    }
    const dispute = { tenant, id, outcome: 'DISPUTE_OUTCOME_OPENED' } as const;
    await expect(billing.charges.simulateDispute(dispute, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    billing.clock.advance(hourMs);
    await openSimulatedDisputes(billing.deps);
    expect(await rowsOf(billing, 'disputes', tenant)).toEqual([]);
  });

  test('is in the list of top-ups, newest first and by status, and in no list of charges', async () => {
    const tenant = await billing.configuredStore();
    const paid = await aTopUp(tenant);
    await simulate(tenant, paid.id);
    billing.clock.advance(1_000);
    const open = await aTopUp(tenant);
    const list = async (status?: 'CHARGE_STATUS_PAID' | 'CHARGE_STATUS_PENDING') => {
      const { charges } = await billing.charges.listTopUps({ tenant, page: firstPage, status }, call());
      return charges.map(({ id }) => id);
    };
    expect(await list()).toEqual([open.id, paid.id]);
    expect(await list('CHARGE_STATUS_PAID')).toEqual([paid.id]);
    expect(await list('CHARGE_STATUS_PENDING')).toEqual([open.id]);
    const page = { tenant, page: firstPage };
    expect((await billing.charges.listCharges(page, call())).charges).toEqual([]);
    for (const filter of [{}, { id: paid.id }, { search: paid.id }, { status: 'CHARGE_STATUS_PAID' as const }]) {
      expect((await billing.charges.listStoreCharges({ ...page, ...filter }, call())).charges).toEqual([]);
    }
    await expect(billing.charges.getStoreCharge({ tenant, id: paid.id }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    await expect(billing.charges.getCharge({ tenant, id: paid.id }, call())).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
  });

  test('is not there for another store, for the other environment, or under the id of a sale', async () => {
    const [tenant, other] = [await billing.configuredStore(), await billing.configuredStore()];
    const { id } = await aTopUp(tenant);
    const production = toTenant(tenant.storeId, false);
    for (const stranger of [other, production]) {
      await expect(read(stranger, id)).rejects.toMatchObject(notFound);
      expect((await billing.charges.listTopUps({ tenant: stranger, page: firstPage }, call())).charges).toEqual([]);
    }
    await expect(simulate(other, id)).rejects.toMatchObject(notFound);
    await expect(simulate(production, id)).rejects.toMatchObject({ kind: 'FAILED_PRECONDITION' });
    await expect(aTopUp(production)).rejects.toMatchObject({ reason: 'PROVIDER_NOT_CONFIGURED' });
    await expect(read(tenant, testIds.next('pixCharge', billing.clock.real()))).rejects.toMatchObject(notFound);
  });
});

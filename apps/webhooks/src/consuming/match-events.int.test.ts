import type { Charge, Checkout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock, testIds } from '@pitanga/testing';
import { aCharge, aCheckout, anEvent, chargePaid } from '../../test/domain-events';
import { bodiesOf, startHarness } from '../../test/harness';
import { utms } from '../../test/payment-records';
import { matchEvents } from './match-events';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));
const endpoint = 'http://127.0.0.1:9/hook';

const bodies = (tenant: Tenant): Promise<Record<string, unknown>[]> => bodiesOf(harness, tenant);

function checkoutPaid(tenant: Tenant, more: Partial<Checkout> = {}, payment: Partial<Charge> = {}) {
  const checkout = aCheckout(more);
  const charge = aCharge({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id, ...payment });
  return anEvent('checkout.paid', tenant, clock.real(), { checkout, charge });
}

describe('domain events', () => {
  it('become one delivery for each webhook with the event, in the shape of its version', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    await harness.register(tenant, endpoint, { v2: false, events: ['billing.paid'] });
    await harness.register(tenant, endpoint, { events: ['transparent.expired'] });
    const charge = aCharge();
    expect(await matchEvents(harness.deps, [chargePaid(tenant, clock.real(), charge)])).toBe(2);
    const payloads = await bodies(tenant);
    const v2 = payloads.find(({ apiVersion }) => apiVersion === 2);
    expect(Object.keys(v2!)).toEqual(['id', 'event', 'apiVersion', 'devMode', 'data']);
    expect(v2).toMatchObject({
      id: expect.stringMatching(/^log_[0-9A-Za-z]{24}$/) as string,
      event: 'transparent.completed',
      devMode: true,
      data: {
        transparent: { id: charge.id, status: 'PAID', amount: 10_000 },
        customer: { id: 'cust_1', taxId: '123.***.***-**' },
        payerInformation: {
          method: 'PIX',
          PIX: { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true },
          utms,
        },
      },
    });
    const v1 = payloads.find(({ event }) => event === 'billing.paid');
    expect(Object.keys(v1!)).toEqual(['id', 'event', 'devMode', 'data']);
    expect(v1?.['data']).toMatchObject({
      payment: { amount: 10_000, fee: 80, method: 'PIX' },
      pixQrCode: { id: charge.id, status: 'PAID', kind: 'PIX' },
    });
  });

  it('of a paid checkout carry the payment, and v1 the billing', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint, { events: ['checkout.completed', 'transparent.completed'] });
    await harness.register(tenant, endpoint, { v2: false, events: ['billing.paid'] });
    const event = checkoutPaid(tenant);
    // charge.paid of a checkout makes no event of its own.
    expect(await matchEvents(harness.deps, [chargePaid(tenant, clock.real(), event.data.charge), event])).toBe(2);
    const payloads = await bodies(tenant);
    expect(payloads.find(({ event }) => event === 'checkout.completed')?.['data']).toMatchObject({
      checkout: { id: event.data.checkout?.id, status: 'PAID' },
      customer: { id: 'cust_1' },
      payment: { id: event.data.charge?.id, method: 'PIX', amount: 10_000, status: 'PAID' },
    });
    expect(payloads.find(({ event }) => event === 'billing.paid')?.['data']).toMatchObject({
      payment: { amount: 10_000 },
      billing: { id: event.data.checkout?.id, customer: { id: 'cust_1' }, kind: ['PIX'], paidAmount: 5_000 },
    });
  });

  it('tell the payment for an offer from the first one, to v2 alone', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint, { events: ['checkout.completed'] });
    await harness.register(tenant, endpoint, { v2: false, events: ['billing.paid'] });
    const first = checkoutPaid(tenant, { upsellProductId: 'prod_2' });
    const second = checkoutPaid(tenant, { ...first.data.checkout }, { isUpsell: true });
    expect(await matchEvents(harness.deps, [first, second])).toBe(3);
    const payloads = await bodies(tenant);
    const completed = payloads.filter(({ event }) => event === 'checkout.completed');
    const told = (isUpSell: boolean): unknown => {
      const checkout = { id: first.data.checkout?.id, upSellProductId: 'prod_2', isUpSell };
      return expect.objectContaining({
        checkout: expect.objectContaining(checkout) as unknown,
        payment: expect.objectContaining({ isUpSell }) as unknown,
      });
    };
    expect(completed.map(({ data }) => data)).toEqual(expect.arrayContaining([told(false), told(true)]));
    expect(new Set(completed.map(({ id }) => id)).size).toBe(2);
    expect(payloads.filter(({ event }) => event === 'billing.paid')).toHaveLength(1);
  });

  it('of a subscription publish none of these', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint, { events: ['checkout.completed', 'transparent.completed'] });
    const events = [
      chargePaid(tenant, clock.real(), aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' })),
      checkoutPaid(tenant, { frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION' }),
    ];
    expect(await matchEvents(harness.deps, events)).toBe(0);
  });

  it('that Kafka brings again make no second delivery, not even for a webhook enabled since', async () => {
    const tenant = aTenant();
    const webhook = await harness.register(tenant, endpoint);
    const disabled = await harness.register(tenant, endpoint);
    await harness.database.db('webhooks').where({ id: disabled.id }).update({ status: 'DISABLED' });
    const event = chargePaid(tenant, clock.real());
    expect(await matchEvents(harness.deps, [event, event])).toBe(1);
    await harness.database.db('webhooks').where({ id: disabled.id }).update({ status: 'ACTIVE' });
    expect(await matchEvents(harness.deps, [event])).toBe(0);
    const rows = await harness.database.db('deliveries').where({ store_id: tenant.storeId });
    expect(rows.map(({ webhook_id }) => webhook_id as string)).toEqual([webhook.id]);
  });

  it('are sent to a webhook registered up to a quarter of an hour after a clock says that they were recorded', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    const now = clock.real().getTime();
    const old = chargePaid(tenant, new Date(now - 900_001));
    const recent = chargePaid(tenant, new Date(now - 900_000));
    expect(await matchEvents(harness.deps, [old])).toBe(0);
    expect(await matchEvents(harness.deps, [recent])).toBe(1);
  });

  it('that occurred after a test clock was moved become deliveries of that time, before this process reads the new offset', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    const movedTo = new Date(clock.real().getTime() + 30 * 24 * 3_600_000);
    expect(await matchEvents(harness.deps, [{ ...chargePaid(tenant, clock.real()), occurredAt: movedTo }])).toBe(1);
    const [row] = (await harness.database.db('deliveries').where({ store_id: tenant.storeId })) as {
      id: string;
      created_at: Date;
    }[];
    expect(row?.created_at).toEqual(movedTo);
    const timeOf = (id: string) => id.slice('log_'.length, 'log_'.length + 9);
    expect(timeOf(row?.id ?? '')).toBe(timeOf(testIds.next('delivery', movedTo)));
  });

  it('of one environment never reach a webhook of the other', async () => {
    const dev = aTenant();
    await harness.register(dev, endpoint);
    expect(await matchEvents(harness.deps, [chargePaid({ ...dev, devMode: false }, clock.real())])).toBe(0);
  });
});

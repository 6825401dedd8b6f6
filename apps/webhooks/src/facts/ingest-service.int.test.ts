import type { Checkout, InboundEvent } from '@pitanga/contracts';
import { aTenant, testClock, testIds } from '@pitanga/testing';
import { aCharge, aCustomer, chargePaid, startHarness, type Harness } from '../../test/harness';
import { ingestFacts } from './ingest-service';

const clock = testClock(new Date());
let harness: Harness;
const endpoint = 'http://127.0.0.1:9/hook';

beforeAll(async () => {
  harness = await startHarness(clock);
});
afterAll(() => harness.close());

async function bodies(tenant: { storeId: string }): Promise<Record<string, unknown>[]> {
  const rows = (await harness.database
    .db('deliveries')
    .join('delivery_bodies', 'delivery_id', 'id')
    .where({ store_id: tenant.storeId })) as { body: string }[];
  return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

function checkoutPaid(tenant: ReturnType<typeof aTenant>, more: Partial<Checkout> = {}): InboundEvent {
  const at = clock.real();
  const checkout: Checkout = {
    id: testIds.next('checkout', at),
    devMode: true,
    externalId: undefined,
    url: 'https://pay.example/pay/1',
    amountCents: 5_000,
    paidAmountCents: 5_000,
    platformFeeCents: 80,
    items: [],
    status: 'CHECKOUT_STATUS_PAID',
    methods: ['PAYMENT_METHOD_PIX'],
    frequency: 'CHECKOUT_FREQUENCY_ONE_TIME',
    coupons: [],
    couponsUsed: [],
    customerId: 'cust_1',
    returnUrl: undefined,
    completionUrl: undefined,
    dueDate: undefined,
    receiptUrl: undefined,
    maxInstallments: 1,
    installmentsCount: undefined,
    skipCustomer: false,
    skipReview: false,
    allowCoupons: false,
    metadataJson: '{}',
    createdAt: at,
    updatedAt: at,
    ...more,
  };
  const charge = aCharge({ origin: 'CHARGE_ORIGIN_CHECKOUT', checkoutId: checkout.id });
  return {
    type: 'checkout.paid',
    id: testIds.next('event', at),
    key: checkout.id,
    occurredAt: at,
    recordedAt: at,
    traceparent: undefined,
    data: {
      tenant: { storeId: tenant.storeId, devMode: tenant.devMode },
      checkout,
      charge,
      customer: aCustomer,
    },
  };
}

describe('facts', () => {
  it('become one delivery for each webhook that asked for the event, in the shape of its version', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    await harness.register(tenant, endpoint, { v2: false, events: ['billing.paid'] });
    await harness.register(tenant, endpoint, { events: ['transparent.expired'] });
    const charge = aCharge();
    expect(await ingestFacts(harness.deps, [chargePaid(tenant, clock.real(), charge)])).toBe(2);
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
        payerInformation: { method: 'PIX', PIX: { name: 'Ana', taxId: '123.***.***-**', isSameAsCustomer: true } },
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
    const fact = checkoutPaid(tenant) as Extract<InboundEvent, { type: 'checkout.paid' }>;
    // The charge's own fact says nothing more to receivers.
    expect(await ingestFacts(harness.deps, [chargePaid(tenant, clock.real(), fact.data.charge), fact])).toBe(2);
    const payloads = await bodies(tenant);
    expect(payloads.find(({ event }) => event === 'checkout.completed')?.['data']).toMatchObject({
      checkout: { id: fact.data.checkout?.id, status: 'PAID' },
      customer: { id: 'cust_1' },
      payment: { id: fact.data.charge?.id, method: 'PIX', amount: 10_000, status: 'PAID' },
    });
    expect(payloads.find(({ event }) => event === 'billing.paid')?.['data']).toMatchObject({
      payment: { amount: 10_000 },
      billing: { id: fact.data.checkout?.id, customer: { id: 'cust_1' }, kind: ['PIX'], paidAmount: 5_000 },
    });
  });

  it('of a subscription publish none of these', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint, { events: ['checkout.completed', 'transparent.completed'] });
    const facts = [
      chargePaid(tenant, clock.real(), aCharge({ origin: 'CHARGE_ORIGIN_SUBSCRIPTION' })),
      checkoutPaid(tenant, { frequency: 'CHECKOUT_FREQUENCY_SUBSCRIPTION' }),
    ];
    expect(await ingestFacts(harness.deps, facts)).toBe(0);
  });

  it('that Kafka brings again make no second delivery, not even for a webhook enabled since', async () => {
    const tenant = aTenant();
    const webhook = await harness.register(tenant, endpoint);
    const disabled = await harness.register(tenant, endpoint);
    await harness.database.db('webhooks').where({ id: disabled.id }).update({ status: 'DISABLED' });
    const fact = chargePaid(tenant, clock.real());
    expect(await ingestFacts(harness.deps, [fact, fact])).toBe(1);
    await harness.database.db('webhooks').where({ id: disabled.id }).update({ status: 'ACTIVE' });
    expect(await ingestFacts(harness.deps, [fact])).toBe(0);
    const rows = await harness.database.db('deliveries').where({ store_id: tenant.storeId });
    expect(rows.map(({ webhook_id }) => webhook_id as string)).toEqual([webhook.id]);
  });

  it('are not sent to a webhook registered more than a minute after they were recorded', async () => {
    const tenant = aTenant();
    await harness.register(tenant, endpoint);
    const now = clock.real().getTime();
    const old = chargePaid(tenant, new Date(now - 60_001));
    const recent = chargePaid(tenant, new Date(now - 60_000));
    expect(await ingestFacts(harness.deps, [old])).toBe(0);
    expect(await ingestFacts(harness.deps, [recent])).toBe(1);
  });

  it('of one environment never reach a webhook of the other', async () => {
    const dev = aTenant();
    await harness.register(dev, endpoint);
    expect(await ingestFacts(harness.deps, [chargePaid({ ...dev, devMode: false }, clock.real())])).toBe(0);
  });
});

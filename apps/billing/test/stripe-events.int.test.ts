import type { Charge } from '@pitanga/contracts';
import { everyTenant, type Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { purgeStripeEvents } from '../src/syncs/stripe-sync-repository';
import { call, countRows, eventTypes, readEvents, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { configureStripe, lastEventOf, segmentOf, sendEvent } from './stripe-account';
import { aStoreWithBoletos, boletoPayer, createStripeBoleto, intentOfBoleto } from './stripe-boleto-requests';
import { aBoletoCharge, openCheckout } from './payment-requests';

let billing: Billing;
let stripe: FakeStripe;
let drain: () => Promise<void>;
beforeAll(async () => {
  billing = await startBilling();
  stripe = await startFakeStripe(() => billing.clock.real());
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});
beforeEach(() => {
  drain = createStripeSyncDrain(billing.deps);
});

const aBoletoStore = (over: object = {}) => aStoreWithBoletos(billing, stripe, over);

const intentOf = (charge: Charge) => intentOfBoleto(billing, charge);
const statusOf = async (tenant: Tenant, { id }: Charge) =>
  (await billing.charges.getCharge({ tenant, id }, call())).charge?.status;
const syncsOf = (tenant: Tenant): Promise<{ kind: string; object_id: string; run_at: Date; attempts: number }[]> =>
  billing.db('stripe_syncs').where({ store_id: tenant.storeId, kind: 'INTENT' });

const receive = (tenant: Tenant, event: FakeStripe['books']['events'][number], over?: object) =>
  sendEvent(billing, stripe, tenant, event, over);
const lastEvent = () => lastEventOf(stripe);
const advance = (hours: number) => billing.clock.advance(hours * 3_600_000);

describe('a boleto of a store with Stripe', () => {
  it('has their number, no Pix code, and stays payable until its payment can be confirmed', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    const [intent] = stripe.books.all('payment_intent');
    const shown = intent?.['next_action'] as { boleto_display_details: { number: string; pdf: string } };
    const { number, pdf } = shown.boleto_display_details;
    expect(charge.boleto?.digitableLine).toBe(number.replace(/\D/g, ''));
    expect(charge.pix).toBeUndefined();
    expect(intent).toMatchObject({ amount: 10_000, metadata: { pitanga_charge: charge.id } });
    expect(await billing.charges.resolveBoletoPdf({ id: charge.id }, call())).toMatchObject({ url: pdf });
  });

  it.each([
    ['an incomplete customer', { customer: { ...boletoPayer, city: undefined } }, 'BOLETO_NEEDS_ADDRESS', /'city'/],
    ['interest', { interestBasisPoints: 100 }, 'BOLETO_LATE_FEES_UNSUPPORTED', /cannot charge interest/],
    ['a fine', { fine: { kind: 'FINE_KIND_FIXED', value: 100 } }, 'BOLETO_LATE_FEES_UNSUPPORTED', /fine/],
    ['too little', { amountCents: 499 }, 'BOLETO_AMOUNT_OUT_OF_RANGE', /from 500 to 4999999/],
    ['too much', { amountCents: 5_000_000 }, 'BOLETO_AMOUNT_OUT_OF_RANGE', /from 500/],
    ['a late due date', { dueDate: '2100-01-01' }, 'INVALID_ARGUMENT', /365 days/],
  ])('with %s is refused before anything is written', async (_what, over, reason, message) => {
    const tenant = await aBoletoStore();
    const seen = stripe.seen.length;
    const request = { ...aBoletoCharge(tenant), customer: boletoPayer, ...(over as object) };
    await expect(billing.charges.createBoletoCharge(request, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      ...(reason !== 'INVALID_ARGUMENT' && { reason }),
      message: expect.stringMatching(message) as string,
    });
    expect([await countRows(billing, 'charges', tenant), await countRows(billing, 'customers', tenant)]).toEqual([
      0, 0,
    ]);
    expect(stripe.seen.slice(seen)).toEqual([]);
  });

  it('is refused in checkouts with interest, and left out of those whose amount it cannot have', async () => {
    const tenant = await aBoletoStore();
    const methods = ['PAYMENT_METHOD_BOLETO' as const];
    await expect(openCheckout(billing, tenant, 10_000, { methods, interestBasisPoints: 100 })).rejects.toMatchObject({
      reason: 'BOLETO_LATE_FEES_UNSUPPORTED',
    });
    await expect(openCheckout(billing, tenant, 400, { methods })).rejects.toMatchObject({
      reason: 'BOLETO_AMOUNT_OUT_OF_RANGE',
    });
    expect(await countRows(billing, 'checkouts', tenant)).toBe(0);
    const checkout = await openCheckout(billing, tenant, 10_000, { methods: [] });
    expect(checkout.methods).toEqual(['PAYMENT_METHOD_BOLETO']);
  });

  it('that is made while the process dies before its write is made once, and then cancelled at Stripe', async () => {
    const tenant = await aBoletoStore();
    await createStripeBoleto(billing, tenant);
    const provider = (await billing.deps.findProviders(tenant)).boleto;
    if (!provider) throw new Error('no provider');
    const registration = await provider.registerBoleto({
      chargeId: 'char_000000000000000000000001',
      txid: 'x',
      amountCents: 10_000 as never,
      dueDate: '2030-01-02',
      today: '2030-01-01',
      interestBasisPoints: undefined,
      fine: undefined,
      merchantName: 'Loja',
      merchantCity: 'São Paulo',
      payer: { ...boletoPayer, name: boletoPayer.name ?? '', taxId: boletoPayer.taxId ?? '' },
    });
    await receive(tenant, lastEvent());
    for (let run = 0; run < 8; run += 1) {
      await drain();
      advance(1);
    }
    expect(stripe.books.find(registration.reference ?? '')).toMatchObject({ status: 'canceled' });
    expect(await syncsOf(tenant)).toHaveLength(1);
  });
});

describe('an event of Stripe', () => {
  it('confirms a boleto once, however often and in whatever order its events come', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    const created = lastEvent();
    stripe.boletos.pay(await intentOf(charge));
    const paid = lastEvent();
    await receive(tenant, paid);
    await receive(tenant, paid);
    await receive(tenant, created);
    expect(await billing.db('stripe_events').where({ store_id: tenant.storeId })).toHaveLength(2);
    await Promise.all([drain(), createStripeSyncDrain(billing.deps)()]);
    await receive(tenant, { ...paid, id: `${paid.id}b` });
    await drain();
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PAID');
    expect((await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid')).toHaveLength(1);
    expect(await syncsOf(tenant)).toEqual([]);
  });

  it('is not believed: what it says is read from Stripe', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    const object = { ...lastEvent().data.object, status: 'succeeded', amount_received: 10_000 };
    await receive(tenant, { ...lastEvent(), id: 'evt_forged', type: 'payment_intent.succeeded', data: { object } });
    await drain();
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PENDING');
  });

  it('with a wrong, old or missing signature is refused and records nothing', async () => {
    const tenant = await aBoletoStore();
    await createStripeBoleto(billing, tenant);
    const event = { ...lastEvent(), id: 'evt_unsigned' };
    const old = new Date(billing.clock.real().getTime() - 301_000);
    const wrong = [
      '',
      't=1,v1=00',
      stripe.signed(event, old).signature,
      stripe.signed(event, billing.clock.real(), 'whsec_other').signature,
      stripe.signed({ ...event, id: 'evt_other' }, billing.clock.real()).signature,
    ];
    for (const signature of wrong) {
      await expect(receive(tenant, event, { signature })).rejects.toMatchObject({
        kind: 'INVALID_ARGUMENT',
        reason: 'STRIPE_SIGNATURE_INVALID',
      });
    }
    await expect(receive(tenant, event, { segment: 'x'.repeat(43) })).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    expect(await billing.db('stripe_events').where({ id: 'evt_unsigned' })).toEqual([]);
  });

  it('is good with the secret before, for three days', async () => {
    const tenant = await aBoletoStore();
    await createStripeBoleto(billing, tenant);
    await configureStripe(billing, stripe, tenant.storeId, { webhookSecret: 'whsec_0123456789abcdef' });
    const event = { ...lastEvent(), id: 'evt_rotated1' };
    await receive(tenant, event);
    advance(73);
    await expect(receive(tenant, { ...event, id: 'evt_rotated2' })).rejects.toMatchObject({
      reason: 'STRIPE_SIGNATURE_INVALID',
    });
  });

  it('that never comes is made up for by polls, less often with time', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    advance(1);
    await drain();
    expect(await syncsOf(tenant)).toHaveLength(1);
    stripe.boletos.pay(await intentOf(charge));
    advance(7);
    await drain();
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PAID');
  });

  it('waits for a Stripe that does not answer, and loses nothing', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    stripe.boletos.pay(await intentOf(charge));
    await receive(tenant, lastEvent());
    stripe.failNext(50);
    await drain();
    stripe.failNext(0);
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PENDING');
    advance(2);
    await drain();
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PAID');
  });

  it('is forgotten after 35 days', async () => {
    const tenant = await aBoletoStore();
    await createStripeBoleto(billing, tenant);
    await receive(tenant, lastEvent());
    const count = async () => (await billing.db('stripe_events').where({ store_id: tenant.storeId })).length;
    await purgeStripeEvents(billing.db, everyTenant, billing.clock.real());
    expect(await count()).toBe(1);
    await purgeStripeEvents(billing.db, everyTenant, new Date(billing.clock.real().getTime() + 36 * 86_400_000));
    expect(await count()).toBe(0);
  });
});

describe('a boleto at Stripe that', () => {
  it('is confirmed days after its due date was paid in time', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    const end = new Date(`${charge.boleto?.dueDate ?? ''}T23:59:59-03:00`).getTime();
    advance((end - billing.clock.real().getTime()) / 3_600_000 + 20);
    stripe.boletos.pay(await intentOf(charge));
    await drain();
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PAID');
  });

  it('expires there is read no more', async () => {
    const tenant = await aBoletoStore();
    const charge = await createStripeBoleto(billing, tenant);
    stripe.boletos.expire(await intentOf(charge));
    await receive(tenant, lastEvent());
    await drain();
    expect(await syncsOf(tenant)).toEqual([]);
    expect(await statusOf(tenant, charge)).toBe('CHARGE_STATUS_PENDING');
  });

  it('our side closed is cancelled there; paid a moment before, its money is recorded and goes back', async () => {
    const tenant = await aBoletoStore();
    const [one, other] = [await createStripeBoleto(billing, tenant), await createStripeBoleto(billing, tenant)];
    await billing.db('charges').whereIn('id', [one.id, other.id]).update({ status: 'CANCELLED' });
    stripe.boletos.pay(await intentOf(other));
    advance(7);
    await drain();
    advance(7);
    await drain();
    expect(stripe.books.find(await intentOf(one))).toMatchObject({ status: 'canceled' });
    expect(await syncsOf(tenant)).toEqual([]);
    const refunds: unknown[] = await billing.db('refunds').where({ charge_id: other.id });
    expect(refunds).toHaveLength(1);
    expect((await readEvents(billing, tenant)).map(({ type }) => type)).toContain('charge.overpaid');
  });
});

describe('our endpoint at Stripe', () => {
  const url = async (tenant: Tenant) => `https://pay.example.com/callbacks/stripe/${await segmentOf(billing, tenant)}`;
  const over = { webhookSecret: undefined, callbackBaseUrl: 'https://pay.example.com' };

  it('is registered once, its secret sealed, and removed with the account', async () => {
    const tenant = await aBoletoStore(over);
    const secret = stripe.endpoints.secretOf(await url(tenant));
    expect(secret).toMatch(/^whsec_/);
    await createStripeBoleto(billing, tenant);
    const event = { ...lastEvent(), id: 'evt_registered' };
    await receive(tenant, event, { signature: stripe.signed(event, billing.clock.real(), secret).signature });
    await configureStripe(billing, stripe, tenant.storeId, over);
    expect(stripe.endpoints.secretOf(await url(tenant))).toBe(secret);
    const rows = JSON.stringify(await billing.db('stripe_accounts').where({ store_id: tenant.storeId }));
    expect(rows).not.toContain(secret);
    const address = await url(tenant);
    await billing.stripe.removeStripeAccount({ storeId: tenant.storeId }, call());
    expect(stripe.endpoints.secretOf(address)).toBeUndefined();
  });

  it('whose secret was lost with a crash is replaced', async () => {
    const tenant = await aBoletoStore(over);
    const lost = stripe.endpoints.secretOf(await url(tenant));
    await billing.db('stripe_accounts').where({ store_id: tenant.storeId }).update({ webhook_sealed: null });
    await configureStripe(billing, stripe, tenant.storeId, over);
    const secret = stripe.endpoints.secretOf(await url(tenant));
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(lost);
    const address = await url(tenant);
    expect(stripe.books.all('webhook_endpoint').filter(({ url: at }) => at === address)).toHaveLength(1);
  });
});

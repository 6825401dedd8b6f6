import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aStoreWithBoletos, createStripeBoleto, intentOfBoleto } from './stripe-boleto-requests';
import { startDisputes, type Disputes } from './stripe-dispute-requests';

let disputes: Disputes;
let billing: Disputes['billing'];
let stripe: Disputes['stripe'];
let drain: Disputes['drain'];
let receive: Disputes['receive'];
let aDisputedCharge: Disputes['aDisputedCharge'];
let statusOf: Disputes['statusOf'];
let disputesOf: Disputes['disputesOf'];
let events: Disputes['events'];
beforeAll(async () => {
  disputes = await startDisputes();
  ({ billing, stripe, drain, receive, aDisputedCharge, statusOf, disputesOf, events } = disputes);
});
afterAll(() => disputes.stop());
beforeEach(() => disputes.restartDrain());

describe('a dispute at Stripe', () => {
  it('opens ours once, with its reason and deadline, however often its events come', async () => {
    const at = await aDisputedCharge();
    await receive(at.tenant);
    await receive(at.tenant);
    await Promise.all([drain(), createStripeSyncDrain(billing.deps)()]);
    expect(await disputesOf(at)).toMatchObject([
      {
        chargeId: at.charge.id,
        state: 'DISPUTE_STATE_NEEDS_ANSWER',
        amountCents: 10_000,
        reason: 'DISPUTE_REASON_PRODUCT_NOT_RECEIVED',
        providerCode: 'product_not_received',
        dueBy: expect.any(Date) as Date,
        answer: undefined,
      },
    ]);
    expect(await statusOf(at)).toBe('CHARGE_STATUS_UNDER_DISPUTE');
    expect(await events(at)).toEqual(['charge.disputed', 'dispute.opened']);
  });

  it.each([
    ['won', 'CHARGE_STATUS_PAID', ['charge.disputed', 'dispute.opened', 'charge.dispute_won', 'dispute.closed']],
    [
      'lost',
      'CHARGE_STATUS_CHARGED_BACK',
      ['charge.disputed', 'dispute.opened', 'charge.dispute_lost', 'dispute.closed'],
    ],
  ] as const)('that is %s before any of its events came is opened and decided', async (status, charge, types) => {
    const at = await aDisputedCharge();
    const opened = stripe.books.events.find(
      ({ type, data }) => type === 'charge.dispute.created' && data.object.id === at.id,
    );
    stripe.money.closeDispute(at.id, status);
    await receive(at.tenant);
    await drain();
    expect(await statusOf(at)).toBe(charge);
    if (opened) await receive(at.tenant, opened);
    await drain();
    expect(await events(at)).toEqual(types);
  });

  it('without any event is found by the sweep, and its outcome too', async () => {
    const at = await aDisputedCharge();
    billing.clock.advance(20 * 60_000);
    await drain();
    await drain();
    expect(await statusOf(at)).toBe('CHARGE_STATUS_UNDER_DISPUTE');
    stripe.money.closeDispute(at.id, 'lost');
    billing.clock.advance(20 * 60_000);
    await drain();
    await drain();
    expect(await statusOf(at)).toBe('CHARGE_STATUS_CHARGED_BACK');
  });
});

describe('the disputes of others in the account', () => {
  let shared: FakeStripe;
  // An account that no store of other tests reads.
  beforeEach(async () => {
    shared = stripe;
    stripe = await startFakeStripe(() => billing.clock.real());
    disputes.use(stripe);
    await billing.db('stripe_syncs').delete();
  });
  afterEach(async () => {
    await stripe.stop();
    stripe = shared;
    disputes.use(shared);
  });

  const reads = (id: string) => stripe.seen.filter((request) => request === `GET /v1/disputes/${id}`).length;
  async function sweepFor(days: number): Promise<void> {
    for (let hour = 0; hour < days * 24; hour += 1) {
      billing.clock.advance(3_600_000);
      await drain();
      await drain();
    }
  }

  it('are read a few times in weeks, and again when their state changes', async () => {
    const { tenant, id } = await aDisputedCharge();
    const intent = String(stripe.books.find(id)?.['payment_intent']);
    stripe.books.change(intent, { metadata: {} });
    await sweepFor(4);
    // At first every quarter of an hour, then after twice as long each time.
    expect(reads(id)).toBeLessThanOrEqual(9);
    const before = reads(id);
    stripe.money.closeDispute(id, 'lost');
    await sweepFor(1);
    expect(reads(id)).toBeGreaterThan(before);
    expect(await billing.db('disputes').where({ store_id: tenant.storeId })).toEqual([]);
  });

  it('do not keep one of ours from being found when its payment is confirmed days later', async () => {
    const tenant = await aStoreWithBoletos(billing, stripe);
    const charge = await createStripeBoleto(billing, tenant);
    const intent = await intentOfBoleto(billing, charge);
    const paid = stripe.boletos.pay(intent);
    stripe.books.change(intent, { status: 'requires_action' });
    const { id } = stripe.money.openDispute(String(paid['latest_charge']), 'fraudulent');
    await sweepFor(2);
    expect(await statusOf({ tenant, charge, id })).toBe('CHARGE_STATUS_PENDING');
    stripe.books.change(intent, { status: 'succeeded' });
    await sweepFor(3);
    expect(await statusOf({ tenant, charge, id })).toBe('CHARGE_STATUS_UNDER_DISPUTE');
  });
});

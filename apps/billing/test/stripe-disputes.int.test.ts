import type { Charge, DisputeDetails } from '@pitanga/contracts';
import { aTenant } from '@pitanga/testing';
import { unavailable, type Tenant } from '@pitanga/core';
import { createStripeSyncDrain } from '../src/jobs/drain-stripe-syncs';
import { sendDueAnswers } from '../src/jobs/send-dispute-answers';
import { noProviders } from '../src/provider/providers';
import { call, eventTypes, firstPage as page, startBilling, type Billing } from './billing-harness';
import { startFakeStripe, type FakeStripe } from './fake-stripe';
import { aPaidPix } from './money-back';
import { sendEvent } from './stripe-account';
import { aStoreWithBoletos, createStripeBoleto, intentOfBoleto } from './stripe-boleto-requests';

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

const receive = (tenant: Tenant, event?: FakeStripe['books']['events'][number]) =>
  sendEvent(billing, stripe, tenant, event);

interface Disputed {
  readonly tenant: Tenant;
  readonly charge: Charge;
  /** Stripe's id of the dispute. */
  readonly id: string;
}

/** A payment at Stripe that its payer disputes; we do not know of the dispute yet. */
async function aDisputedCharge(): Promise<Disputed> {
  const tenant = await aStoreWithBoletos(billing, stripe);
  const charge = await createStripeBoleto(billing, tenant);
  const paid = stripe.boletos.pay(await intentOfBoleto(billing, charge));
  await receive(tenant);
  await drain();
  const { id } = stripe.money.openDispute(String(paid['latest_charge']), 'product_not_received');
  return { tenant, charge, id };
}

const statusOf = async ({ tenant, charge: { id } }: Disputed) =>
  (await billing.charges.getCharge({ tenant, id }, call())).charge?.status;
const disputesOf = async ({ tenant, charge }: Disputed): Promise<readonly DisputeDetails[]> =>
  (await billing.disputes.listDisputes({ tenant, page, chargeId: charge.id, state: undefined }, call())).disputes;
const events = async ({ tenant }: Disputed) =>
  (await eventTypes(billing, tenant)).filter((type) => type.includes('dispute'));

const evidence = {
  productDescription: 'Um livro',
  customerCommunication: 'Recebi, obrigada',
  refundPolicy: undefined,
  trackingNumber: 'BR123456789BR',
  carrier: undefined,
  explanation: undefined,
};

function answer({ tenant }: Pick<Disputed, 'tenant'>, id: string, over: object = {}, key?: string) {
  return billing.disputes.answerDispute({ tenant, id, evidence, submit: true, ...over }, call(key));
}

/** A dispute that we know of. */
async function aKnownDispute(): Promise<Disputed & { readonly ours: string }> {
  const disputed = await aDisputedCharge();
  await receive(disputed.tenant);
  await drain();
  const [dispute] = await disputesOf(disputed);
  return { ...disputed, ours: dispute?.id ?? '' };
}

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
    await billing.db('stripe_syncs').delete();
  });
  afterEach(async () => {
    await stripe.stop();
    stripe = shared;
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

describe('an answer', () => {
  it('reaches Stripe once and puts the dispute under review; its texts are not kept', async () => {
    const at = await aKnownDispute();
    const { dispute } = await answer(at, at.ours, {}, 'answer-1');
    expect(dispute).toMatchObject({
      state: 'DISPUTE_STATE_UNDER_REVIEW',
      answer: { status: 'DISPUTE_ANSWER_STATUS_SENT', isSubmitted: true },
    });
    expect((await answer(at, at.ours, {}, 'answer-1')).dispute).toEqual(dispute);
    expect(stripe.books.find(at.id)).toMatchObject({
      status: 'under_review',
      evidence: {
        product_description: 'Um livro',
        shipping_tracking_number: 'BR123456789BR',
        uncategorized_text: 'Recebi, obrigada',
      },
      evidence_details: { submission_count: 1 },
    });
    expect(await billing.db('dispute_answers').where({ dispute_id: at.ours })).toMatchObject([{ evidence: null }]);
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_ANSWERED' });
  });

  it.each(['cut', 'no answer', 'broken'] as const)('whose outcome is lost (%s) is submitted once', async (how) => {
    const at = await aKnownDispute();
    const pattern = new RegExp(`POST /v1/disputes/${at.id}`);
    // The process dies between the call and its result: nothing is written but the intent.
    if (how === 'broken') stripe.breakAnswer(pattern);
    else stripe.loseAnswer(pattern, how);
    stripe.books.onEvent = () => stripe.failNext(6);
    try {
      const { dispute } = await answer(at, at.ours);
      expect(dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_SENDING');
      await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_ANSWER_UNDER_WAY' });
    } finally {
      stripe.books.onEvent = undefined;
      stripe.failNext(0);
    }
    // Longer than Stripe keeps an idempotency key would be found by reading first too.
    billing.clock.advance(25 * 3_600_000);
    await Promise.all([sendDueAnswers(billing.deps), sendDueAnswers(billing.deps)]);
    expect(stripe.books.find(at.id)).toMatchObject({ evidence_details: { submission_count: 1 } });
    const [dispute] = await disputesOf(at);
    expect(dispute).toMatchObject({
      state: 'DISPUTE_STATE_UNDER_REVIEW',
      answer: { status: 'DISPUTE_ANSWER_STATUS_SENT' },
    });
  });

  it('that Stripe refuses says so and may be sent again', async () => {
    const at = await aKnownDispute();
    stripe.books.change(at.id, { status: 'under_review' });
    const { dispute } = await answer(at, at.ours);
    expect(dispute?.answer).toMatchObject({
      status: 'DISPUTE_ANSWER_STATUS_REFUSED',
      failure: 'Stripe refused the operation (dispute_closed)',
    });
    stripe.books.change(at.id, { status: 'needs_response' });
    expect((await answer(at, at.ours)).dispute?.state).toBe('DISPUTE_STATE_UNDER_REVIEW');
  });

  it('leaves the deadline that a read of Stripe has noted while it was sent', async () => {
    const at = await aKnownDispute();
    const { providers } = billing.production;
    const { dispute: provider } = providers;
    if (!provider) throw new Error('no provider');
    const dueBy = new Date(billing.clock.real().getTime() + 30 * 86_400_000);
    const answerDispute: typeof provider.answerDispute = async (order) => {
      await billing.db('disputes').where({ id: at.ours }).update({ due_by: dueBy });
      return provider.answerDispute(order);
    };
    billing.production.providers = { ...providers, dispute: { ...provider, answerDispute } };
    const { dispute } = await answer(at, at.ours);
    expect([dispute?.state, dispute?.dueBy]).toEqual(['DISPUTE_STATE_UNDER_REVIEW', dueBy]);
  });

  it('that Stripe never takes is tried ever more rarely, and ends a day after its deadline', async () => {
    const at = await aKnownDispute();
    const { providers } = billing.production;
    const { dispute: provider } = providers;
    if (!provider) throw new Error('no provider');
    let asked = 0;
    const answerDispute = () => {
      asked += 1;
      return Promise.reject(unavailable('Stripe does not answer'));
    };
    billing.production.providers = { ...providers, dispute: { ...provider, answerDispute } };
    expect((await answer(at, at.ours)).dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_SENDING');
    for (let minute = 0; minute < 60; minute += 1) {
      billing.clock.advance(61_000);
      await sendDueAnswers(billing.deps);
    }
    expect(asked).toBeLessThan(8);
    billing.clock.advance(9 * 86_400_000);
    await sendDueAnswers(billing.deps);
    const [ended] = await disputesOf(at);
    expect(ended?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_REFUSED');
  });

  it('without submit is a draft that may be changed', async () => {
    const at = await aKnownDispute();
    expect((await answer(at, at.ours, { submit: false })).dispute?.state).toBe('DISPUTE_STATE_NEEDS_ANSWER');
    expect((await answer(at, at.ours)).dispute?.state).toBe('DISPUTE_STATE_UNDER_REVIEW');
    expect(stripe.books.find(at.id)).toMatchObject({ evidence_details: { submission_count: 1 } });
  });

  it('is refused for another store, another environment, no text, a passed deadline and an outcome', async () => {
    const at = await aKnownDispute();
    const absent = { kind: 'NOT_FOUND', reason: 'DISPUTE_NOT_FOUND' };
    await expect(answer({ tenant: aTenant(false) }, at.ours)).rejects.toMatchObject(absent);
    await expect(answer({ tenant: { ...at.tenant, devMode: true } }, at.ours)).rejects.toMatchObject(absent);
    await expect(answer(at, at.ours, { evidence: undefined })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'DISPUTE_EVIDENCE_MISSING',
    });
    const { providers } = billing.production;
    billing.production.providers = noProviders;
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_ANSWER_UNSUPPORTED' });
    billing.production.providers = providers;
    billing.clock.advance(8 * 86_400_000);
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_OVERDUE' });
    stripe.money.closeDispute(at.id, 'won');
    await receive(at.tenant);
    await drain();
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_CLOSED' });
  });
});

describe('in dev mode', () => {
  it.each([
    ['winning_evidence', 'DISPUTE_STATE_WON', 'CHARGE_STATUS_PAID'],
    ['losing_evidence', 'DISPUTE_STATE_LOST', 'CHARGE_STATUS_CHARGED_BACK'],
    ['um texto', 'DISPUTE_STATE_UNDER_REVIEW', 'CHARGE_STATUS_UNDER_DISPUTE'],
  ])('an answer with %s leads to %s', async (explanation, state, status) => {
    const tenant = await billing.configuredStore();
    const { id } = await aPaidPix(billing, tenant);
    await billing.charges.simulateDispute({ tenant, id, outcome: 'DISPUTE_OUTCOME_OPENED' }, call());
    const { disputes } = await billing.disputes.listDisputes({ tenant, page, chargeId: id, state: undefined }, call());
    const { dispute } = await answer({ tenant }, disputes[0]?.id ?? '', { evidence: { ...evidence, explanation } });
    expect(dispute).toMatchObject({ state, devMode: true });
    expect((await billing.charges.getCharge({ tenant, id }, call())).charge?.status).toBe(status);
  });
});

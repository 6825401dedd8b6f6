import type { DisputeFileKind } from '@pitanga/contracts';
import { aTenant } from '@pitanga/testing';
import { unavailable } from '@pitanga/core';
import { sendDueAnswers } from '../src/jobs/send-dispute-answers';
import { noProviders } from '../src/provider/providers';
import { call, firstPage as page } from './billing-harness';
import { aPaidPix } from './money-back';
import { evidence, startDisputes, type Disputes } from './stripe-dispute-requests';

let disputes: Disputes;
let billing: Disputes['billing'];
let stripe: Disputes['stripe'];
let drain: Disputes['drain'];
let receive: Disputes['receive'];
let disputesOf: Disputes['disputesOf'];
let answer: Disputes['answer'];
let aKnownDispute: Disputes['aKnownDispute'];
beforeAll(async () => {
  disputes = await startDisputes();
  ({ billing, stripe, drain, receive, disputesOf, answer, aKnownDispute } = disputes);
});
afterAll(() => disputes.stop());
beforeEach(() => {
  billing.production.providers = undefined;
  disputes.restartDrain();
});

describe('an answer', () => {
  it('reaches Stripe once and puts the dispute under review; its texts stay readable', async () => {
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
    expect(dispute?.answer?.evidence).toEqual(evidence);
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
    const providers = await billing.deps.findProviders(at.tenant);
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
    const providers = await billing.deps.findProviders(at.tenant);
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
    billing.production.providers = noProviders;
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_ANSWER_UNSUPPORTED' });
    billing.production.providers = undefined;
    billing.clock.advance(8 * 86_400_000);
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_OVERDUE' });
    stripe.money.closeDispute(at.id, 'won');
    await receive(at.tenant);
    await drain();
    await expect(answer(at, at.ours)).rejects.toMatchObject({ reason: 'DISPUTE_CLOSED' });
  });
});

describe('an answer with files', () => {
  const add = ({ tenant, ours }: Awaited<ReturnType<typeof aKnownDispute>>, kind: DisputeFileKind) =>
    billing.disputes.addDisputeFile(
      { tenant, disputeId: ours, kind, name: 'nota da Maria.pdf', content: Buffer.from(`%PDF-1.7 ${kind}`) },
      call(),
    );

  it('gives them to Stripe and names each in the field that fits, under no name of the merchant', async () => {
    const at = await aKnownDispute();
    await add(at, 'DISPUTE_FILE_KIND_RECEIPT');
    await add(at, 'DISPUTE_FILE_KIND_OTHER');
    await expect(add(at, 'DISPUTE_FILE_KIND_OTHER')).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_MANY' });
    const { dispute } = await answer(at, at.ours);
    expect(dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_SENT');
    const given = (kind: DisputeFileKind) =>
      dispute?.files.filter((file) => file.kind === kind).map(({ id }) => filesNamed(id)[0]?.id);
    const [receipt] = given('DISPUTE_FILE_KIND_RECEIPT') ?? [];
    const [other] = given('DISPUTE_FILE_KIND_OTHER') ?? [];
    expect(receipt).toBeDefined();
    expect(stripe.books.find(at.id)?.['evidence']).toMatchObject({ receipt, uncategorized_file: other });
    expect(await billing.db('dispute_files').where({ dispute_id: at.ours })).toMatchObject([
      { content_sealed: null, name_sealed: null },
      { content_sealed: null, name_sealed: null },
    ]);
  });

  it('gives each once, whatever is lost between, also after Stripe forgot its keys', async () => {
    const at = await aKnownDispute();
    const { file } = await add(at, 'DISPUTE_FILE_KIND_RECEIPT');
    await add(at, 'DISPUTE_FILE_KIND_OTHER');
    // The first file arrives, and nothing after it.
    stripe.beforeAnswer = (request) => {
      if (request === 'POST /v1/files') stripe.failNext(6);
      return Promise.resolve();
    };
    try {
      const { dispute } = await answer(at, at.ours);
      expect(dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_SENDING');
      expect(dispute?.files).toMatchObject([
        { status: 'DISPUTE_FILE_STATUS_SENDING' },
        { status: 'DISPUTE_FILE_STATUS_SENDING' },
      ]);
    } finally {
      stripe.beforeAnswer = undefined;
      stripe.failNext(0);
    }
    stripe.forgetKeys();
    billing.clock.advance(25 * 3_600_000);
    await Promise.all([sendDueAnswers(billing.deps), sendDueAnswers(billing.deps)]);
    const [dispute] = await disputesOf(at);
    expect(dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_SENT');
    expect(filesNamed(file?.id ?? '')).toHaveLength(1);
    expect(stripe.books.find(at.id)).toMatchObject({ evidence_details: { submission_count: 1 } });
  });

  const filesNamed = (id: string) => stripe.books.all('file').filter(({ filename }) => String(filename).startsWith(id));
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

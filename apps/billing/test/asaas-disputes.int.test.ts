import type { DisputeFileKind } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, testIds, type AsaasPayment, type AsaasStandIn } from '@pitanga/testing';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { readAsaasMoney } from '../src/jobs/read-asaas-money';
import { sendDueAnswers } from '../src/jobs/send-dispute-answers';
import { anAsaasStore } from './asaas-account';
import { call, eventTypes, firstPage as page, startBilling } from './billing-harness';
import { payPage } from './page-requests';
import { the } from './payment-requests';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let drain: () => Promise<void>;
let tenant: Tenant;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  drain = createAsaasSyncDrain(billing.deps);
  tenant = await anAsaasStore(billing, asaas);
});
afterEach(async () => {
  for (const table of ['asaas_syncs', 'asaas_money_reads', 'asaas_accounts']) await billing.db(table).delete();
  await asaas.stop();
});

const { aCheckout, payByCard } = payPage(() => billing);
const typed = { number: '', cvv: '', expMonth: 0, expYear: 0, isTypedAtProvider: true };
const payer = { holderName: 'Ana Souza', taxId: '52998224725' };
const evidence = {
  productDescription: 'Um livro',
  customerCommunication: undefined,
  refundPolicy: undefined,
  trackingNumber: undefined,
  carrier: undefined,
  explanation: 'Foi entregue',
};

/** A charge that was paid on Asaas's page; its payments there. */
async function aPaidCharge(installmentCount = 1) {
  const { id } = await aCheckout(tenant, { methods: ['PAYMENT_METHOD_CARD' as const], maxInstallments: 10 });
  const charge = the(await payByCard(tenant, id, { ...typed, ...payer, installmentCount }, testIds.token(20)));
  asaas.payByCard(charge.id);
  await hear();
  const sale = asaas
    .findPayments(charge.id)
    .toSorted((a, b) => (a.installment?.number ?? 0) - (b.installment?.number ?? 0));
  const [first] = sale;
  if (!first) throw new Error('no payment');
  return { id: charge.id, first, sale };
}

/** Events arrive, and what they are about is read. */
async function hear(): Promise<void> {
  await asaas.deliverDue();
  await drain();
}

const statusOf = async (id: string) => (await billing.charges.resolveCharge({ id }, call())).charge?.status;
const disputesOf = async (chargeId: string) =>
  (await billing.disputes.listDisputes({ tenant, page, chargeId, state: undefined }, call())).disputes;
const disputeEvents = async () => (await eventTypes(billing, tenant)).filter((type) => type.includes('dispute'));
const answer = (id: string, over: object = {}) =>
  billing.disputes.answerDispute({ tenant, id, evidence: undefined, submit: true, ...over }, call());
const addFile = (disputeId: string, kind: DisputeFileKind, name = 'nota.pdf') =>
  billing.disputes.addDisputeFile(
    { tenant, disputeId, kind, name, content: Buffer.from(`%PDF-1.7 ${kind} ${name}`) },
    call(),
  );

async function aDispute(
  payment: (sale: readonly AsaasPayment[]) => AsaasPayment | undefined = ([one]) => one,
  count = 1,
) {
  const charge = await aPaidCharge(count);
  const chargeback = asaas.openChargeback(payment(charge.sale) ?? charge.first);
  await hear();
  const [dispute] = await disputesOf(charge.id);
  return { ...charge, chargeback, ours: dispute?.id ?? '' };
}

describe('a chargeback at Asaas', () => {
  it('opens a dispute once, with its reason and the last day for files', async () => {
    const { id, chargeback } = await aDispute();
    await asaas.repeat(asaas.lastEvent());
    await drain();
    expect(await disputesOf(id)).toMatchObject([
      {
        state: 'DISPUTE_STATE_NEEDS_ANSWER',
        reason: 'DISPUTE_REASON_FRAUDULENT',
        providerCode: 'CARD_FRAUD',
        dueBy: expect.any(Date) as Date,
        accepts: { drafts: false, texts: false, filesMax: 11 },
      },
    ]);
    const [dispute] = await disputesOf(id);
    expect(dispute?.dueBy?.getTime()).toBeGreaterThanOrEqual(chargeback.answerBy.getTime());
    expect(await statusOf(id)).toBe('CHARGE_STATUS_UNDER_DISPUTE');
    expect(await disputeEvents()).toEqual(['charge.disputed', 'dispute.opened']);
  });

  it.each([
    [true, 'CHARGE_STATUS_PAID', 'charge.dispute_won'],
    [false, 'CHARGE_STATUS_CHARGED_BACK', 'charge.dispute_lost'],
  ])('that was decided (won: %s) before any of its events came is opened and decided', async (isWon, status, type) => {
    const { id, first } = await aPaidCharge();
    asaas.decideChargeback(asaas.openChargeback(first), isWon);
    await hear();
    expect(await statusOf(id)).toBe(status);
    expect(await disputeEvents()).toEqual(['charge.disputed', 'dispute.opened', type, 'dispute.closed']);
  });

  it('that is decided without an event is found by the look at an open dispute', async () => {
    const { id, chargeback } = await aDispute();
    asaas.decideChargeback(chargeback, false);
    billing.clock.advance(7 * 3_600_000);
    await drain();
    expect(await statusOf(id)).toBe('CHARGE_STATUS_CHARGED_BACK');
  });

  it('whose event was lost is found in the list of chargebacks', async () => {
    const { id, first } = await aPaidCharge();
    asaas.openChargeback(first);
    billing.clock.advance(7 * 3_600_000);
    await readAsaasMoney(billing.deps);
    await drain();
    expect(await statusOf(id)).toBe('CHARGE_STATUS_UNDER_DISPUTE');
  });

  it.each(['DONE', 'IN_DISPUTE'] as const)('that is %s while its payment says nothing stays open', async (status) => {
    const { id, chargeback } = await aDispute();
    chargeback.status = status;
    billing.clock.advance(7 * 3_600_000);
    await drain();
    expect(await disputesOf(id)).toMatchObject([{ state: 'DISPUTE_STATE_UNDER_REVIEW' }]);
  });

  it('of any installment, and of several at once, is one dispute of the sale', async () => {
    const { id, sale, chargeback, ours } = await aDispute((all) => all[1], 3);
    const [first] = sale;
    const other = first && asaas.openChargeback(first);
    await hear();
    await addFile(ours, 'DISPUTE_FILE_KIND_RECEIPT');
    await answer(ours);
    expect([chargeback.files.length, other?.files.length]).toEqual([1, 1]);
    asaas.decideChargeback(chargeback, true);
    await hear();
    expect(await disputesOf(id)).toMatchObject([{ state: 'DISPUTE_STATE_UNDER_REVIEW' }]);
    if (other) asaas.decideChargeback(other, true);
    await hear();
    billing.clock.advance(7 * 3_600_000);
    await drain();
    expect(await disputesOf(id)).toMatchObject([{ state: 'DISPUTE_STATE_WON' }]);
    // What comes later of the same sale opens no other.
    const [, , third] = sale;
    if (third) asaas.credit(third);
    await hear();
    expect(await disputesOf(id)).toHaveLength(1);
  });

  it('can come again after the first was won', async () => {
    const { id, first, chargeback } = await aDispute();
    asaas.decideChargeback(chargeback, true);
    await hear();
    asaas.books.chargebacks.splice(0);
    billing.clock.advance(86_400_000);
    asaas.openChargeback(first);
    await hear();
    expect((await disputesOf(id)).map(({ state }) => state)).toEqual([
      'DISPUTE_STATE_NEEDS_ANSWER',
      'DISPUTE_STATE_WON',
    ]);
  });
});

it('is declared for cards alone: Asaas does not show what is disputed of a Pix', async () => {
  const { methods } = await billing.capabilities.getCapabilities({ tenant }, call());
  expect(methods.flatMap(({ method, disputes }) => (disputes ? [method] : []))).toEqual(['PAYMENT_METHOD_CARD']);
});

describe('an answer to a chargeback at Asaas', () => {
  it('gives the files and a PDF of the texts, once, under no name of the merchant', async () => {
    const { ours, chargeback } = await aDispute();
    const { file } = await addFile(ours, 'DISPUTE_FILE_KIND_RECEIPT', 'nota da Maria.pdf');
    await addFile(ours, 'DISPUTE_FILE_KIND_RECEIPT', 'recibo.pdf');
    const { dispute } = await answer(ours, { evidence });
    expect(dispute).toMatchObject({
      state: 'DISPUTE_STATE_UNDER_REVIEW',
      answer: { status: 'DISPUTE_ANSWER_STATUS_SENT' },
    });
    expect(chargeback.files).toHaveLength(3);
    expect(chargeback.files.map(({ name }) => name)).toContain(`${file?.id ?? ''}.pdf`);
    expect(JSON.stringify(chargeback.files)).not.toContain('Maria');
    expect(chargeback.files.every(({ type, bytes }) => type === 'application/pdf' && bytes > 20)).toBe(true);
    await expect(answer(ours, { evidence })).rejects.toMatchObject({ reason: 'DISPUTE_ANSWERED' });
  });

  it('takes eleven files and no draft', async () => {
    const { ours } = await aDispute();
    for (let count = 0; count < 11; count += 1) await addFile(ours, 'DISPUTE_FILE_KIND_OTHER');
    await expect(addFile(ours, 'DISPUTE_FILE_KIND_OTHER')).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_MANY' });
    await expect(answer(ours, { evidence })).rejects.toMatchObject({ reason: 'DISPUTE_FILES_TOO_MANY' });
    await expect(answer(ours, { submit: false })).rejects.toMatchObject({ reason: 'DISPUTE_DRAFTS_UNSUPPORTED' });
  });

  it('whose outcome is lost is sent once', async () => {
    const { ours, chargeback } = await aDispute();
    await addFile(ours, 'DISPUTE_FILE_KIND_RECEIPT');
    asaas.loseAnswer(/^POST \/chargebacks\//);
    expect((await answer(ours)).dispute?.answer?.status).toBe('DISPUTE_ANSWER_STATUS_SENDING');
    billing.clock.advance(2 * 60_000);
    await Promise.all([sendDueAnswers(billing.deps), sendDueAnswers(billing.deps)]);
    expect(chargeback.files).toHaveLength(1);
    const { dispute } = await billing.disputes.getDispute({ tenant, id: ours }, call());
    expect(dispute).toMatchObject({
      state: 'DISPUTE_STATE_UNDER_REVIEW',
      answer: { status: 'DISPUTE_ANSWER_STATUS_SENT' },
    });
  });

  it('that Asaas refuses says so, and keeps the files', async () => {
    const { ours, chargeback } = await aDispute();
    await addFile(ours, 'DISPUTE_FILE_KIND_RECEIPT');
    asaas.failNext(/^POST \/chargebacks\//, { status: 400, code: 'invalid_action' });
    const { dispute } = await answer(ours);
    expect(dispute).toMatchObject({
      answer: { status: 'DISPUTE_ANSWER_STATUS_REFUSED', failure: 'Asaas refused this action as things stand' },
      files: [{ status: 'DISPUTE_FILE_STATUS_HELD' }],
    });
    expect((await answer(ours)).dispute?.state).toBe('DISPUTE_STATE_UNDER_REVIEW');
    expect(chargeback.files).toHaveLength(1);
  });
});

it('asks Asaas for events that an earlier release did not read, and starts a stopped webhook anew', async () => {
  const [webhook] = asaas.books.webhooks;
  for (const change of [{ events: webhook?.events.slice(1) }, { interrupted: true }]) {
    Object.assign(webhook ?? {}, change);
    billing.clock.advance(7 * 3_600_000);
    await readAsaasMoney(billing.deps);
    expect(webhook).toMatchObject({ interrupted: false });
    expect(webhook?.events).toContain('PAYMENT_CHARGEBACK_REQUESTED');
    expect(webhook?.events).toContain('PAYMENT_CONFIRMED');
  }
  expect(asaas.seen.filter((name) => name.startsWith('PUT /webhooks'))).toHaveLength(2);
  billing.clock.advance(7 * 3_600_000);
  await readAsaasMoney(billing.deps);
  expect(asaas.seen.filter((name) => name.startsWith('PUT /webhooks'))).toHaveLength(2);
});

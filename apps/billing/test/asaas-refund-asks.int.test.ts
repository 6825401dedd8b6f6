import type { Tenant } from '@pitanga/core';
import {
  addMoneyOut,
  startAsaasStandIn,
  startBeforeAll,
  type AsaasMoneyOut,
  type AsaasStandIn,
} from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { anAsaasStore, configureAsaas } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import { aRefund } from './money-back';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let out: AsaasMoneyOut;
beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  out = addMoneyOut(asaas.books);
  asaas.books.refundStatus = 'PENDING';
  asaas.books.balanceCents = 1_000_000;
});
afterEach(async () => {
  await billing.db('asaas_syncs').delete();
  await asaas.stop();
});

interface Ask {
  readonly returnId: string;
  readonly amountCents: number;
  readonly endToEndId: string;
  readonly paymentId: string;
}

/** As the gateway hands on what payouts has read of an ask. */
async function answer(tenant: Tenant, ask: Ask): Promise<'APPROVED' | 'REFUSED'> {
  const { approved } = await billing.asaas.answerRefundAsk({ storeId: tenant.storeId, ...ask }, call());
  return approved ? 'APPROVED' : 'REFUSED';
}

function toAsk(body: string): Ask {
  const { pixRefund } = JSON.parse(body) as {
    pixRefund: { id: string; value: number; originalTransaction: { endToEndIdentifier: string }; payment: string };
  };
  const { id: returnId, value, originalTransaction, payment: paymentId } = pixRefund;
  return { returnId, amountCents: value * 100, endToEndId: originalTransaction.endToEndIdentifier, paymentId };
}

/** A store whose account asks about refunds, and a Pix of 123.45 that was paid. */
async function aPaidPix(): Promise<{ readonly tenant: Tenant; readonly chargeId: string; readonly ask: Ask }> {
  const tenant = await anAsaasStore(billing, asaas);
  out.validation = {
    token: 't'.repeat(32),
    refunds: true,
    ask: async ({ body }) => ({ status: 200, body: JSON.stringify({ status: await answer(tenant, toAsk(body)) }) }),
  };
  const charge = await createPixCharge(billing, tenant);
  const { endToEndId, payment } = asaas.pay(charge.pix?.txid ?? '');
  await asaas.deliverDue();
  await createAsaasSyncDrain(billing.deps)();
  const ask = { returnId: 'r-1', amountCents: 2_000, endToEndId, paymentId: payment.id };
  return { tenant, chargeId: charge.id, ask };
}

async function refund(tenant: Tenant, chargeId: string, amountCents = 2_000): Promise<string> {
  const { refund: made } = await billing.refunds.createRefund(aRefund(tenant, chargeId, { amountCents }), call());
  await advanceDueRefunds(billing.deps);
  return made?.id ?? '';
}

const statusOf = async (id: string) =>
  (await billing.db('refunds').where({ id }).select<{ status: string }[]>('status'))[0]?.status;

/** What is due now and in the next minutes. */
async function runRefunds(): Promise<void> {
  for (const seconds of [6, 60, 60]) {
    billing.clock.advance(seconds * 1_000);
    await advanceDueRefunds(billing.deps);
  }
}

describe('an ask of Asaas about a refund', () => {
  it('of ours is approved, again when it comes again, and the refund ends COMPLETE', async () => {
    const { tenant, chargeId } = await aPaidPix();
    const id = await refund(tenant, chargeId);
    expect(await out.askDue()).toEqual(['DONE']);
    await runRefunds();
    expect(await statusOf(id)).toBe('COMPLETE');
    expect(asaas.books.balanceCents).toBe(1_000_000 + 12_345 - 2_000);
  });

  it('is approved for one return of a refund, however many ask at once', async () => {
    const { tenant, chargeId, ask } = await aPaidPix();
    await refund(tenant, chargeId);
    const asks = Array.from({ length: 10 }, (_, at) => answer(tenant, { ...ask, returnId: `r-${String(at)}` }));
    const answers = await Promise.all(asks);
    expect(answers.filter((word) => word === 'APPROVED')).toHaveLength(1);
    const approved = { ...ask, returnId: `r-${String(answers.indexOf('APPROVED'))}` };
    expect([await answer(tenant, approved), await answer(tenant, { ...ask, returnId: 'late' })]).toEqual([
      'APPROVED',
      'REFUSED',
    ]);
  });

  it.each<[string, Partial<Ask>]>([
    ['another amount', { amountCents: 2_001 }],
    ['another Pix', { endToEndId: 'E607469482026112815000000000000x', paymentId: '' }],
    ['no Pix at all', { endToEndId: '', paymentId: '' }],
  ])('of %s is refused', async (_what, over) => {
    const { tenant, chargeId, ask } = await aPaidPix();
    await refund(tenant, chargeId);
    expect(await answer(tenant, { ...ask, ...over })).toBe('REFUSED');
    expect(await answer(tenant, { ...ask, endToEndId: '' })).toBe('APPROVED');
  });

  it('that was begun at Asaas itself is refused: nothing is under way here', async () => {
    const { tenant, ask } = await aPaidPix();
    expect(await answer(tenant, ask)).toBe('REFUSED');
  });

  it('of a refund that has ended, or of another store, is refused', async () => {
    const { tenant, chargeId, ask } = await aPaidPix();
    const id = await refund(tenant, chargeId);
    const other = await billing.configuredStore(false);
    expect(await answer(other, ask)).toBe('REFUSED');
    expect(await out.askDue()).toEqual(['DONE']);
    await runRefunds();
    expect([await statusOf(id), await answer(tenant, { ...ask, returnId: 'again' })]).toEqual(['COMPLETE', 'REFUSED']);
  });

  it('comes to the address of one of the stores that share an account, for the refunds of each', async () => {
    const { tenant, chargeId, ask } = await aPaidPix();
    await refund(tenant, chargeId);
    const other = await billing.configuredStore(false);
    await configureAsaas(billing, asaas, other.storeId);
    expect(await answer(other, ask)).toBe('APPROVED');
  });

  it('about the second of two entries of one refund leaves that one cancelled, and the refund COMPLETE', async () => {
    const { tenant, chargeId } = await aPaidPix();
    const id = await refund(tenant, chargeId);
    const [payment] = asaas.books.payments;
    const [entry] = payment?.refunds ?? [];
    if (!payment || !entry) throw new Error('no entry');
    // A lost answer made two, and the newer one is listed first.
    payment.refunds.push({ ...entry });
    expect(await out.askDue()).toEqual(['DONE', 'CANCELLED']);
    await runRefunds();
    expect(await statusOf(id)).toBe('COMPLETE');
  });

  it('that is refused ends the refund FAILED, and the money is there for another', async () => {
    const { tenant, chargeId } = await aPaidPix();
    const id = await refund(tenant, chargeId);
    if (out.validation) out.validation = { ...out.validation, ask: () => Promise.resolve({ status: 503, body: '' }) };
    expect(await out.askDue()).toEqual(['CANCELLED']);
    await runRefunds();
    expect([await statusOf(id), asaas.books.balanceCents]).toEqual(['FAILED', 1_000_000 + 12_345]);
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saoPauloDay, type Tenant } from '@pitanga/core';
import {
  addMoneyOut,
  addStatement,
  startAsaasStandIn,
  testIds,
  type AsaasStandIn,
  type AsaasStatement,
} from '@pitanga/testing';
import { explainMovement, runAsaasSettlement } from '../src/asaas-settlement-program';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { asaasBalancesAddUp, asaasMovementsAreExplained, asaasMovementsAreThere } from '../src/jobs/invariants';
import { readAsaasMoney } from '../src/jobs/read-asaas-money';
import { anAsaasStore, configureAsaas } from './asaas-account';
import { call, startBilling, type Billing } from './billing-harness';
import { createPixCharge } from './charge-requests';
import { aRefund } from './money-back';
import { payPage } from './page-requests';
import { the } from './payment-requests';
import { createStripeBoleto as createBoleto } from './stripe-boleto-requests';
import { startTransfersStandIn, type TransfersStandIn } from './transfers-stand-in';

const folder = mkdtempSync(join(tmpdir(), 'pitanga-asaas-settlement-'));
let payouts: TransfersStandIn;
let billing: Billing;
beforeAll(async () => {
  payouts = await startTransfersStandIn();
  billing = await startBilling({ settings: { PAYOUTS_ADDRESS: payouts.address } });
});
const { aCheckout, payByCard } = payPage(() => billing);
let asaas: AsaasStandIn;
let statement: AsaasStatement;
beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  statement = addStatement(asaas.books, 50_000);
});
afterEach(async () => {
  for (const table of ['asaas_syncs', 'asaas_money_reads', 'asaas_entries', 'asaas_accounts'])
    await billing.db(table).delete();
  await asaas.stop();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await billing.stop();
  await payouts.stop();
});

const feeCents = 199;

/** A Pix of 123.45 that was paid, with its movements at Asaas. */
async function aPaidPix(tenant: Tenant): Promise<{ readonly id: string; readonly paymentId: string }> {
  const charge = await createPixCharge(billing, tenant);
  const { payment } = asaas.pay(charge.pix?.txid ?? '');
  statement.move('PAYMENT_RECEIVED', payment.valueCents, { paymentId: payment.id });
  statement.move('PAYMENT_FEE', -feeCents, { paymentId: payment.id });
  await asaas.deliverDue();
  await createAsaasSyncDrain(billing.deps)();
  return { id: charge.id, paymentId: payment.id };
}

async function refund(tenant: Tenant, chargeId: string, paymentId: string, amountCents: number): Promise<string> {
  const { refund: made } = await billing.refunds.createRefund(aRefund(tenant, chargeId, { amountCents }), call());
  await advanceDueRefunds(billing.deps);
  statement.move('PAYMENT_REVERSAL', -amountCents, { paymentId });
  return made?.id ?? '';
}

async function settlementOf(tenant: Tenant) {
  const file = join(folder, 'settlement.csv');
  const printed: string[] = [];
  const agrees = await runAsaasSettlement(billing.deps, tenant, file, (line) => printed.push(line));
  return { agrees, printed, lines: readFileSync(file, 'utf8').trim().split('\n').slice(1).toSorted() };
}

const entriesOf = ({ storeId }: Tenant) => billing.db('asaas_entries').where({ store_id: storeId });
const today = () => saoPauloDay(billing.clock.real());
const violations = async ({ sql }: { readonly sql: string }) => {
  const { rows } = await billing.db.raw<{ rows: { violation: string }[] }>(sql, { now: billing.clock.real() });
  return rows.map(({ violation }) => violation);
};

describe('the money at Asaas', () => {
  it('is a line for each payment, refund and payout, with fees and what is left to the centavo', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { id, paymentId } = await aPaidPix(tenant);
    const refundId = await refund(tenant, id, paymentId, 2_000);
    const out = addMoneyOut(asaas.books);
    const payoutId = `tran_${testIds.token(24)}`;
    const order = { ...out.addOwn('TRANSFER', 5_000), externalReference: payoutId };
    out.orders.splice(0, 1, order);
    statement.move('TRANSFER', -5_000, { transferId: order.id });
    statement.move('TRANSFER_FEE', -200, { transferId: order.id });
    statement.move('TRANSFER_REVERSAL', 1_000, { transferId: order.id });
    const day = today();
    expect(await settlementOf(tenant)).toEqual({
      agrees: true,
      lines: [
        `${id},,PAYMENT,12345,${day}`,
        `${payoutId},,PAYOUT,5000,${day}`,
        `${payoutId},,PAYOUT_RETURN,1000,${day}`,
        `${refundId},,REFUND,2000,${day}`,
      ].toSorted(),
      printed: ["account ASAAS: 4 lines; Asaas's fees R$ 3,99, left at Asaas R$ 559,46"],
    });
    expect(asaas.seen.filter((request) => request.startsWith(`GET /transfers/${order.id}`))).toHaveLength(1);
    // What names people is not kept.
    expect(JSON.stringify(await entriesOf(tenant))).not.toContain('Fulano');
  });

  it('of a card comes installment by installment and goes back in parts, each explained and none of them a line', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { id: checkoutId } = await aCheckout(tenant, { methods: ['PAYMENT_METHOD_CARD'], maxInstallments: 3 });
    const typed = { number: '', cvv: '', expMonth: 0, expYear: 0, isTypedAtProvider: true };
    const payer = { holderName: 'Ana Souza', taxId: '52998224725' };
    const { id } = the(await payByCard(tenant, checkoutId, { ...typed, ...payer, installmentCount: 3 }));
    asaas.payByCard(id);
    await asaas.deliverDue();
    await createAsaasSyncDrain(billing.deps)();
    const sale = asaas.findPayments(id);
    expect(sale.map(({ valueCents }) => valueCents)).toEqual([3_333, 3_333, 3_334]);
    for (const { id: paymentId, valueCents } of sale) {
      statement.move('PAYMENT_RECEIVED', valueCents, { paymentId });
      statement.move('PAYMENT_FEE', -feeCents, { paymentId });
    }
    await billing.refunds.createRefund(
      aRefund(tenant, checkoutId, { amountCents: 5_000, origin: 'CHARGE_ORIGIN_CHECKOUT' }),
      call(),
    );
    await advanceDueRefunds(billing.deps);
    for (const { id: paymentId, refunds } of sale)
      for (const { valueCents } of refunds) statement.move('PAYMENT_REVERSAL', -valueCents, { paymentId });
    const fees = ["account ASAAS: 0 lines; Asaas's fees R$ 5,97, left at Asaas R$ 544,03"];
    expect(await settlementOf(tenant)).toEqual({ agrees: true, lines: [], printed: fees });
    const [first] = sale;
    statement.move('PAYMENT_RECEIVED', 3_333, { paymentId: first?.id ?? '' });
    statement.move('PAYMENT_REVERSAL', -5_001, { paymentId: first?.id ?? '' });
    const { agrees, printed } = await settlementOf(tenant);
    expect([agrees, printed.length]).toEqual([false, 3]);
  });

  it('that nothing of ours explains is named, found by the rules after two days, and explained by the operator', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    await aPaidPix(tenant);
    statement.move('BILL_PAYMENT', -3_000);
    statement.move('PAYMENT_RECEIVED', 777, { paymentId: asaas.payUnasked(777).id });
    const { agrees, printed } = await settlementOf(tenant);
    expect([agrees, ...printed.slice(1)]).toEqual([
      false,
      `foreign    BILL_PAYMENT ftn_000000000003 -3000 ${today()}`,
      `foreign    PAYMENT_RECEIVED ftn_000000000004 777 ${today()}`,
    ]);
    expect(await violations(asaasMovementsAreExplained)).toEqual([]);
    billing.clock.advance(4 * 86_400_000);
    expect(await violations(asaasMovementsAreExplained)).toHaveLength(2);
    const say = (id: string) => explainMovement(billing.deps, tenant, { id, words: 'the rent' }, () => undefined);
    expect([await say('ftn_000000000003'), await say('ftn_000000000003'), await say('ftn_1')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await say('ftn_000000000004')).toBe(true);
    expect(await violations(asaasMovementsAreExplained)).toEqual([]);
    expect((await settlementOf(tenant)).agrees).toBe(true);
  });

  it('of a boleto’s refund to the payer’s key is that refund, once it has ended here', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { id, amountCents } = await createBoleto(billing, tenant);
    const { payment } = asaas.pay(id);
    statement.move('PAYMENT_RECEIVED', amountCents, { paymentId: payment.id });
    await asaas.deliverDue();
    await createAsaasSyncDrain(billing.deps)();
    const key = { pixKey: '12345678909', pixKeyType: 'CPF', amountCents: 4_000 };
    const asked = await billing.refunds.createRefund(aRefund(tenant, id, key), call());
    await advanceDueRefunds(billing.deps);
    const refundId = asked.refund?.id ?? '';
    const out = addMoneyOut(asaas.books);
    const endToEndId = `E19540550202611231500${testIds.token(11)}`;
    const sent = { externalReference: `tran_${testIds.token(24)}`, endToEndIdentifier: endToEndId, status: 'DONE' };
    const order = { ...out.addOwn('TRANSFER', 4_000), ...sent };
    out.orders.splice(0, 1, order);
    statement.move('TRANSFER', -4_000, { transferId: order.id });
    expect(await settlementOf(tenant)).toMatchObject({ agrees: false, lines: [expect.stringContaining('PAYMENT')] });
    payouts.end(refundId, { status: 'PAYOUT_STATUS_COMPLETE', endToEndId });
    billing.clock.advance(3_600_000);
    await advanceDueRefunds(billing.deps);
    const { agrees, lines } = await settlementOf(tenant);
    expect([agrees, lines]).toEqual([true, expect.arrayContaining([`${refundId},,REFUND,4000,${today()}`])]);
  });

  it('of another amount than ours, or of a second payment, is not taken for ours', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { paymentId } = await aPaidPix(tenant);
    statement.move('PAYMENT_RECEIVED', 12_345, { paymentId });
    statement.move('PAYMENT_REVERSAL', -1_999, { paymentId });
    const { agrees, lines, printed } = await settlementOf(tenant);
    expect([agrees, lines.length, printed.length]).toEqual([false, 1, 3]);
  });

  it('of a refund that Asaas took back is no line', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { paymentId } = await aPaidPix(tenant);
    statement.move('PAYMENT_REVERSAL', -500, { paymentId });
    statement.move('PAYMENT_REFUND_CANCELLED', 500, { paymentId });
    expect(await settlementOf(tenant)).toMatchObject({
      agrees: true,
      lines: [expect.stringContaining('PAYMENT,12345')],
    });
  });

  it('that Asaas states differently is a difference, and a rule finds it', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    await aPaidPix(tenant);
    asaas.books.balanceCents += 1;
    const { agrees, printed } = await settlementOf(tenant);
    expect([agrees, printed[1]]).toEqual([false, 'different  Asaas states R$ 0,01 more than its movements add up to']);
    expect(await violations(asaasBalancesAddUp)).toHaveLength(1);
  });

  it('that is missing at Asaas is found by a rule after five days', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    await aPaidPix(tenant);
    await settlementOf(tenant);
    billing.clock.advance(86_400_000);
    const charge = await createPixCharge(billing, tenant);
    asaas.pay(charge.pix?.txid ?? '');
    await asaas.deliverDue();
    await createAsaasSyncDrain(billing.deps)();
    expect(await violations(asaasMovementsAreThere)).toEqual([]);
    billing.clock.advance(6 * 86_400_000);
    expect(await violations(asaasMovementsAreThere)).toEqual([
      `the Asaas account of ${tenant.storeId} has no movement of ${charge.id}`,
    ]);
  });

  it('is read page by page and once, by however many processes, and goes on where a failure cut it off', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    for (let copy = 0; copy < 1_250; copy += 1) statement.move('PAYMENT_FEE', -1);
    asaas.failNext(/^GET \/financialTransactions.*offset=300/, { status: 400, code: 'invalid_action' });
    await readAsaasMoney(billing.deps);
    expect(await entriesOf(tenant)).toHaveLength(300);
    billing.clock.advance(30 * 60_000);
    await Promise.all([readAsaasMoney(billing.deps), readAsaasMoney(billing.deps)]);
    billing.clock.advance(60_000);
    await readAsaasMoney(billing.deps);
    expect(await entriesOf(tenant)).toHaveLength(1_250);
    const calls = asaas.seen.length;
    billing.clock.advance(60_000);
    await readAsaasMoney(billing.deps);
    expect(asaas.seen).toHaveLength(calls);
  });

  it('of another account begins anew, and of a store that shares the account is of that store', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { id } = await aPaidPix(tenant);
    const other = await billing.configuredStore(false);
    await configureAsaas(billing, asaas, other.storeId);
    expect(await settlementOf(other)).toMatchObject({ agrees: true, lines: [] });
    expect(await settlementOf(tenant)).toMatchObject({ agrees: true, lines: [expect.stringContaining(id)] });
    const next = await startAsaasStandIn(() => billing.clock.real());
    addStatement(next.books, 10).move('PAYMENT_FEE', -1);
    await configureAsaas(billing, next, tenant.storeId, { replaceAccount: true });
    expect(await settlementOf(tenant)).toMatchObject({ agrees: true, lines: [] });
    await next.stop();
  });
});

import type { Tenant } from '@pitanga/core';
import {
  addMoneyOut,
  addStatement,
  startAsaasStandIn,
  startBeforeAll,
  type AsaasPayment,
  type AsaasStandIn,
} from '@pitanga/testing';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { asaasMovementsAreThere, keyPaymentsMatchCharges } from '../src/jobs/invariants';
import { runAsaasSettlement } from '../src/asaas-settlement-program';
import { saveInbox } from '../src/key-payments/inbox-repository';
import { anAsaasStore, configureAsaas } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import type { FakeBank } from './fake-bank';
import { keyPaymentTests } from './key-payment-tests';
import { configure, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let bank: FakeBank | undefined;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
});
afterEach(async () => {
  if (bank) await stopBank(billing, bank);
  bank = undefined;
  for (const table of [
    'asaas_syncs',
    'asaas_accounts',
    'asaas_money_reads',
    'asaas_entries',
    'pix_inboxes',
    'key_payments',
  ])
    await billing.db(table).delete();
  await asaas.stop();
});

const tests = keyPaymentTests(() => billing);
const { minutes, read, readLater, listed, only, keyEvents, statusOf, attach, giveBack, sendReturns } = tests;

/** A second after the account was connected. */
async function aStore(over: object = {}): Promise<Tenant> {
  const tenant = await anAsaasStore(billing, asaas, over);
  billing.clock.advance(1_000);
  return tenant;
}
const endToEndIdOf = ({ pixTransaction }: AsaasPayment) =>
  asaas.books.pixTransactions.find(({ id }) => id === pixTransaction)?.endToEndIdentifier;
const lists = () => asaas.seen.filter((request) => request.startsWith('GET /pix/transactions?type=CREDIT')).length;
const violations = async ({ sql }: { readonly sql: string }) =>
  (await billing.db.raw<{ rows: unknown[] }>(sql, { now: billing.clock.real() })).rows;

describe('a Pix on the key of an account at Asaas that no charge asked for', () => {
  it('is recorded once, of whichever origin, by the list alone', async () => {
    const tenant = await aStore({ registerWebhook: false });
    const payment = asaas.payUnasked(5_000);
    await readLater();
    expect(await only(tenant)).toMatchObject({
      endToEndId: endToEndIdOf(payment),
      amountCents: 5_000,
      payerName: 'Ana Souza',
      isShared: false,
      status: 'KEY_PAYMENT_STATUS_WAITING',
    });
    asaas.payUnasked(600, 'STATIC_QRCODE');
    asaas.payUnasked(700, 'MANUAL');
    await readLater();
    await Promise.all([readLater(), readLater()]);
    expect((await listed(tenant)).map(({ amountCents }) => amountCents).toSorted()).toEqual(
      [5_000, 600, 700].toSorted(),
    );
    expect(await keyEvents(tenant)).toEqual(Array(3).fill('pix_key.received'));
  });

  it('is seen at once after its event, which a repeat of it does not do again', async () => {
    const tenant = await aStore();
    await read();
    asaas.payUnasked(1_200);
    await asaas.deliverDue();
    await read();
    expect(await only(tenant)).toMatchObject({ amountCents: 1_200 });
    const before = lists();
    await asaas.repeat(asaas.lastEvent());
    await read();
    expect(lists()).toBe(before);
  });

  it('is none where a payment at Asaas asked for it, ours or another system’s, or where it is what came back', async () => {
    const tenant = await aStore();
    addMoneyOut(asaas.books);
    const charge = await createPixCharge(billing, tenant);
    asaas.pay(charge.pix?.txid ?? '');
    const other = asaas.payUnasked(900);
    asaas.books.payments.splice(asaas.books.payments.indexOf(other), 1, { ...other, externalReference: 'pedido 1' });
    const [received] = asaas.books.pixTransactions;
    if (!received) throw new Error('nothing came');
    const back = { endToEndIdentifier: `D${'0'.repeat(31)}`, originType: 'MANUAL', payment: undefined };
    asaas.books.pixTransactions.push({ ...received, ...back, id: 'a-return', type: 'DEBIT' });
    asaas.books.pixTransactions.push({
      ...received,
      ...back,
      id: 'on-its-way',
      status: 'AWAITING_CASH_IN_RISK_ANALYSIS_REQUEST',
    });
    await readLater();
    const drain = createAsaasSyncDrain(billing.deps);
    await drain();
    await drain();
    expect(await listed(tenant)).toEqual([]);
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
  });

  it('of before the account was connected is left out, and one of later pages is not', async () => {
    asaas.payUnasked(100);
    billing.clock.advance(60_000);
    await aStore({ registerWebhook: false });
    for (let number = 1; number <= 130; number += 1) asaas.payUnasked(1_000 + number);
    await readLater();
    const recorded = await billing.db('key_payments').select<{ amount_cents: string }[]>('amount_cents');
    expect([recorded.length, recorded.some(({ amount_cents }) => amount_cents === '100')]).toEqual([130, false]);
  });

  it('is the operator’s to decide where stores share the account, also while an old process has closed an inbox', async () => {
    const tenant = await aStore();
    const other = await billing.configuredStore(false);
    await configureAsaas(billing, asaas, other.storeId);
    billing.clock.advance(1_000);
    await billing.db('pix_inboxes').where({ store_id: other.storeId }).update({ is_current: false });
    asaas.payUnasked(5_000);
    minutes(11);
    await read();
    expect([await listed(tenant), await listed(other)]).toEqual([[], []]);
    const rows = await billing.db('key_payments').select<{ is_shared: boolean }[]>('is_shared');
    expect(rows).toEqual([{ is_shared: true }]);
  });

  it('comes beside those of a bank of the same store, each by its own account', async () => {
    bank = await startBank(billing);
    const tenant = await aStore({ registerWebhook: false });
    await configure(billing, bank, tenant.storeId);
    billing.clock.advance(1_000);
    asaas.payUnasked(5_000);
    bank.books.receive({ valor: '7.00' });
    await readLater();
    expect((await listed(tenant)).map(({ amountCents }) => amountCents).toSorted()).toEqual([5_000, 700].toSorted());
    await billing.pix.removePixAccount({ storeId: tenant.storeId }, call());
    asaas.payUnasked(6_000);
    await readLater();
    expect(await listed(tenant)).toHaveLength(3);
  });

  it('is not looked for once the account is removed, and from where it was left once it is back', async () => {
    const tenant = await aStore({ registerWebhook: false });
    await billing.asaas.removeAsaasAccount({ storeId: tenant.storeId }, call());
    asaas.payUnasked(5_000);
    const before = asaas.seen.length;
    await readLater();
    expect(asaas.seen).toHaveLength(before);
    await configureAsaas(billing, asaas, tenant.storeId, { registerWebhook: false });
    await readLater();
    expect(await only(tenant)).toMatchObject({ amountCents: 5_000 });
  });

  it('of an account that an earlier release connected is looked for from now on', async () => {
    const tenant = await aStore({ registerWebhook: false });
    await billing.db('pix_inboxes').delete();
    await read();
    billing.clock.advance(1_000);
    asaas.payUnasked(5_000);
    await readLater();
    expect(await only(tenant)).toMatchObject({ amountCents: 5_000 });
    // One account at a time by each provider.
    const now = billing.clock.real();
    const another = { provider: 'asaas', account: 'another', login: 'another', settingsAt: now, now } as const;
    await billing.db.transaction((tx) => saveInbox(tx as never, tenant, another));
    const current = await billing
      .db('pix_inboxes')
      .where({ is_current: true })
      .select<{ account: string }[]>('account');
    expect(current).toEqual([{ account: 'another' }]);
  });
});

describe('a person', () => {
  async function aKeyPayment(valueCents = 12_345, over: object = {}) {
    const tenant = await aStore(over);
    const payment = asaas.payUnasked(valueCents);
    await readLater();
    return { tenant, payment, id: (await only(tenant)).id };
  }

  it('attaches it to a charge of the account, whose code is then deleted at Asaas, and a refund goes to that Pix', async () => {
    const { tenant, payment, id } = await aKeyPayment();
    const charge = await createPixCharge(billing, tenant);
    await attach(tenant, id, charge.id);
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
    await createAsaasSyncDrain(billing.deps)();
    expect(asaas.findPayments(charge.pix?.txid ?? '')).toMatchObject([{ deleted: true }]);
    expect(await violations(keyPaymentsMatchCharges)).toEqual([]);
    expect(payment.refunds).toEqual([]);
  });

  it('sends it back whole, once, although the answer was lost', async () => {
    const { tenant, payment, id } = await aKeyPayment(5_000);
    asaas.loseAnswer(/^POST .*\/refund$/);
    await giveBack(tenant, id);
    await sendReturns();
    minutes(2);
    await sendReturns();
    expect(payment.refunds).toMatchObject([{ valueCents: 5_000, status: 'DONE' }]);
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_RETURNED', providerAccount: 'ASAAS' });
    await readLater();
    expect(await keyEvents(tenant)).toEqual(['pix_key.received', 'pix_key.refunded']);
  });

  it('sends it back where Asaas asks first: the order that is known may leave, and no other', async () => {
    const { tenant, payment, id } = await aKeyPayment(5_000);
    asaas.books.refundStatus = 'PENDING';
    const ask = {
      storeId: tenant.storeId,
      amountCents: 5_000,
      endToEndId: endToEndIdOf(payment) ?? '',
      paymentId: payment.id,
    };
    const answer = async (returnId: string, over: object = {}) =>
      (await billing.asaas.answerRefundAsk({ ...ask, returnId, ...over }, call())).approved;
    expect(await answer('r-0')).toBe(false);
    await giveBack(tenant, id);
    await sendReturns();
    expect(await answer('r-1', { amountCents: 4_999 })).toBe(false);
    expect([await answer('r-1'), await answer('r-1'), await answer('r-2')]).toEqual([true, true, false]);
    asaas.settleRefunds(payment, 'DONE');
    minutes(2);
    await sendReturns();
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_RETURNED' });
  });

  it('finds it RETURNED where it went back in Asaas’s own pages', async () => {
    const { tenant, payment } = await aKeyPayment(5_000);
    const at = { dateCreated: '2026-11-23 12:00:00', endToEndIdentifier: `D${'1'.repeat(31)}` };
    payment.refunds.push({ ...at, valueCents: 5_000, description: undefined, status: 'DONE' });
    minutes(1);
    await read();
    await readLater();
    expect(await only(tenant)).toMatchObject({ reason: 'RETURNED_AT_BANK' });
  });
});

describe('the money at Asaas', () => {
  const settle = async (tenant: Tenant) => {
    const printed: string[] = [];
    const agrees = await runAsaasSettlement(billing.deps, tenant, '/dev/null', (line) => printed.push(line));
    const rows = await billing
      .db('asaas_entries')
      .orderBy('position')
      .select<{ explained_as: string | null; explained_by: string | null }[]>('explained_as', 'explained_by');
    return { agrees, explained: rows.map((row) => [row.explained_as, row.explained_by]) };
  };

  it('explains what came without a charge and what went back, also what pays a charge since', async () => {
    const statement = addStatement(asaas.books);
    const tenant = await aStore({ registerWebhook: false });
    const [returned, attached] = [asaas.payUnasked(5_000), asaas.payUnasked(12_345)];
    statement.move('PIX_TRANSACTION_CREDIT', 5_000, { pixTransactionId: returned.pixTransaction ?? '' });
    statement.move('PAYMENT_RECEIVED', 12_345, { paymentId: attached.id });
    expect(await settle(tenant)).toMatchObject({
      agrees: false,
      explained: [
        [null, null],
        [null, null],
      ],
    });
    await readLater();
    const ids = new Map((await listed(tenant)).map(({ amountCents, id }) => [amountCents, id]));
    const [back = '', paid = ''] = [ids.get(5_000), ids.get(12_345)];
    await giveBack(tenant, back);
    await sendReturns();
    minutes(2);
    await sendReturns();
    statement.move('PAYMENT_REVERSAL', -5_000, { paymentId: returned.id });
    const charge = await createPixCharge(billing, tenant);
    await attach(tenant, paid, charge.id);
    expect(await settle(tenant)).toEqual({
      agrees: true,
      explained: [
        ['KEY_PAYMENT', back],
        ['KEY_PAYMENT', paid],
        ['KEY_PAYMENT_RETURN', back],
      ],
    });
    billing.clock.advance(6 * 86_400_000);
    expect(await violations(asaasMovementsAreThere)).toEqual([]);
  });
});

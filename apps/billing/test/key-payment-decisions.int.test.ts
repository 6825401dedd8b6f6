import type { Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { keyPaymentsMatchCharges } from '../src/jobs/invariants';
import { readInboxes } from '../src/jobs/read-inboxes';
import { call, eventTypes, startBilling } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { keyPaymentTests } from './key-payment-tests';
import { aStore, configure, createCharge, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;

beforeEach(async () => {
  bank = await startBank(billing);
});
afterEach(() => stopBank(billing, bank));

const { minutes, read, readLater, makeDue, listed, only, keyEvents, statusOf, attach, giveBack, sendReturns } =
  keyPaymentTests(() => billing);

describe('a person', () => {
  async function aKeyPayment(tenant: Tenant, valor = '123.45') {
    const pix = bank.books.receive({ valor });
    await readLater();
    return { pix, payment: await only(tenant) };
  }

  test('attaches it: the charge is paid by it, with the money of the account’s owner, once', async () => {
    const tenant = await aStore(billing, bank);
    const { charge } = await createCharge(billing, tenant);
    const { pix, payment } = await aKeyPayment(tenant);
    const found = await billing.keyPayments.getKeyPayment({ tenant, id: payment.id, byOperator: false }, call());
    expect(found.matches).toMatchObject([{ chargeId: charge.id, isSamePayer: false }]);
    const answers = await Promise.allSettled([1, 2, 3].map(() => attach(tenant, payment.id, charge.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
    const another = await createCharge(billing, tenant);
    await expect(attach(tenant, payment.id, another.charge.id)).rejects.toMatchObject({
      reason: 'KEY_PAYMENT_NOT_WAITING',
    });
    const paid = (await billing.charges.getCharge({ tenant, id: charge.id }, call())).charge;
    expect(paid).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      paidAmountCents: 12_345,
      pix: { endToEndId: pix.endToEndId },
      paidAt: new Date(pix.horario),
    });
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_ATTACHED', chargeId: charge.id });
    expect((await eventTypes(billing, tenant)).filter((type) => /paid|pix_key/.test(type))).toEqual([
      'pix_key.received',
      'charge.paid',
      'pix_key.attached',
    ]);
    await readLater();
    expect(await keyEvents(tenant)).toHaveLength(2);
  });

  test('cannot attach it to what cannot take it: it waits on, and nothing is returned by itself', async () => {
    const tenant = await aStore(billing, bank);
    const { charge } = await createCharge(billing, tenant);
    const { payment } = await aKeyPayment(tenant, '123.46');
    await expect(attach(tenant, payment.id, charge.id)).rejects.toMatchObject({ reason: 'KEY_PAYMENT_AMOUNT' });
    await expect(attach(tenant, payment.id, testIds.next('pixCharge', new Date()))).rejects.toMatchObject({
      kind: 'NOT_FOUND',
    });
    const paid = await createCharge(billing, tenant);
    await bank.pay(paid.txid);
    await createPixSyncDrain(billing.deps)();
    bank.books.receive({ valor: '123.45' });
    await readLater();
    const second = (await listed(tenant)).find(({ amountCents }) => amountCents === 12_345);
    await expect(attach(tenant, second?.id ?? '', paid.charge.id)).rejects.toMatchObject({
      kind: 'FAILED_PRECONDITION',
    });
    expect((await listed(tenant)).map(({ status }) => status)).toEqual(Array(2).fill('KEY_PAYMENT_STATUS_WAITING'));
    expect((await eventTypes(billing, tenant)).filter((type) => /overpaid|attached/.test(type))).toEqual([]);
  });

  test('cannot attach what is no longer at the bank: it is known to be back', async () => {
    const tenant = await aStore(billing, bank);
    const { charge } = await createCharge(billing, tenant);
    const { pix, payment } = await aKeyPayment(tenant);
    bank.books.takeBack(pix.endToEndId);
    await expect(attach(tenant, payment.id, charge.id)).rejects.toMatchObject({ reason: 'KEY_PAYMENT_WENT_BACK' });
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_RETURNED', reason: 'RETURNED_AT_BANK' });
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
  });

  test('returns it to the Pix that it came from, once, also when the bank’s answer is lost', async () => {
    const tenant = await aStore(billing, bank);
    const { pix, payment } = await aKeyPayment(tenant);
    const answers = await Promise.allSettled([1, 2].map(() => giveBack(tenant, payment.id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    bank.loseAnswer('PUT', 'cut');
    await Promise.all([sendReturns(), sendReturns()]);
    minutes(2);
    await sendReturns();
    expect(bank.books.returns()).toMatchObject([{ valor: '123.45', status: 'DEVOLVIDO' }]);
    expect(bank.books.getPix(pix.endToEndId).devolucoes).toHaveLength(1);
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_RETURNED' });
    expect(await keyEvents(tenant)).toEqual(['pix_key.received', 'pix_key.refunded']);
  });

  test('returns it again, by another order, after the bank could not', async () => {
    const tenant = await aStore(billing, bank);
    const { payment } = await aKeyPayment(tenant);
    bank.books.refundStatus = 'NAO_REALIZADO';
    await giveBack(tenant, payment.id);
    await sendReturns();
    expect(await only(tenant)).toMatchObject({
      status: 'KEY_PAYMENT_STATUS_WAITING',
      reason: expect.any(String) as string,
    });
    bank.books.refundStatus = 'DEVOLVIDO';
    await giveBack(tenant, payment.id);
    await sendReturns();
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_RETURNED' });
    expect(bank.books.returns().map(({ status }) => status)).toEqual(['NAO_REALIZADO', 'DEVOLVIDO']);
  });

  test('cannot return it after ninety days', async () => {
    const tenant = await aStore(billing, bank);
    const { payment } = await aKeyPayment(tenant);
    minutes(60 * 24 * 91);
    await expect(giveBack(tenant, payment.id)).rejects.toMatchObject({ reason: 'KEY_PAYMENT_TOO_OLD' });
  });
});

describe('an account that several stores share', () => {
  test('shows its Pix to the operator alone, who attaches it to a charge of one of them', async () => {
    const [one, other] = [await aStore(billing, bank), await aStore(billing, bank)];
    const stranger = await aStore(billing, bank, {
      pixKey: '4f0e9a51-5f3c-4f0e-9a51-0f6a3f6f7f10',
      registerWebhook: false,
    });
    bank.books.receive({ valor: '123.45', chave: bank.books.pixKey });
    await readLater();
    expect([await listed(one), await listed(other)]).toEqual([[], []]);
    const all = [...(await listed(one, { byOperator: true })), ...(await listed(other, { byOperator: true }))];
    expect(all).toMatchObject([{ isShared: true }]);
    const holder = (await listed(one, { byOperator: true })).length === 1 ? one : other;
    const taker = holder === one ? other : one;
    const id = all[0]?.id ?? '';
    const { charge } = await createCharge(billing, taker);
    for (const tenant of [one, other]) {
      await expect(attach(tenant, id, charge.id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
      await expect(giveBack(tenant, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    }
    const byOperator = { byOperator: true, chargeStoreId: stranger.storeId };
    const foreign = await createCharge(billing, stranger).catch(() => undefined);
    if (foreign)
      await expect(attach(holder, id, foreign.charge.id, byOperator)).rejects.toMatchObject({
        reason: 'KEY_PAYMENT_OTHER_CHARGE',
      });
    await attach(holder, id, charge.id, { byOperator: true, chargeStoreId: taker.storeId });
    expect(await statusOf(taker, charge.id)).toBe('CHARGE_STATUS_PAID');
    expect(await listed(holder, { byOperator: true })).toMatchObject([{ status: 'KEY_PAYMENT_STATUS_ATTACHED' }]);
  });

  test('is shared from the moment that another store connects it', async () => {
    const tenant = await aStore(billing, bank);
    bank.books.receive({ valor: '10.00' });
    await readLater();
    const { id } = await only(tenant);
    const second = await billing.configuredStore(false);
    await configure(billing, bank, second.storeId);
    expect(await listed(tenant)).toEqual([]);
    await expect(giveBack(tenant, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    await giveBack(tenant, id, { byOperator: true });
    await sendReturns();
    expect(bank.books.returns()).toHaveLength(1);
  });

  test('whose bank leaves out which of its keys a Pix came to belongs to nobody until the operator says', async () => {
    const one = await aStore(billing, bank);
    const other = await aStore(billing, bank, { pixKey: 'another key of the account', registerWebhook: false });
    bank.books.receive({ valor: '123.45' });
    const { endToEndId } = bank.books.receive({ valor: '7.00', chave: bank.books.pixKey });
    // The other store reads it first.
    minutes(11);
    await billing
      .db('pix_inboxes')
      .where({ store_id: one.storeId })
      .update({ run_at: new Date('2100-01-01') });
    await read();
    await makeDue(one);
    await read();
    expect(await listed(other)).toEqual([]);
    expect(await listed(one)).toMatchObject([{ endToEndId, isShared: false }]);
    const [unnamed, ...more] = await listed(other, { byOperator: true });
    expect([unnamed, more]).toMatchObject([{ amountCents: 12_345, isShared: true }, []]);
    const { charge } = await createCharge(billing, one);
    await attach(other, unnamed?.id ?? '', charge.id, { byOperator: true, chargeStoreId: one.storeId });
    expect(await statusOf(one, charge.id)).toBe('CHARGE_STATUS_PAID');
    await readLater();
    expect(await listed(one, { byOperator: true })).toHaveLength(1);
    expect(await keyPaymentsMatchCharges.violations(billing.db, billing.clock.real())).toEqual([]);
  });

  test('that an earlier release changed counts as shared until it is known', async () => {
    const tenant = await aStore(billing, bank);
    bank.books.receive({ valor: '10.00' });
    await readLater();
    const second = await billing.configuredStore(false);
    await configure(billing, bank, second.storeId, { pixKey: 'a key of its own', registerWebhook: false });
    expect(await listed(tenant)).toHaveLength(1);
    await billing.db('pix_inboxes').where({ store_id: second.storeId }).delete();
    expect(await listed(tenant)).toEqual([]);
    await readInboxes(billing.deps);
    expect(await listed(tenant)).toHaveLength(1);
  });
});

test('the stores of a Pix are apart, and the dev environment has none', async () => {
  const tenant = await aStore(billing, bank);
  bank.books.receive({ valor: '10.00' });
  await readLater();
  const { id } = await only(tenant);
  const other = await billing.configuredStore(false);
  for (const asker of [other, { ...tenant, devMode: true }]) {
    expect(await listed(asker)).toEqual([]);
    await expect(giveBack(asker, id)).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  }
});

import type { Tenant } from '@pitanga/core';
import { startBeforeAll, waitFor, withDeps } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { aCustomer, aPixCharge, call, readEvents, startBilling } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { aStore, configure, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;
let drain: () => Promise<void>;

beforeEach(async () => {
  bank = await startBank(billing);
  drain = createPixSyncDrain(billing.deps);
});
afterEach(async () => {
  // A return that a test left unsent would ask a stopped bank in the next one.
  await billing.db('refunds').update({ step: 'DONE', status: 'COMPLETE' });
  await stopBank(billing, bank);
});

const own = '52998224725';
const ana = { cpf: own, nome: 'Ana' };
const bruno = { cpf: '11144477735', nome: 'Bruno' };

async function aCharge(tenant: Tenant, taxId = own) {
  const request = aPixCharge(tenant, { ensureSameTaxId: true, customer: aCustomer({ taxId }) });
  const { charge } = await billing.charges.createPixCharge(request, call());
  if (!charge?.pix) throw new Error('no charge');
  return { id: charge.id, txid: charge.pix.txid };
}

/** A production store whose bank tells who paid. */
const aTellingStore = () => aStore(billing, bank, { reportsPayerTaxId: true });

async function read(tenant: Tenant, id: string) {
  const { charge } = await billing.charges.getCharge({ tenant, id }, call());
  return { status: charge?.status.replace('CHARGE_STATUS_', ''), txid: charge?.pix?.txid ?? '', charge };
}

async function eventsOf(tenant: Tenant) {
  const events = await readEvents(billing, tenant);
  return events.filter(({ type }) => /^(charge\.(paid|over|payer)|refund)/.test(type));
}
const typesOf = async (tenant: Tenant) => (await eventsOf(tenant)).map(({ type }) => type);

const returned = ['charge.overpaid', 'refund.created', 'charge.payer_refused'];
const back = ['refund.completed', 'charge.overpayment_returned'];
const sendReturns = () => advanceDueRefunds(billing.deps);

describe('a charge that takes its customer’s money only', () => {
  test.each([
    ['a CPF', own, ana],
    ['a CPF with punctuation', own, { cpf: '529.982.247-25', nome: 'Ana' }],
    ['a CNPJ with letters', '12ABC34501DE35', { cnpj: '12.abc.345/01de-35', nome: 'Loja' }],
  ])('becomes PAID by the customer’s own %s', async (_what, taxId, payer) => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant, taxId);
    await bank.pay(txid, { payer });
    await drain();
    expect(await read(tenant, id)).toMatchObject({ status: 'PAID', charge: { payer: { isSameAsCustomer: true } } });
    expect([await typesOf(tenant), bank.books.returns()]).toEqual([['charge.paid'], []]);
  });

  test.each([
    ['another CPF', bruno, 'OTHER_TAX_ID'],
    ['a CNPJ', { cnpj: '11444777000161', nome: 'Loja' }, 'OTHER_TAX_ID'],
    ['a masked CPF, even the customer’s', { cpf: '***.982.247-**', nome: 'Ana' }, 'TAX_ID_NOT_TOLD'],
    ['nothing', undefined, 'TAX_ID_NOT_TOLD'],
  ])(
    'refuses money of a payer of whom the bank tells %s: all of it goes back at once',
    async (_what, payer, reason) => {
      const tenant = await aTellingStore();
      const { id, txid } = await aCharge(tenant);
      const { endToEndId } = await bank.pay(txid, payer && { payer });
      await drain();
      await sendReturns();
      expect(bank.books.getPix(endToEndId).devolucoes).toMatchObject([{ valor: '123.45', status: 'DEVOLVIDO' }]);
      expect((await read(tenant, id)).status).toBe('PENDING');
      const events = await eventsOf(tenant);
      expect(events.map(({ type }) => type)).toEqual([...returned, ...back]);
      expect(events[0]?.payload).toMatchObject({ reason: 'OTHER_PAYER', charge: { id } });
      expect(events[2]?.payload).toMatchObject({
        reason: `PAYER_REFUSAL_REASON_${reason}`,
        refund: { amountCents: 12_345 },
      });
    },
  );

  test('stays payable by another code, which its customer can pay', async () => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant);
    await bank.pay(txid, { payer: bruno });
    await drain();
    const open = await read(tenant, id);
    expect(open.txid).not.toBe(txid);
    expect(bank.books.getCharge('cob', open.txid)).toMatchObject({
      status: 'ATIVA',
      pixCopiaECola: open.charge?.pix?.brCode,
      valor: { original: '123.45' },
    });
    const [refused] = (await eventsOf(tenant)).filter(({ type }) => type === 'charge.payer_refused');
    expect(refused?.payload).toMatchObject({ charge: { pix: { txid: open.txid, brCode: open.charge?.pix?.brCode } } });
    await bank.pay(open.txid, { payer: ana });
    await drain();
    await sendReturns();
    expect((await read(tenant, id)).status).toBe('PAID');
    expect([await typesOf(tenant), bank.books.returns().length]).toEqual([[...returned, 'charge.paid', ...back], 1]);
  });

  test('finds the payment of the new code without a callback', async () => {
    const tenant = await aStore(billing, bank, { reportsPayerTaxId: true, registerWebhook: false });
    const { id, txid } = await aCharge(tenant);
    bank.books.pay(txid, { payer: bruno });
    billing.clock.advance(130_000);
    await drain();
    bank.books.pay((await read(tenant, id)).txid, { payer: ana });
    billing.clock.advance(130_000);
    await drain();
    expect((await read(tenant, id)).status).toBe('PAID');
  });

  test('takes the right payer and returns the wrong one when the bank reports both', async () => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant);
    bank.books.pay(txid, { payer: bruno });
    await bank.pay(txid, { payer: ana, even: true });
    await drain();
    await sendReturns();
    expect(await read(tenant, id)).toMatchObject({ status: 'PAID', txid });
    expect([bank.books.returns().length, bank.books.charges()]).toEqual([1, [txid]]);
  });

  test('returns a payment once, however often and concurrently it is reported, also by the old code later', async () => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant);
    bank.callbackTimes = 3;
    await bank.pay(txid, { payer: bruno });
    await Promise.all([drain(), createPixSyncDrain(billing.deps)()]);
    await Promise.all([sendReturns(), sendReturns()]);
    const { txid: next } = await read(tenant, id);
    await bank.deliver(`${bank.books.webhooks.get(bank.books.pixKey) ?? ''}/pix`, { pix: { txid } });
    await drain();
    await sendReturns();
    expect([await typesOf(tenant), bank.books.returns().length]).toEqual([[...returned, ...back], 1]);
    expect((await read(tenant, id)).txid).toBe(next);
    expect(bank.books.charges()).toEqual([txid, next]);
  });

  test('keeps returning money whose payer the bank tells only afterwards', async () => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant);
    const pix = await bank.pay(txid);
    await drain();
    Object.assign(pix, { pagador: ana });
    await bank.deliver(`${bank.books.webhooks.get(bank.books.pixKey) ?? ''}/pix`, { pix: { txid } });
    await drain();
    await sendReturns();
    expect((await read(tenant, id)).status).toBe('PENDING');
    expect([await typesOf(tenant), bank.books.returns().length]).toEqual([[...returned, ...back], 1]);
  });

  test('after a crash between the new code and the refusal has one new code and one return', async () => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant);
    await bank.pay(txid, { payer: bruno });
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    bank.beforeAnswer = (request) => (request.startsWith('PUT') ? late : Promise.resolve());
    const crashed = createPixSyncDrain(billing.deps)();
    await waitFor('the new code at the bank', () => Promise.resolve(bank.books.charges().length === 2));
    bank.beforeAnswer = undefined;
    billing.clock.advance(301_000);
    await drain();
    await sendReturns();
    expect(bank.books.charges()).toEqual([txid, (await read(tenant, id)).txid]);
    expect([await typesOf(tenant), bank.books.returns().length]).toEqual([[...returned, ...back], 1]);
    // What a crashed process would not do: it ends here, and not when its database is gone.
    answer();
    await crashed;
  });

  test('after a crash between the refusal and its return, or with the return sent, returns once', async () => {
    const tenant = await aTellingStore();
    const { txid } = await aCharge(tenant);
    await bank.pay(txid, { payer: bruno });
    await drain();
    const crashed = withDeps(billing.deps, { findProviders: () => new Promise<never>(() => undefined) });
    void advanceDueRefunds(crashed);
    await waitFor('the claim', async () => {
      const rows: { run_at: Date }[] = await billing.db('refunds').where({ store_id: tenant.storeId }).select('run_at');
      return rows.some(({ run_at: runAt }) => runAt > billing.clock.real());
    });
    billing.clock.advance(61_000);
    bank.loseAnswer('PUT', 'cut');
    await sendReturns();
    billing.clock.advance(61_000);
    await sendReturns();
    expect([await typesOf(tenant), bank.books.returns().length]).toEqual([[...returned, ...back], 1]);
  });

  test('gets no new code once it is over, nor where the bank makes none; the money goes back all the same', async () => {
    const tenant = await aTellingStore();
    const over = await aCharge(tenant);
    bank.books.pay(over.txid, { payer: bruno });
    billing.clock.advance(3_600_000);
    await drain();
    const stubborn = await aCharge(tenant);
    bank.proxy = (request) => (request.startsWith('PUT /api/v2/cob/') ? { status: 400, page: 'no' } : undefined);
    await bank.pay(stubborn.txid, { payer: bruno });
    await drain();
    bank.proxy = undefined;
    await sendReturns();
    expect([await read(tenant, over.id), await read(tenant, stubborn.id)]).toMatchObject([
      { status: 'EXPIRED', txid: over.txid },
      { status: 'PENDING', txid: stubborn.txid },
    ]);
    expect(bank.books.returns()).toHaveLength(2);
  });

  test('keeps its rule when the account says no longer that it tells payers', async () => {
    const tenant = await aTellingStore();
    const { id, txid } = await aCharge(tenant);
    await configure(billing, bank, tenant.storeId);
    await bank.pay(txid);
    await drain();
    await sendReturns();
    expect([(await read(tenant, id)).status, bank.books.returns().length]).toEqual(['PENDING', 1]);
  });
});

test('a bank that does not tell its payers supports no such charge', async () => {
  for (const over of [{}, { reportsPayerTaxId: false }]) {
    const tenant = await aStore(billing, bank, over);
    await expect(aCharge(tenant)).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: 'ensureSameTaxId is not supported by the current PIX provider',
    });
  }
  expect(bank.books.charges()).toEqual([]);
});

import { startBeforeAll, withDeps } from '@pitanga/testing';
import { madeUpCpf } from '../src/charges/made-up-payer';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { readInboxes } from '../src/jobs/read-inboxes';
import { startBilling } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { keyPaymentTests } from './key-payment-tests';
import { aStore, configure, createCharge, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;

beforeEach(async () => {
  bank = await startBank(billing);
});
afterEach(() => stopBank(billing, bank));

const { minutes, read, readLater, makeDue, listed, only, keyEvents, statusOf, giveBack, sendReturns } = keyPaymentTests(
  () => billing,
);

describe('a Pix that no charge asked for', () => {
  test('is recorded once, however often its bank tells of it', async () => {
    const tenant = await aStore(billing, bank);
    const cpf = madeUpCpf('a payer');
    const { endToEndId } = bank.books.receive({ valor: '50.00', pagador: { cpf, nome: 'Ana Souza' } });
    bank.books.receive({ valor: '7.00', chave: 'another key of the same account' });
    await readLater();
    await readLater();
    await Promise.all([readInboxes(billing.deps), readLater()]);
    expect(await only(tenant)).toMatchObject({
      endToEndId,
      amountCents: 5_000,
      status: 'KEY_PAYMENT_STATUS_WAITING',
      payerName: 'Ana Souza',
      payerMaskedTaxId: expect.stringMatching(/^\d{3}\.\*\*\*\.\*\*\*-\*\*$/) as string,
      isShared: false,
      providerAccount: 'BACEN_PIX',
    });
    expect(await keyEvents(tenant)).toEqual(['pix_key.received']);
  });

  test('is recorded without a payer, where the bank tells none, and with the txid of a static code', async () => {
    const tenant = await aStore(billing, bank);
    bank.books.receive({ valor: '0.01', txid: 'caixa1' });
    await readLater();
    expect(await only(tenant)).toMatchObject({ amountCents: 1, txid: 'caixa1', payerName: undefined });
  });

  test('is recorded on every page of a window, and when the bank tells it late', async () => {
    const tenant = await aStore(billing, bank);
    bank.books.pageSize = 3;
    for (let number = 1; number <= 40; number += 1) bank.books.receive({ valor: `${String(number)}.00` });
    const late = { valor: '99.00', horario: billing.clock.real().toISOString() };
    await readLater();
    expect(await listed(tenant)).toHaveLength(40);
    minutes(60 * 26);
    bank.books.receive(late);
    await read(8);
    minutes(60 * 24);
    await read(8);
    await readLater();
    expect(await listed(tenant)).toHaveLength(41);
  });

  test('is looked for at once after a callback that names no charge', async () => {
    const tenant = await aStore(billing, bank);
    minutes(1);
    await read();
    const { endToEndId } = bank.books.receive({ valor: '12.00' });
    const url = bank.books.webhooks.get(bank.books.pixKey) ?? '';
    await bank.deliver(`${url}/pix`, { pix: [{ endToEndId, valor: '1.00' }] });
    minutes(1);
    await read();
    expect(await only(tenant)).toMatchObject({ amountCents: 1_200 });
  });

  test('is not looked for sooner after a callback that names a Pix which the account has sent', async () => {
    const tenant = await aStore(billing, bank);
    minutes(1);
    await read();
    const inbox = () => billing.db('pix_inboxes').where({ store_id: tenant.storeId }).select('run_at', 'revision');
    const asleep = await inbox();
    const url = bank.books.webhooks.get(bank.books.pixKey) ?? '';
    const pix = { endToEndId: `E${'1'.repeat(31)}`, status: 'REALIZADO' };
    await bank.deliver(`${url}/pix`, { pix: [{ ...pix, tipo: 'SOLICITACAO', gnExtras: { idEnvio: 'x' } }] });
    expect(await inbox()).toEqual(asleep);
    await bank.deliver(`${url}/pix`, { pix: [pix] });
    expect(await inbox()).not.toEqual(asleep);
  });

  test('is not looked for while its owner has the watch off, nor later', async () => {
    const tenant = await aStore(billing, bank, { watchesKey: false });
    bank.books.receive({ valor: '5.00' });
    await readLater();
    minutes(30);
    await readLater();
    await configure(billing, bank, tenant.storeId, { watchesKey: true });
    bank.books.receive({ valor: '6.00' });
    await readLater();
    minutes(60 * 26);
    await read(8);
    expect(await only(tenant)).toMatchObject({ amountCents: 600 });
  });

  test('of before the account was connected, or back with its payer, is left out', async () => {
    const earlier = new Date(billing.clock.real().getTime() - 3_600_000).toISOString();
    bank.books.receive({ valor: '5.00', horario: earlier });
    const tenant = await aStore(billing, bank);
    const { endToEndId } = bank.books.receive({ valor: '6.00' });
    bank.books.takeBack(endToEndId);
    await readLater();
    expect(await listed(tenant)).toEqual([]);
  });

  test('is found by its end-to-end id, the payer’s tax id and the beginning of the name, in one store alone', async () => {
    const tenant = await aStore(billing, bank);
    const cpf = madeUpCpf('a payer who is looked for');
    const { endToEndId } = bank.books.receive({ valor: '50.00', pagador: { cpf, nome: 'Ana % Souza' } });
    bank.books.receive({ valor: '8.00', pagador: { cpf: madeUpCpf('another'), nome: 'Bia Lima' } });
    bank.books.receive({ valor: '9.00' });
    await readLater();
    const [{ id } = { id: '' }] = await listed(tenant, { search: endToEndId });
    const found = async (search: string, of = tenant) => (await listed(of, { search })).map((one) => one.id);
    const dotted = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
    for (const text of [id, endToEndId, cpf, dotted, 'ana', ' ANA %', 'an'])
      expect([text, await found(text)]).toEqual([text, [id]]);
    for (const text of ['a', '%', 'Souza', 'An_', cpf.slice(0, 10)])
      expect([text, await found(text)]).toEqual([text, []]);
    const other = { ...tenant, storeId: 'store_another' };
    for (const text of [id, endToEndId, cpf, 'ana']) expect([text, await found(text, other)]).toEqual([text, []]);
  });

  test('is recorded after a crash in the middle of a page, each once', async () => {
    const tenant = await aStore(billing, bank);
    for (let number = 1; number <= 3; number += 1) bank.books.receive({ valor: `${String(number)}.00` });
    minutes(11);
    let left = 2;
    const dying = withDeps(billing.deps, {
      tools: {
        ...billing.deps.tools,
        ids: {
          ...billing.deps.ids,
          token: billing.deps.ids.token,
          next: (kind, at) => {
            if (kind === 'event' && left-- === 0) throw new Error('killed');
            return billing.deps.ids.next(kind, at);
          },
        },
      },
    });
    await readInboxes(dying);
    expect(await listed(tenant)).toHaveLength(2);
    await readLater();
    expect([(await listed(tenant)).length, await keyEvents(tenant)]).toEqual([3, Array(3).fill('pix_key.received')]);
  });
});

describe('a Pix of a charge', () => {
  test('is never nobody’s, whichever of the two readings comes first', async () => {
    const tenant = await aStore(billing, bank, { registerWebhook: false });
    const { charge, txid } = await createCharge(billing, tenant);
    await billing.db('pix_syncs').where({ txid }).delete();
    bank.books.pay(txid);
    // No callback, and no poll: the list of the account leads to the charge.
    await readLater();
    expect(await listed(tenant)).toEqual([]);
    await createPixSyncDrain(billing.deps)();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
    await readLater();
    expect([await listed(tenant), await keyEvents(tenant)]).toEqual([[], []]);
  });

  test('is the charge’s where the bank told no txid at first: it leaves suspense with the payment', async () => {
    const tenant = await aStore(billing, bank, { registerWebhook: false });
    const { charge, txid } = await createCharge(billing, tenant);
    bank.books.pay(txid);
    bank.books.hidesTxids = true;
    minutes(1);
    await makeDue(tenant);
    await read();
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_WAITING' });
    minutes(5);
    await createPixSyncDrain(billing.deps)();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_ATTACHED', chargeId: charge.id });
    expect(await keyEvents(tenant)).toEqual(['pix_key.received', 'pix_key.attached']);
  });

  test('is recorded or confirmed, and never both, when both happen at once', async () => {
    const tenant = await aStore(billing, bank, { registerWebhook: false });
    for (let round = 0; round < 8; round += 1) {
      const { charge, txid } = await createCharge(billing, tenant);
      bank.books.pay(txid);
      bank.books.hidesTxids = true;
      minutes(3);
      await makeDue(tenant);
      await Promise.all([readInboxes(billing.deps), createPixSyncDrain(billing.deps)()]);
      expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PAID');
    }
    const open = (await listed(tenant)).filter(({ status }) => status !== 'KEY_PAYMENT_STATUS_ATTACHED');
    const types = await keyEvents(tenant);
    const received = types.filter((type) => type === 'pix_key.received').length;
    expect([open, types.length]).toEqual([[], received * 2]);
  });

  test('that went back as nobody’s does not make the charge PAID', async () => {
    const tenant = await aStore(billing, bank, { registerWebhook: false });
    const { charge, txid } = await createCharge(billing, tenant);
    bank.books.pay(txid);
    bank.books.hidesTxids = true;
    minutes(1);
    await makeDue(tenant);
    await read();
    await giveBack(tenant, (await only(tenant)).id);
    minutes(5);
    await createPixSyncDrain(billing.deps)();
    expect(await statusOf(tenant, charge.id)).toBe('CHARGE_STATUS_PENDING');
    await sendReturns();
    expect(await only(tenant)).toMatchObject({ status: 'KEY_PAYMENT_STATUS_RETURNED', reason: 'REQUESTED' });
  });
});

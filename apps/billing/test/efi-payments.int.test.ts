import type { Charge } from '@pitanga/contracts';
import { cents, saoPauloDay, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { readInboxes } from '../src/jobs/read-inboxes';
import { amountDueOn } from '../src/money/late-fees';
import { call, eventTypes, startBilling, type Billing } from './billing-harness';
import { anEfiStore, receiveNotice, startEfiAccount, stopEfiAccount, type EfiAccount } from './efi-account';
import { aBoletoCharge } from './payment-requests';
import { boletoPayer } from './stripe-boleto-requests';

const billing: Billing = startBeforeAll(() => startBilling({ settings: { PUBLIC_URL: 'https://pitanga.test' } }));
let account: EfiAccount;
let drain: () => Promise<void>;

beforeAll(async () => {
  account = await startEfiAccount(billing);
});
beforeEach(() => {
  account.efi.books.showsPaidValue = true;
  drain = createPixSyncDrain(billing.deps);
});
afterAll(() => stopEfiAccount(account));

/** A boleto of R$ 100,00. */
async function createBoleto(tenant: Tenant, over: object = {}): Promise<Charge> {
  const request = aBoletoCharge(tenant, { customer: boletoPayer, ...over });
  const { charge } = await billing.charges.createBoletoCharge(request, call());
  if (!charge) throw new Error('no charge');
  return charge;
}
const readCharge = async (tenant: Tenant, { id }: Charge) =>
  (await billing.charges.getCharge({ tenant, id }, call())).charge;
const paidEvents = async (tenant: Tenant) =>
  (await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid').length;
const refundRows = (tenant: Tenant) =>
  billing.db('refunds').where({ store_id: tenant.storeId }).select('kind', 'status', 'amount_cents');
const seen = (pattern: RegExp) => account.efi.seen.filter((name) => pattern.test(name)).length;
const minuteMs = 60_000;

describe('a boleto by Efí', () => {
  it('has the codes of Efí, and is paid once however often and in whatever order it is told', async () => {
    const tenant = await anEfiStore(billing, account);
    const charge = await createBoleto(tenant);
    expect(charge.pix?.brCode).toContain('bolix');
    account.efi.payBillet(charge.id);
    await account.efi.deliverDue(2);
    await drain();
    await drain();
    expect(await readCharge(tenant, charge)).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: 10_000 });
    expect(await paidEvents(tenant)).toBe(1);
  });

  it.each([
    ['the history says that came', true],
    ['was due on that day, where neither a read nor a notification says it', false],
  ])('late is paid by what %s', async (_what, isTold) => {
    account.efi.books.showsPaidValue = false;
    const tenant = await anEfiStore(billing, account);
    const charge = await createBoleto(tenant, { interestBasisPoints: 100 });
    billing.clock.advance(10 * 1_440 * minuteMs);
    const terms = {
      amountCents: cents(10_000),
      dueDate: charge.boleto?.dueDate ?? '',
      interestBasisPointsPerMonth: 100,
    };
    const due = amountDueOn(terms, saoPauloDay(billing.clock.real()));
    account.efi.payBillet(charge.id, due);
    if (isTold) await billing.db('pix_syncs').where({ txid: charge.id }).delete();
    if (isTold) await account.efi.deliverDue();
    await drain();
    expect(await readCharge(tenant, charge)).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: due });
    expect(due).toBeGreaterThan(10_000);
  });

  it('is found without a notification, in gaps that double', async () => {
    const tenant = await anEfiStore(billing, account);
    const charge = await createBoleto(tenant);
    account.efi.payBillet(charge.id);
    await drain();
    expect(await readCharge(tenant, charge)).toMatchObject({ status: 'CHARGE_STATUS_PENDING' });
    billing.clock.advance(3 * minuteMs);
    await drain();
    expect(await readCharge(tenant, charge)).toMatchObject({ status: 'CHARGE_STATUS_PAID' });
    const reads = seen(/^GET/);
    billing.clock.advance(10 * minuteMs);
    await drain();
    expect(seen(/^GET/)).toBe(reads);
  });

  it('is cancelled at Efí when it expires here, and what is paid all the same comes as a late payment', async () => {
    const tenant = await anEfiStore(billing, account);
    const charge = await createBoleto(tenant);
    billing.clock.advance(20 * 1_440 * minuteMs);
    await expireOverdue(billing.deps);
    await drain();
    expect(account.efi.findCharges(charge.id)).toMatchObject([{ status: 'canceled' }]);
    account.efi.payBillet(charge.id);
    billing.clock.advance(1_440 * minuteMs);
    await drain();
    expect(await readCharge(tenant, charge)).toMatchObject({ status: 'CHARGE_STATUS_EXPIRED' });
    expect(await refundRows(tenant)).toMatchObject([{ kind: 'OVERPAYMENT', amount_cents: 10_000 }]);
  });

  it('is read no more fifteen days after it was cancelled', async () => {
    const tenant = await anEfiStore(billing, account);
    await createBoleto(tenant);
    billing.clock.advance(20 * 1_440 * minuteMs);
    await expireOverdue(billing.deps);
    for (let day = 0; day < 20; day += 1) {
      await drain();
      billing.clock.advance(1_440 * minuteMs);
    }
    expect(await billing.db('pix_syncs').where({ store_id: tenant.storeId }).select('txid')).toEqual([]);
  });

  it('below the least amount, or with a fine of an amount, is refused before anything is asked of Efí', async () => {
    const tenant = await anEfiStore(billing, account, { boletoAmountMin: 1_000 });
    const before = account.efi.books.charges.length;
    await expect(createBoleto(tenant, { amountCents: 999 })).rejects.toMatchObject({
      reason: 'BOLETO_AMOUNT_OUT_OF_RANGE',
    });
    const fine = { kind: 'FINE_KIND_FIXED' as const, value: 200 };
    await expect(createBoleto(tenant, { fine })).rejects.toMatchObject({ reason: 'BOLETO_FIXED_FINE_UNSUPPORTED' });
    expect(account.efi.books.charges).toHaveLength(before);
  });
});

describe('a notification of Efí', () => {
  it('that somebody else sends costs one request, and that of another’s charge changes nothing', async () => {
    const tenant = await anEfiStore(billing, account);
    const charge = await createBoleto(tenant);
    const url = account.efi.findCharges(charge.id)[0]?.notificationUrl ?? '';
    const before = seen(/notification/);
    await receiveNotice(billing, url, 'notification=00000000-0000-0000-0000-000000000000');
    await drain();
    expect(seen(/notification/)).toBe(before + 1);
    await expect(receiveNotice(billing, `${url}x`, 'notification=0000')).rejects.toMatchObject({ kind: 'NOT_FOUND' });
    expect(await billing.db('pix_syncs').where('txid', 'like', 'notice%').select('txid')).toEqual([]);
  });
});

describe('what Efí lists of received Pix', () => {
  it.each([
    [{}, 0],
    [{ boletoPixListed: false }, 1],
  ])(
    'by a txid of no charge, which may have paid a boleto, with %p is a Pix without a charge %d times',
    async (over, times) => {
      const tenant = await anEfiStore(billing, account, over);
      await readInboxes(billing.deps);
      account.bank.books.receive({ txid: 'a'.repeat(32), valor: '100.00' });
      billing.clock.advance(15 * minuteMs);
      await readInboxes(billing.deps);
      const rows = await billing.db('key_payments').where({ store_id: tenant.storeId }).select('amount_cents');
      expect(rows).toHaveLength(times);
    },
  );
});

describe('an account at Efí', () => {
  it('is tried at its API of charges, too', async () => {
    const tenant = await anEfiStore(billing, account);
    const test = async () => (await billing.pix.testPixAccount({ storeId: tenant.storeId }, call())).problems;
    expect(await test()).toEqual([]);
    account.efi.failNext(/GET \/v1\/charge\/1$/, { status: 403, code: 3_500_001 });
    expect(await test()).toEqual([expect.stringContaining("switch 'API de Emissões' on")]);
    account.efi.failNext(/authorize/, { status: 401 });
    expect(await test()).toEqual([expect.stringContaining('Efí gives no token for boletos')]);
  });

  it('that takes boletos alone takes no Pix', async () => {
    const tenant = await anEfiStore(billing, account, { methods: ['BOLETO'] });
    await createBoleto(tenant);
    expect(await billing.deps.findProviders(tenant)).toMatchObject({ pix: undefined, boleto: { name: 'bacen-pix' } });
  });
});

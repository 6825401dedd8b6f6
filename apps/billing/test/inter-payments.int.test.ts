import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { startInter, type InterAccount } from './inter-account';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { aPixCharge, call, eventTypes, startBilling } from './billing-harness';
import { interSettings } from './inter-under-test';
import { refund } from './money-back';
import { createStripeBoleto as createBoleto } from './stripe-boleto-requests';

const billing = startBeforeAll(startBilling);
let inter: InterAccount;
let drain: () => Promise<void>;

beforeEach(async () => {
  inter = await startInter(() => billing.clock.real());
  drain = createPixSyncDrain(billing.deps);
  inter.deliver = async (url, body) => {
    const segment = url.split('/').at(-1) ?? '';
    await billing.pix.receivePixCallback({ segment, body: Buffer.from(JSON.stringify(body)) }, call());
  };
});
afterEach(async () => {
  await billing.db('pix_syncs').delete();
  await billing.db('pix_inboxes').update({ run_at: new Date('2100-01-01') });
  await inter.stop();
});

/** A production store whose Pix and boletos go to this account. */
async function aStore(over: object = {}): Promise<Tenant> {
  const tenant = await billing.configuredStore(false);
  const { storeId } = tenant;
  const settingsJson = JSON.stringify(
    interSettings(inter, { callbackBaseUrl: 'https://callbacks.pitanga.test', ...over }),
  );
  const owner = 'ACCOUNT_OWNER_MERCHANT' as const;
  const { webhookFailure } = await billing.pix.configurePixAccount(
    { storeId, settingsJson, check: true, owner },
    call(),
  );
  expect(webhookFailure).toBeUndefined();
  return tenant;
}

const readCharge = async (tenant: Tenant, { id }: Charge): Promise<Charge> => {
  const { charge } = await billing.charges.getCharge({ tenant, id }, call());
  if (!charge) throw new Error('no charge');
  return charge;
};
const only = () => {
  const [charge, other] = inter.books.charges;
  if (!charge || other) throw new Error('not one charge');
  return charge;
};
/** Its numbers are not there when Inter answers. */
async function createSlow(tenant: Tenant): Promise<Charge> {
  inter.books.processingReads = 1_000;
  inter.failNext(/^GET .*cobrancas\/[0-9a-f]/, 403);
  return createBoleto(billing, tenant);
}

it('a boleto has its numbers and the code of Inter, and is paid by what Inter says and not by its callback', async () => {
  const tenant = await aStore();
  const charge = await createBoleto(billing, tenant);
  expect(charge).toMatchObject({
    boleto: { barCode: expect.stringMatching(/^077\d{41}$/) as string },
    pix: { txid: only().txid },
  });
  await inter.pay(only().id);
  await drain();
  await inter.pay(only().id);
  await drain();
  expect(await readCharge(tenant, charge)).toMatchObject({
    status: 'CHARGE_STATUS_PAID',
    paidAmountCents: charge.amountCents,
    accountOwner: 'ACCOUNT_OWNER_MERCHANT',
  });
  expect((await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid')).toHaveLength(1);
});

it('one that was paid by its Pix code goes back as a Pix', async () => {
  const tenant = await aStore();
  const charge = await createBoleto(billing, tenant);
  const { endToEndId } = await inter.pay(only().id, { byPix: true });
  await drain();
  expect(await readCharge(tenant, charge)).toMatchObject({ status: 'CHARGE_STATUS_PAID', pix: { endToEndId } });
  await refund(billing, tenant, charge.id, { amountCents: 1_000 });
  await advanceDueRefunds(billing.deps);
  expect(inter.bank.returns()).toMatchObject([{ valor: '10.00' }]);
});

it('a Pix of the same account is paid, and goes back in part', async () => {
  const tenant = await aStore();
  const { charge } = await billing.charges.createPixCharge(aPixCharge(tenant, { amountCents: 10_000 }), call());
  await inter.payPix();
  await drain();
  expect(await readCharge(tenant, charge!)).toMatchObject({ status: 'CHARGE_STATUS_PAID', paidAmountCents: 10_000 });
  await refund(billing, tenant, charge!.id, { amountCents: 1_000 });
  await advanceDueRefunds(billing.deps);
  expect(inter.bank.returns()).toMatchObject([{ valor: '10.00' }]);
});

it('a boleto whose numbers follow cannot be opened yet, and has them within seconds', async () => {
  const tenant = await aStore();
  const charge = await createSlow(tenant);
  expect(charge.boleto).toMatchObject({ barCode: '', digitableLine: '' });
  await expect(billing.charges.resolveBoletoPdf({ id: charge.id }, call())).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    reason: 'BOLETO_NOT_REGISTERED',
  });
  only().processingReads = 0;
  billing.clock.advance(2_000);
  await drain();
  expect(await readCharge(tenant, charge)).toMatchObject({
    status: 'CHARGE_STATUS_PENDING',
    boleto: { digitableLine: expect.stringMatching(/^\d{47}$/) as string },
    pix: { txid: only().txid },
  });
  expect((await billing.charges.resolveBoletoPdf({ id: charge.id }, call())).digitableLine).toHaveLength(47);
});

it('one that Inter took and did not register is cancelled, once', async () => {
  const tenant = await aStore();
  const charge = await createSlow(tenant);
  only().processingReads = 0;
  inter.books.failsToRegister = true;
  billing.clock.advance(2_000);
  await drain();
  billing.clock.advance(60_000);
  await drain();
  expect((await readCharge(tenant, charge)).status).toBe('CHARGE_STATUS_CANCELLED');
  expect((await eventTypes(billing, tenant)).filter((type) => type === 'charge.cancelled')).toHaveLength(1);
});

it('one that has ended here is cancelled at Inter, and what comes all the same waits for a key', async () => {
  const tenant = await aStore();
  const charge = await createBoleto(billing, tenant, { dueDate: '2026-11-30' });
  // Inter still takes it when our side has closed it.
  await billing.db('charges').where({ id: charge.id }).update({ payable_until: billing.clock.real() });
  await expireOverdue(billing.deps);
  await drain();
  expect(only().situation).toBe('CANCELADO');
  await inter.pay(only().id);
  billing.clock.advance(3_600_000);
  await drain();
  expect((await readCharge(tenant, charge)).status).toBe('CHARGE_STATUS_EXPIRED');
  expect(await billing.db('refunds').where({ store_id: tenant.storeId }).select('kind', 'step')).toMatchObject([
    { kind: 'OVERPAYMENT', step: 'KEY' },
  ]);
});

it('below the least amount of the account, or without an address, is refused before anything is sent', async () => {
  const tenant = await aStore({ boletoAmountMin: 5_000 });
  await expect(createBoleto(billing, tenant, { amountCents: 4_999 })).rejects.toMatchObject({
    reason: 'BOLETO_AMOUNT_OUT_OF_RANGE',
  });
  const payer = { name: 'Ana Souza', taxId: '12345678909', metadataJson: '{}' };
  await expect(createBoleto(billing, tenant, { customer: payer })).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  expect(inter.books.charges).toEqual([]);
});

import type { Charge } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, testIds, type AsaasStandIn } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { anAsaasStore, receiveEvent } from './asaas-account';
import { call, eventTypes, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import { aBoletoCharge } from './payment-requests';
import { boletoPayer } from './stripe-boleto-requests';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let drain: () => Promise<void>;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  drain = createAsaasSyncDrain(billing.deps);
});
afterEach(async () => {
  await billing.db('asaas_syncs').delete();
  await asaas.stop();
});

const readCharge = async (tenant: Tenant, { id }: Charge): Promise<Charge> => {
  const { charge } = await billing.charges.getCharge({ tenant, id }, call());
  if (!charge) throw new Error('no charge');
  return charge;
};
const txidOf = ({ pix }: Charge): string => pix?.txid ?? '';
const paidEvents = async (tenant: Tenant) =>
  (await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid').length;
const refundRows = (tenant: Tenant) =>
  billing.db('refunds').where({ store_id: tenant.storeId }).select('kind', 'status', 'amount_cents', 'provider');
const seen = (pattern: RegExp) => asaas.seen.filter((name) => pattern.test(name)).length;

/** A boleto of R$ 100,00. */
async function createBoleto(tenant: Tenant): Promise<Charge> {
  const { charge } = await billing.charges.createBoletoCharge(aBoletoCharge(tenant, { customer: boletoPayer }), call());
  if (!charge) throw new Error('no charge');
  return charge;
}

describe('Pix by Asaas', () => {
  it('is paid once, by what Asaas says and not by its event, however often and in whatever order that comes', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const charge = await createPixCharge(billing, tenant);
    const { endToEndId } = asaas.pay(txidOf(charge));
    await asaas.deliverDue();
    await asaas.repeat(asaas.lastEvent());
    await drain();
    expect(await readCharge(tenant, charge)).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      paidAmountCents: 12_345,
      pix: { endToEndId },
    });
    const reads = seen(/^GET \/pix\/transactions/);
    await asaas.repeat(asaas.lastEvent());
    await drain();
    expect(await paidEvents(tenant)).toBe(1);
    // The same event again asks for nothing.
    expect(seen(/^GET \/pix\/transactions/)).toBe(reads);
  });

  it('is found in the list of what was paid when no event comes, and read once', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const charge = await createPixCharge(billing, tenant);
    await drain();
    asaas.pay(txidOf(charge));
    asaas.payUnasked(12_345);
    billing.clock.advance(11 * 60_000);
    await drain();
    await drain();
    expect((await readCharge(tenant, charge)).status).toBe('CHARGE_STATUS_PAID');
    const reads = seen(/^GET \/payments\?externalReference/);
    billing.clock.advance(11 * 60_000);
    await drain();
    expect(seen(/^GET \/payments\?externalReference/)).toBe(reads);
  });

  it('below the least amount of Asaas is refused before anything is written there', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    await expect(createPixCharge(billing, tenant, { amountCents: 499 })).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      reason: 'PIX_AMOUNT_TOO_SMALL',
      message: 'The amount of a PIX of this store should be at least 500',
    });
    expect(asaas.books.payments).toEqual([]);
    await createPixCharge(billing, tenant, { amountCents: 500 });
  });

  it('is deleted at Asaas when it expires, and what comes all the same goes back once', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const charge = await createPixCharge(billing, tenant, { expiresInSeconds: 60 });
    billing.clock.advance(120_000);
    await expireOverdue(billing.deps);
    await drain();
    expect(asaas.findPayments(txidOf(charge))).toMatchObject([{ deleted: true }]);
    asaas.books.paysDeleted = true;
    const { payment } = asaas.pay(txidOf(charge));
    await asaas.deliverDue();
    await drain();
    expect((await readCharge(tenant, charge)).status).toBe('CHARGE_STATUS_EXPIRED');
    expect(await refundRows(tenant)).toMatchObject([{ kind: 'OVERPAYMENT', provider: 'asaas' }]);
    asaas.loseAnswer(/^POST .*\/refund$/);
    await advanceDueRefunds(billing.deps);
    billing.clock.advance(120_000);
    await advanceDueRefunds(billing.deps);
    expect(payment.refunds).toHaveLength(1);
    expect(await refundRows(tenant)).toMatchObject([{ status: 'COMPLETE' }]);
  });

  it('of an event with another token, or of another address, is not looked at', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const charge = await createPixCharge(billing, tenant);
    asaas.deliver = (sent) => receiveEvent(billing, { ...sent, headers: { 'asaas-access-token': 'x'.repeat(64) } });
    asaas.pay(txidOf(charge));
    await asaas.deliverDue();
    await billing.db('asaas_syncs').where({ kind: 'PAID' }).delete();
    await drain();
    expect((await readCharge(tenant, charge)).status).toBe('CHARGE_STATUS_PENDING');
    const { account } = await billing.asaas.getAsaasAccount({ storeId: tenant.storeId }, call());
    const event = { segment: account?.callbackUrl.split('/').at(-1) ?? '', token: 'x', body: Buffer.from('{}') };
    await expect(billing.asaas.receiveAsaasEvent(event, call())).rejects.toMatchObject({
      reason: 'ASAAS_TOKEN_INVALID',
    });
    await expect(billing.asaas.receiveAsaasEvent({ ...event, segment: 'y' }, call())).rejects.toMatchObject({
      reason: 'ASAAS_CALLBACK_NOT_FOUND',
    });
  });
});

it('hands an event about money that leaves on, to the store of its address and with its token alone', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const url = asaas.books.webhooks.at(-1)?.url ?? '';
  const payoutId = `tran_${testIds.token(24)}`;
  const send = (transfer: object, token = asaas.books.webhooks.at(-1)?.authToken ?? '') => {
    const body = Buffer.from(JSON.stringify({ id: 'evt_1', event: 'TRANSFER_DONE', transfer }));
    return billing.asaas.receiveAsaasEvent({ segment: url.split('/').at(-1) ?? '', token, body }, call());
  };
  const id = '0bed986c-737d-49bf-a1cc-beca916797c4';
  expect(asaas.books.webhooks.at(-1)?.events).toContain('TRANSFER_DONE');
  const transfer = { storeId: tenant.storeId, orderId: id, payoutId };
  expect(await send({ id, externalReference: payoutId })).toEqual({ transfer });
  expect(await send({ id, externalReference: 'of another system' })).toEqual({
    transfer: { ...transfer, payoutId: '' },
  });
  expect(await send({ id: { a: 1 } })).toEqual({ transfer: undefined });
  await expect(send({ id }, 'x'.repeat(64))).rejects.toMatchObject({ reason: 'ASAAS_TOKEN_INVALID' });
});

describe('a boleto by Asaas', () => {
  it('has a Pix code, and is paid by it or by its line', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const [byLine, byPix] = [await createBoleto(tenant), await createBoleto(tenant)];
    expect(byLine.pix?.brCode).toBeTruthy();
    asaas.pay(byLine.id);
    const { endToEndId } = asaas.pay(byPix.id, { byPix: true });
    await asaas.deliverDue();
    await drain();
    expect((await readCharge(tenant, byLine)).status).toBe('CHARGE_STATUS_PAID');
    expect(await readCharge(tenant, byPix)).toMatchObject({ status: 'CHARGE_STATUS_PAID', pix: { endToEndId } });
    // The credit of the next day is the same payment.
    const [payment] = asaas.findPayments(byLine.id);
    if (payment) asaas.credit(payment);
    await asaas.deliverDue();
    await drain();
    expect([await paidEvents(tenant), await refundRows(tenant)]).toEqual([2, []]);
  });
});

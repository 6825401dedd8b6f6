import { saoPauloDay, type Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, type AsaasStandIn } from '@pitanga/testing';
import { startInter } from './inter-account';
import { dropBegunPayments } from '../src/jobs/drop-begun-payments';
import { anAsaasStore } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { orderFor } from './boleto-provider.conformance';
import { createPixCharge } from './charge-requests';
import { anEfiStore, startEfiAccount, stopEfiAccount } from './efi-account';
import { interSettings } from './inter-under-test';
import { createStripeBoleto } from './stripe-boleto-requests';
import { anOrder } from './pix-provider.conformance';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
});
afterEach(async () => {
  await billing.db('begun_payments').delete();
  await asaas.stop();
});

const minutes = async (count: number): Promise<void> => {
  billing.clock.advance(count * 60_000);
  await dropBegunPayments(billing.deps);
};
const rows = () => billing.db('begun_payments').count('* as count').first();

/** What a process leaves that is killed between Asaas's answer and its charge. */
async function aKilledRequest(tenant: Tenant): Promise<{ readonly boletoId: string; readonly txid: string }> {
  const adapter = await billing.deps.asaasAccounts.of(tenant);
  if (!adapter) throw new Error('no adapter');
  const today = saoPauloDay(billing.clock.real());
  const boleto = { ...orderFor(`killed ${tenant.storeId}`, adapter.boleto), today, dueDate: today };
  await adapter.boleto.registerBoleto(boleto);
  const pix = anOrder(billing.clock.real());
  await adapter.pix.createPix(pix);
  return { boletoId: boleto.chargeId, txid: pix.txid };
}

test('a boleto and a Pix whose charges were never written are deleted at Asaas, and those of charges stay', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const charge = await createPixCharge(billing, tenant);
  const { boletoId, txid } = await aKilledRequest(tenant);
  await minutes(9);
  expect(asaas.books.payments.map(({ deleted }) => deleted)).toEqual([false, false, false]);
  await minutes(2);
  const isDeleted = (reference: string) => asaas.findPayments(reference).map(({ deleted }) => deleted);
  expect([isDeleted(boletoId), isDeleted(txid), isDeleted(charge.pix?.txid ?? '')]).toEqual([[true], [true], [false]]);
  await minutes(3 * 24 * 60 + 1);
  expect(await rows()).toEqual({ count: 0 });
});

test('one that was paid before it could be deleted is looked at again, and the operator is told', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const { boletoId } = await aKilledRequest(tenant);
  await minutes(11);
  asaas.books.paysDeleted = true;
  asaas.pay(boletoId);
  await minutes(3 * 24 * 60 + 1);
  expect(await rows()).toEqual({ count: 0 });
});

test('it stays in mind while Asaas does not answer', async () => {
  const tenant = await anAsaasStore(billing, asaas);
  const { boletoId } = await aKilledRequest(tenant);
  asaas.failNext(/^(GET|DELETE) \/payments/, { status: 500 }, 40);
  await minutes(11);
  expect(asaas.findPayments(boletoId)).toMatchObject([{ deleted: false }]);
  asaas.failNext(/never/, { status: 500 }, 0);
  for (let times = 0; times < 6; times += 1) await minutes(6);
  expect(asaas.findPayments(boletoId)).toMatchObject([{ deleted: true }]);
});

describe('a boleto whose charge was never written', () => {
  const register = async (tenant: Tenant): Promise<string> => {
    const { boleto } = (await billing.deps.pixAccounts.of(tenant)) ?? {};
    if (!boleto) throw new Error('no boletos');
    const today = saoPauloDay(billing.clock.real());
    const order = { ...orderFor(`killed ${tenant.storeId}`, boleto), today, dueDate: today };
    await boleto.registerBoleto(order);
    return order.chargeId;
  };

  it('is cancelled at Efí, and looked at again, as a cancelled one can be paid', async () => {
    const account = await startEfiAccount(billing);
    try {
      const tenant = await anEfiStore(billing, account);
      const kept = await createStripeBoleto(billing, tenant);
      const id = await register(tenant);
      await minutes(11);
      const statusOf = (chargeId: string) => account.efi.findCharges(chargeId).map(({ status }) => status);
      expect([statusOf(id), statusOf(kept.id)]).toEqual([['canceled'], ['waiting']]);
      expect(await rows()).toEqual({ count: 1 });
      await minutes(3 * 24 * 60 + 1);
      expect(await rows()).toEqual({ count: 0 });
    } finally {
      await stopEfiAccount(account);
    }
  });

  it('is cancelled at Inter', async () => {
    const inter = await startInter(() => billing.clock.real());
    try {
      const tenant = await billing.configuredStore(false);
      const settingsJson = JSON.stringify(interSettings(inter, { callbackBaseUrl: 'https://callbacks.pitanga.test' }));
      const owner = 'ACCOUNT_OWNER_MERCHANT' as const;
      await billing.pix.configurePixAccount({ storeId: tenant.storeId, settingsJson, check: true, owner }, call());
      await createStripeBoleto(billing, tenant);
      await register(tenant);
      await minutes(11);
      expect(inter.books.charges.map(({ situation }) => situation)).toEqual(['A_RECEBER', 'CANCELADO']);
    } finally {
      await inter.stop();
    }
  });
});

import type { Tenant } from '@pitanga/core';
import { startAsaasStandIn, startBeforeAll, type AsaasStandIn } from '@pitanga/testing';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createAsaasSyncDrain } from '../src/jobs/drain-asaas-syncs';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { anAsaasStore, configureAsaas } from './asaas-account';
import { call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import type { FakeBank } from './fake-bank';
import { aStore, createCharge, settingsJson, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let asaas: AsaasStandIn;
let bank: FakeBank;

beforeEach(async () => {
  asaas = await startAsaasStandIn(() => billing.clock.real());
  bank = await startBank(billing);
});
afterEach(async () => {
  await billing.db('asaas_syncs').delete();
  await asaas.stop();
  await stopBank(billing, bank);
});

/** Beside the account that a store has at Asaas. */
const connectBank = ({ storeId }: Tenant) =>
  billing.pix.configurePixAccount(
    { storeId, settingsJson: settingsJson(bank), check: false, owner: 'ACCOUNT_OWNER_OPERATOR' },
    call(),
  );

describe('what exists belongs to the account that made it', () => {
  it('a Pix is returned by its own account, as what its owner attested, whichever takes Pix since', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    const { id, pix } = await createPixCharge(billing, tenant);
    asaas.pay(pix?.txid ?? '');
    await asaas.deliverDue();
    await createAsaasSyncDrain(billing.deps)();
    await connectBank(tenant);
    const { charge } = await createCharge(billing, tenant);
    expect(await billing.db('charges').where({ store_id: tenant.storeId, id: charge.id }).first()).toMatchObject({
      provider: 'bacen-pix',
    });
    const refund = { tenant, id, origin: 'CHARGE_ORIGIN_TRANSPARENT', isAlone: false } as const;
    await billing.refunds.createRefund(
      {
        ...refund,
        reason: undefined,
        pixKey: undefined,
        pixKeyType: undefined,
        amountCents: 100,
        requestedBy: undefined,
      },
      call(),
    );
    await advanceDueRefunds(billing.deps);
    expect(await billing.db('refunds').where({ store_id: tenant.storeId })).toMatchObject([
      { provider: 'asaas', account_owner: 'MERCHANT', status: 'COMPLETE' },
    ]);
  });

  it('a Pix of a bank that was removed is not asked for at another account', async () => {
    const tenant = await aStore(billing, bank);
    await createCharge(billing, tenant);
    await billing.pix.removePixAccount({ storeId: tenant.storeId }, call());
    await configureAsaas(billing, asaas, tenant.storeId);
    const seen = asaas.seen.length;
    billing.clock.advance(130_000);
    await createPixSyncDrain(billing.deps)();
    expect(asaas.seen.length).toBe(seen);
  });

  it('each account says what it can do with what it has made, in the order in which they are asked', async () => {
    const tenant = await anAsaasStore(billing, asaas);
    await connectBank(tenant);
    const { methods } = await billing.capabilities.getCapabilities({ tenant }, call());
    expect(methods.map(({ method, provider }) => [method, provider])).toEqual([
      ['PAYMENT_METHOD_PIX', 'bacen-pix'],
      ['PAYMENT_METHOD_PIX', 'asaas'],
      ['PAYMENT_METHOD_BOLETO', 'asaas'],
      ['PAYMENT_METHOD_CARD', 'asaas'],
    ]);
  });
});

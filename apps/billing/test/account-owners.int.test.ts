import type { AccountOwner } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { call, startBilling } from './billing-harness';
import type { FakeBank } from './fake-bank';
import { createCharge, settingsJson, startBank, stopBank } from './pix-bank';

const billing = startBeforeAll(startBilling);
let bank: FakeBank;

beforeEach(async () => {
  bank = await startBank(billing);
});
afterEach(() => stopBank(billing, bank));

function connect(storeId: string, owner: AccountOwner | undefined, at = bank): Promise<unknown> {
  return billing.pix.configurePixAccount({ storeId, settingsJson: settingsJson(at), check: false, owner }, call());
}

const read = async (tenant: Tenant, id: string) => (await billing.charges.getCharge({ tenant, id }, call())).charge;
const shown = async (storeId: string) => (await billing.pix.getPixAccount({ storeId }, call())).account?.owner;

async function pay(tenant: Tenant, at = bank) {
  const { charge, txid } = await createCharge(billing, tenant);
  await at.pay(txid);
  await createPixSyncDrain(billing.deps)();
  return charge;
}

describe('the owner of the account by which money came in', () => {
  test.each(['ACCOUNT_OWNER_MERCHANT', 'ACCOUNT_OWNER_OPERATOR'] as const)(
    'is a fact of the charge, told with its payment: %s',
    async (owner) => {
      const tenant = await billing.configuredStore(false);
      await connect(tenant.storeId, owner);
      const charge = await pay(tenant);
      expect(await read(tenant, charge.id)).toMatchObject({ status: 'CHARGE_STATUS_PAID', accountOwner: owner });
      expect(await shown(tenant.storeId)).toBe(owner);
    },
  );

  test('is whose bank attests the payment, not whose code it was', async () => {
    const tenant = await billing.configuredStore(false);
    await connect(tenant.storeId, 'ACCOUNT_OWNER_OPERATOR');
    const { charge, txid } = await createCharge(billing, tenant);
    // The merchant's own bank says that the code of the operator was paid there.
    await connect(tenant.storeId, 'ACCOUNT_OWNER_MERCHANT');
    await bank.pay(txid);
    await createPixSyncDrain(billing.deps)();
    expect(await read(tenant, charge.id)).toMatchObject({
      status: 'CHARGE_STATUS_PAID',
      accountOwner: 'ACCOUNT_OWNER_MERCHANT',
    });
  });

  test('is whoever connected it last, and nobody where an older gateway did, which tells none', async () => {
    const { storeId } = await billing.configuredStore(false);
    await connect(storeId, 'ACCOUNT_OWNER_OPERATOR');
    await connect(storeId, undefined);
    expect(await shown(storeId)).toBeUndefined();
    await connect(storeId, 'ACCOUNT_OWNER_MERCHANT');
    expect(await shown(storeId)).toBe('ACCOUNT_OWNER_MERCHANT');
  });

  test('is told of an account of before, whose settings stay', async () => {
    const tenant = await billing.configuredStore(false);
    await connect(tenant.storeId, undefined);
    const assign = (owner: AccountOwner) => billing.pix.assignPixAccount({ storeId: tenant.storeId, owner }, call());
    await assign('ACCOUNT_OWNER_OPERATOR');
    const charge = await pay(tenant);
    expect(await read(tenant, charge.id)).toMatchObject({ accountOwner: 'ACCOUNT_OWNER_OPERATOR' });
    await expect(assign('ACCOUNT_OWNER_MERCHANT')).rejects.toMatchObject({ reason: 'ACCOUNT_HAS_OWNER' });
  });
});

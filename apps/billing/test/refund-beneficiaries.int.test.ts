import type { Tenant } from '@pitanga/core';
import { pixKeyFingerprint } from '@pitanga/provider-account';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { aCustomer, call, defaultSettings, startBilling } from './billing-harness';
import { aPaidBoleto, aPaidPix, refund, rowsOf } from './money-back';

const billing = startBeforeAll(startBilling);
afterEach(() => {
  billing.ledger.refusal = undefined;
});

const key = { pixKey: '529.982.247-25', pixKeyType: 'CPF' };

/** Paid by the holder of `key`. */
const boletoOfOwner = (tenant: Tenant) => aPaidBoleto(billing, tenant, { customer: aCustomer({ taxId: key.pixKey }) });

describe('a refund that goes to a Pix key', () => {
  test('tells the ledger so, and which key of the list it is', async () => {
    const tenant = await billing.configuredStore();
    const allowListKey = Buffer.from(testIds.token(32));
    const { storeId } = tenant;
    for (const told of [allowListKey, Buffer.alloc(32), undefined]) {
      await billing.settings.configureBilling({ ...defaultSettings, storeId, allowListKey: told }, call());
    }
    await refund(billing, tenant, (await boletoOfOwner(tenant)).id, key);
    const beneficiary = pixKeyFingerprint(allowListKey, '52998224725');
    expect(billing.ledger.reserves.at(-1)?.moneyOut).toEqual({ beneficiary });
  });

  test('of a store that has had no list tells no key, and one that goes back the way it came tells nothing', async () => {
    const tenant = await billing.configuredStore();
    await refund(billing, tenant, (await boletoOfOwner(tenant)).id, key);
    expect(billing.ledger.reserves.at(-1)?.moneyOut).toEqual({ beneficiary: undefined });
    await refund(billing, tenant, (await aPaidPix(billing, tenant)).id);
    expect(billing.ledger.reserves.at(-1)?.moneyOut).toBeUndefined();
  });

  test('beyond a limit is refused as it is for a balance: nothing is left of it, and another may follow at once', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await boletoOfOwner(tenant);
    billing.ledger.refusal = 'PAYOUT_LIMIT_EXCEEDED';
    await expect(refund(billing, tenant, id, key)).rejects.toMatchObject({ reason: 'PAYOUT_LIMIT_EXCEEDED' });
    expect(await rowsOf(billing, 'refunds', tenant)).toEqual([]);
    billing.ledger.refusal = undefined;
    expect((await refund(billing, tenant, id, key)).status).toBe('REFUND_STATUS_PENDING');
  });
});

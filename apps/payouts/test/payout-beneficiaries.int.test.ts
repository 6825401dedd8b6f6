import { pixKeyFingerprint } from '@pitanga/provider-account';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { call, create, feeCents, holderTaxId, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

describe('a payout', () => {
  test('tells the ledger which key of the list a transfer goes to, however it was written', async () => {
    const tenant = await payouts.aStore();
    const allowListKey = Buffer.from(testIds.token(32));
    const settings = { storeId: tenant.storeId, holderTaxId, payoutFeeCents: feeCents, approvalLimit: undefined };
    // The newest call may tell no key, and an older one may come late: it stays what it was first.
    for (const [version, told] of [
      [2, allowListKey],
      [3, undefined],
      [1, Buffer.alloc(32)],
    ] as const) {
      await payouts.settings.configurePayouts({ ...settings, version, allowListKey: told }, call());
    }
    await create(payouts, tenant, { ...transfer, pixKeyType: 'PHONE', pixKey: '(11) 98765-4321' });
    const beneficiary = pixKeyFingerprint(allowListKey, '+5511987654321');
    expect(payouts.ledger.reserves.at(-1)?.moneyOut).toEqual({ beneficiary });
    await create(payouts, tenant);
    expect(payouts.ledger.reserves.at(-1)?.moneyOut).toEqual({ beneficiary: undefined });
  });
});

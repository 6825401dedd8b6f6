import { toTenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { call, startBilling } from './billing-harness';

const billing = startBeforeAll(startBilling);

describe('what the adapter of each kind of account can take', () => {
  it('is said without an account', async () => {
    const { storeId } = await billing.configuredStore();
    const asked = { tenant: toTenant(storeId, false) };
    const { adapters } = await billing.capabilities.getCapabilities(asked, call());
    expect(adapters).toEqual([
      { provider: 'bacen-pix', methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_CARD'] },
      { provider: 'stripe', methods: ['PAYMENT_METHOD_CARD', 'PAYMENT_METHOD_BOLETO'] },
      { provider: 'asaas', methods: ['PAYMENT_METHOD_PIX', 'PAYMENT_METHOD_BOLETO', 'PAYMENT_METHOD_CARD'] },
    ]);
  });
});

describe('what the providers of a store can do', () => {
  it('is what their adapters declare, the simulated ones in dev mode', async () => {
    const tenant = await billing.configuredStore();
    const { methods } = await billing.capabilities.getCapabilities({ tenant }, call());
    const disputes = { drafts: true, texts: true, filesMax: 11 };
    expect(methods).toMatchObject([
      { method: 'PAYMENT_METHOD_PIX', provider: 'simulated', refunds: true, refundNeedsKey: false, disputes },
      { method: 'PAYMENT_METHOD_BOLETO', refunds: true, refundNeedsKey: true, disputes },
      { method: 'PAYMENT_METHOD_CARD', installmentsMax: expect.any(Number) as number, disputes },
    ]);
  });

  it('is nothing without an account in production, and no refund of a boleto without transfers', async () => {
    const tenant = toTenant((await billing.configuredStore()).storeId, false);
    const read = async () => (await billing.capabilities.getCapabilities({ tenant }, call())).methods;
    expect(await read()).toEqual([]);
    const { boleto, dispute } = await billing.deps.findProviders(toTenant(tenant.storeId, true));
    billing.production.providers = {
      pix: undefined,
      card: undefined,
      transfer: undefined,
      boleto,
      dispute: dispute && { ...dispute, name: 'other' },
    };
    try {
      expect(await read()).toMatchObject([{ refunds: false, refundNeedsKey: false, disputes: undefined }]);
    } finally {
      billing.production.providers = undefined;
    }
  });
});

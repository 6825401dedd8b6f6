import { startBeforeAll } from '@pitanga/testing';
import { call, create, startPayouts, transfer } from './payouts-harness';

const payouts = startBeforeAll(startPayouts);

describe('reading a payout', () => {
  test('is by id, external id or both, within its kind, store and environment', async () => {
    const tenant = await payouts.aStore();
    const payout = await create(payouts, tenant, { externalId: 'a' });
    const ask = (keys: object, by = tenant) => {
      const none = { id: undefined, externalId: undefined };
      return payouts.client.getPayout({ tenant: by, kind: 'PAYOUT_KIND_WITHDRAW', ...none, ...keys }, call());
    };
    const { id } = payout;
    for (const keys of [{ id }, { externalId: 'a' }, { id, externalId: 'a' }]) {
      expect((await ask(keys)).payout).toEqual(payout);
    }
    const absent = { kind: 'NOT_FOUND', message: 'Saque não encontrado com o externalId fornecido.' };
    await expect(ask({ id, externalId: 'b' })).rejects.toMatchObject(absent);
    await expect(ask({ id }, { ...tenant, devMode: false })).rejects.toMatchObject(absent);
    await expect(ask({ id }, await payouts.aStore())).rejects.toMatchObject(absent);
    await expect(ask({ id, ...transfer })).rejects.toMatchObject({
      message: 'PIX não encontrado com o ID ou externalId fornecido.',
    });
    await expect(ask({})).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
  });

  test('for its receipt is by its id alone', async () => {
    const tenant = await payouts.aStore();
    const payout = await create(payouts, tenant);
    expect(await payouts.client.resolvePayout({ id: payout.id }, call())).toEqual({ payout, tenant });
    await expect(payouts.client.resolvePayout({ id: 'tran_0' }, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });
});

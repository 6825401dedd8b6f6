import type { SendTransferRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { endsAreWhole } from '../src/invariants/invariant-queries';
import type { FakeProvider } from './fake-provider';
import { call, rowsOf, runJob, startPayouts } from './payouts-harness';
import { productionPayouts, startProviderWithKeys } from './production-payouts';

const payouts = startBeforeAll(startPayouts);
let fake: FakeProvider;
beforeEach(async () => {
  fake = await startProviderWithKeys();
  await payouts.deps.db('payouts').delete();
  await payouts.deps.db('outbox').delete();
});
afterEach(() => fake.stop());

const { aStore, configure, sends } = productionPayouts(
  () => payouts,
  () => fake,
);

const id = 'ref_aaaaaaaaaaaaaaaaaaaaaaaa';
const order = (tenant: Tenant, over: Partial<SendTransferRequest> = {}): SendTransferRequest => ({
  tenant,
  id,
  amountCents: 12_345,
  pixKeyType: 'EMAIL',
  pixKey: 'bia@example.com',
  owner: undefined,
  ...over,
});
const send = (tenant: Tenant, over?: Partial<SendTransferRequest>) =>
  payouts.transfers.sendTransfer(order(tenant, over), call());
const read = async (tenant: Tenant, of = id) =>
  (await payouts.transfers.readTransfer({ tenant, id: of }, call())).transfer;
const only = () => {
  const [payout, other] = [...fake.payouts.keys()];
  if (payout === undefined || other !== undefined) throw new Error('not one order');
  return payout;
};

describe('money that goes back to a payer’s key', () => {
  test('is sent once, however often it is asked for, holds nothing and is in no list and no event', async () => {
    const tenant = await aStore();
    expect(await read(tenant)).toBeUndefined();
    await Promise.all([send(tenant), send(tenant), send(tenant)]);
    await runJob(payouts.deps);
    await send(tenant);
    await runJob(payouts.deps);
    expect([sends(), await read(tenant)]).toMatchObject([1, { status: 'PAYOUT_STATUS_PENDING' }]);
    fake.end(only(), 'COMPLETE');
    payouts.clock.advance(60_000);
    await runJob(payouts.deps);
    const { endToEndId } = fake.payouts.get(only()) ?? {};
    expect(await read(tenant)).toMatchObject({
      status: 'PAYOUT_STATUS_COMPLETE',
      endToEndId,
      providerAccount: 'HTTP_PAYOUTS',
    });
    expect([payouts.ledger.stateOf(only()), payouts.ledger.available(tenant)]).toEqual([undefined, 100_000]);
    expect(await payouts.deps.db('outbox').where('type', 'like', 'payout.%').select('type')).toEqual([]);
    expect(await endsAreWhole.violations(payouts.deps.db, payouts.clock.real())).toEqual([]);
    await expect(payouts.client.resolvePayout({ id: only() }, call())).rejects.toMatchObject({ kind: 'NOT_FOUND' });
  });

  test('whose order lost its answer is read, and is never sent again', async () => {
    const tenant = await aStore();
    fake.loseAnswer('PUT', 'cut');
    await send(tenant);
    for (const seconds of [0, 5, 60, 600]) {
      payouts.clock.advance(seconds * 1_000);
      await runJob(payouts.deps);
      if (fake.payouts.size > 0) fake.end(only(), 'COMPLETE');
    }
    expect([sends(), await read(tenant)]).toMatchObject([1, { status: 'PAYOUT_STATUS_COMPLETE' }]);
  });

  test('says why it failed, and releases no hold', async () => {
    const tenant = await aStore();
    await send(tenant);
    await runJob(payouts.deps);
    fake.end(only(), 'FAILED', 'ACCOUNT_CLOSED');
    payouts.clock.advance(60_000);
    await runJob(payouts.deps);
    expect(await read(tenant)).toMatchObject({
      status: 'PAYOUT_STATUS_FAILED',
      failure: 'PAYOUT_FAILURE_REASON_ACCOUNT_CLOSED',
      providerCode: 'ACCOUNT_CLOSED',
    });
  });

  test('of another amount under one id is refused, and records nothing', async () => {
    const tenant = await aStore();
    await send(tenant);
    await expect(send(tenant, { amountCents: 12_346 })).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
    expect(await rowsOf(payouts, tenant)).toHaveLength(1);
  });

  test('is not recorded without an account, and not sent by an account of another owner', async () => {
    const without = await payouts.aStore(false);
    expect((await payouts.transfers.findSender({ tenant: without }, call())).isThere).toBe(false);
    await expect(send(without)).rejects.toMatchObject({ kind: 'UNAVAILABLE', reason: 'PROVIDER_NOT_CONFIGURED' });
    expect(await read(without)).toBeUndefined();
    const tenant = await aStore();
    await configure(tenant);
    await payouts.deps.db('payout_accounts').where({ store_id: tenant.storeId }).update({ owner: 'OPERATOR' });
    payouts.deps.payoutAccounts.forget(tenant.storeId);
    await send(tenant, { owner: 'ACCOUNT_OWNER_MERCHANT' });
    await runJob(payouts.deps);
    expect([sends(), await read(tenant)]).toMatchObject([
      0,
      { status: 'PAYOUT_STATUS_FAILED', failure: 'PAYOUT_FAILURE_REASON_ACCOUNT_CHANGED' },
    ]);
  });

  test('finds whose a key is by the look-up of the account', async () => {
    const tenant = await aStore();
    const ask = (pixKey: string) =>
      payouts.transfers.lookupKey({ tenant, pixKeyType: 'EMAIL', pixKey, taxId: '12345678909' }, call());
    expect(await ask('bia@example.com')).toMatchObject({ taxId: '***.982.247-**' });
    expect((await ask('nobody@example.com')).taxId).toBeUndefined();
  });
});

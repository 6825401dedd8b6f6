import type { Tenant } from '@pitanga/core';
import { aTenant, burst, burstReadMsMax, type Burst } from '@pitanga/testing';
import type { FakeProvider } from './fake-provider';
import { aRequest, call, holderTaxId, required, startPayouts, type Asked, type Payouts } from './payouts-harness';
import { startProviderWithKeys } from './production-payouts';

let payouts: Payouts;
let fake: FakeProvider;
beforeAll(async () => {
  payouts = await startPayouts();
  fake = await startProviderWithKeys();
});
afterAll(async () => {
  await payouts.stop();
  await fake.stop();
});

const configure = ({ storeId }: Tenant, version = 1, aboveCents?: number) =>
  payouts.settings.configurePayouts(
    { storeId, holderTaxId, payoutFeeCents: 80, version, approvalLimit: { aboveCents } },
    call(),
  );
const configureAccount = ({ storeId }: Tenant) =>
  payouts.accounts.configurePayoutAccount(
    { storeId, settingsJson: JSON.stringify(fake.settings), check: false },
    call(),
  );
const create = (tenant: Tenant, changes?: Asked) => payouts.client.createPayout(aRequest(tenant, changes), call());

async function aStore(devMode: boolean, aboveCents?: number): Promise<Tenant> {
  const tenant = aTenant(devMode);
  await configure(tenant, 1, aboveCents);
  payouts.ledger.fund(tenant, 10_000_000);
  return tenant;
}

async function besideARead(write: (index: number) => Promise<unknown>): Promise<Burst> {
  const tenant = aTenant(true);
  const page = { limit: 1, after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };
  const request = { tenant, page, kind: 'PAYOUT_KIND_WITHDRAW', id: undefined, externalId: undefined } as const;
  return burst(write, () => payouts.client.listPayouts({ ...request, status: undefined }, call()));
}

function expectNoWait({ outcomes, readMs }: Burst, expected: readonly string[]): void {
  expect(outcomes).toEqual(expected);
  expect(readMs).toBeLessThan(burstReadMsMax);
}

describe('many at once keep no connection from others and wait for none:', () => {
  test('settings of a store', async () => {
    const tenant = aTenant(false);
    expectNoWait(await besideARead((index) => configure(tenant, index + 1)), ['OK']);
  });

  test('accounts of stores, set and removed', async () => {
    const tenants = Array.from({ length: 24 }, () => aTenant(false));
    expectNoWait(await besideARead((index) => configureAccount(required(tenants[index]))), ['OK']);
    const remove = (index: number) =>
      payouts.accounts.removePayoutAccount({ storeId: required(tenants[index]).storeId }, call());
    expectNoWait(await besideARead(remove), ['OK']);
  });

  test('payouts of a production store without a provider', async () => {
    const tenant = await aStore(false);
    expectNoWait(await besideARead(() => create(tenant)), ['PROVIDER_NOT_CONFIGURED']);
  });

  test('payouts of a production store with a provider whose account is not in the cache', async () => {
    const tenant = await aStore(false);
    await configureAccount(tenant);
    expectNoWait(await besideARead(() => create(tenant)), ['OK']);
  });

  test('decisions about payouts that wait for a second person', async () => {
    const tenant = await aStore(false, 1);
    await configureAccount(tenant);
    const requestedBy = { kind: 'PAYOUT_ACTOR_KIND_USER', id: 'user_1', description: undefined } as const;
    const made = await Promise.all(Array.from({ length: 24 }, () => create(tenant, { requestedBy })));
    const ids = made.map(({ payout }) => required(payout).id);
    const userId = 'user_2';
    const approve = (index: number) =>
      payouts.client.approvePayout({ tenant, id: required(ids[index]), userId, madeKeyIds: [] }, call());
    expectNoWait(await besideARead(approve), ['OK']);
    const reject = (index: number) => payouts.client.rejectPayout({ tenant, id: required(ids[index]), userId }, call());
    expectNoWait(await besideARead(reject), ['PAYOUT_APPROVAL_DECIDED']);
  });

  test('callbacks', async () => {
    const body = Buffer.from('{}');
    const callback = { segment: 'unknown', body, timestamp: '1', signature: 'x' };
    expectNoWait(await besideARead(() => payouts.client.receivePayoutCallback(callback, call())), [
      'PAYOUT_CALLBACK_NOT_FOUND',
    ]);
  });
});

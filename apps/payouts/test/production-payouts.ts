import type { Payout } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { startFakeProvider, type FakeProvider } from './fake-provider';
import { call, create, holderTaxId, runJob, type Asked, type Payouts } from './payouts-harness';

/** The fake provider with a key of the holder (ana@example.com) and one of another person (bia@example.com). */
export async function startProviderWithKeys(): Promise<FakeProvider> {
  const fake = await startFakeProvider();
  fake.owners.set('EMAIL ana@example.com', holderTaxId);
  fake.owners.set('EMAIL bia@example.com', '***.982.247-**');
  return fake;
}

/** Requests that tests of production share; `payouts` and `fake` are called at each, because they start before the tests. */
export function productionPayouts(payouts: () => Payouts, fake: () => FakeProvider) {
  const segments = new Map<string, string>();

  /** A production store whose payouts go through the fake provider. */
  async function aStore(): Promise<Tenant> {
    const tenant = await payouts().aStore(false);
    await configure(tenant);
    return tenant;
  }

  async function configure({ storeId }: Tenant, over: object = {}): Promise<string> {
    const settingsJson = JSON.stringify({ ...fake().settings, ...over });
    const { callbackUrl } = await payouts().accounts.configurePayoutAccount(
      { storeId, settingsJson, check: false },
      call(),
    );
    segments.set(storeId, callbackUrl.slice(callbackUrl.lastIndexOf('/') + 1));
    return callbackUrl;
  }

  /** The provider calls us about a payout. */
  async function callBack(
    { storeId }: Tenant,
    { id }: Payout,
    secret?: string,
    at = payouts().clock.real(),
  ): Promise<void> {
    const segment = segments.get(storeId) ?? '';
    await payouts().client.receivePayoutCallback({ segment, ...fake().callback(id, at, secret) }, call());
  }

  async function aSent(tenant: Tenant, changes?: Asked): Promise<Payout> {
    const payout = await create(payouts(), tenant, changes);
    await runJob(payouts().deps);
    return payout;
  }

  const sends = () => fake().seen.filter((request) => request.startsWith('PUT')).length;
  const stateOf = ({ id }: Payout) => payouts().ledger.stateOf(id);

  return { segments, aStore, configure, callBack, aSent, sends, stateOf };
}

import type { GetSubscriptionRequest } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { isUniqueViolation } from '@pitanga/database';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import type { Subscription } from '../src/subscriptions/subscription';
import { cancelled, seedSubscriptions, startWholeService } from './running-service';
import { noon } from './subscriptions-harness';

const running = startBeforeAll(startWholeService);

const seed = (tenant: Tenant, changes: readonly Partial<Subscription>[]) =>
  seedSubscriptions(running.db, tenant, changes);

describe('getting a subscription', () => {
  const get = (tenant: Tenant, keys: Partial<GetSubscriptionRequest>) =>
    running.client.getSubscription(
      { tenant, id: undefined, externalId: undefined, customerId: undefined, ...keys },
      { requestId: 'req_test' },
    );

  it('answers the newest of all given keys, ACTIVE ones first', async () => {
    const tenant = aTenant();
    const [first, second, third] = await seed(tenant, [
      { externalId: 'a', customerId: 'cust_1' },
      { externalId: 'a', customerId: 'cust_2' },
      { externalId: 'a', customerId: 'cust_1', ...cancelled },
    ]);
    expect((await get(tenant, { externalId: 'a' })).subscription?.id).toBe(second?.id);
    expect((await get(tenant, { customerId: 'cust_1' })).subscription?.id).toBe(first?.id);
    expect((await get(tenant, { id: third?.id })).subscription?.id).toBe(third?.id);
    expect((await get(tenant, { externalId: 'a', customerId: 'cust_1' })).subscription?.id).toBe(first?.id);
  });

  it('is NOT_FOUND without a match, for another store or environment, and needs a key', async () => {
    const tenant = aTenant();
    const [known] = await seed(tenant, [{ externalId: 'a' }]);
    const missing = { kind: 'NOT_FOUND', message: 'Subscription not found' };
    await expect(get(tenant, { customerId: 'cust_unknown' })).rejects.toMatchObject(missing);
    await expect(get(tenant, { id: known?.id, externalId: 'b' })).rejects.toMatchObject(missing);
    for (const other of [aTenant(), { ...tenant, devMode: false }]) {
      await expect(get(other, { id: known?.id })).rejects.toMatchObject(missing);
    }
    await expect(get(tenant, {})).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
      message: "One of 'id', 'externalId' or 'customerId' is required",
    });
  });
});

describe('the table of subscriptions', () => {
  it('holds one ACTIVE subscription of a customer and checkout, and any number of cancelled ones', async () => {
    const tenant = aTenant();
    const same = { checkoutId: 'bill_1', customerId: 'cust_1' };
    await seed(tenant, [{ ...same, ...cancelled }, { ...same, ...cancelled }, same]);
    const repeat: unknown = await seed(tenant, [same]).catch((error: unknown) => error);
    expect(isUniqueViolation(repeat, 'subscriptions_active_key')).toBe(true);
  });

  it('refuses a cancelled subscription that is still to be charged', async () => {
    const refused = seed(aTenant(), [{ ...cancelled, nextChargeAt: noon }]);
    await expect(refused).rejects.toThrow('subscriptions_cancelled_check');
  });
});

describe('the service', () => {
  it('says that it lives and is ready', async () => {
    for (const path of ['livez', 'readyz', 'metrics']) {
      expect((await fetch(`http://127.0.0.1:${String(running.service.opsPort)}/${path}`)).status).toBe(200);
    }
  });
});

import { hash } from 'node:crypto';
import { everyTenant, toTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import { runErasures } from '../src/jobs/run-erasures';
import { aCustomer, aProduct, call, startBilling } from './billing-harness';
import { createCheckout, simulateCheckout } from './checkout-requests';
import { rowsOf } from './money-back';

const billing = startBeforeAll(startBilling);

const aToken = (): string => hash('sha256', testIds.token(32));

async function aCustomerId(tenant: Tenant): Promise<string> {
  const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
  return customer?.id ?? '';
}

/** A checkout of the customer, or one without a customer yet. */
async function aCheckoutId(tenant: Tenant, customerId?: string): Promise<string> {
  return (await createCheckout(billing, tenant, [await aProduct(billing, tenant)], { customerId })).id;
}

async function aPortal(tenant: Tenant) {
  const customerId = await aCustomerId(tenant);
  const checkoutId = await aCheckoutId(tenant, customerId);
  const tokenHash = aToken();
  const { portal } = await billing.portals.createPortal({ tenant, customerId, checkoutId, tokenHash }, call());
  return { id: portal?.id ?? '', customerId, checkoutId, tokenHash };
}

const list = async (tenant: Tenant, id: string) =>
  (await billing.portals.listPortalCharges({ tenant, id }, call())).charges;

describe('a customer portal', () => {
  it('is one for each customer and checkout, however often and at the same time it is asked for', async () => {
    const tenant = await billing.configuredStore();
    const { id, customerId, checkoutId, tokenHash } = await aPortal(tenant);
    const asked = { tenant, customerId, checkoutId, tokenHash };
    const again = await Promise.all([1, 2, 3, 4].map(() => billing.portals.createPortal(asked, call())));
    expect(again.map(({ portal }) => portal?.id)).toEqual([id, id, id, id]);
    const other = { ...asked, checkoutId: await aCheckoutId(tenant, customerId), tokenHash: aToken() };
    expect((await billing.portals.createPortal(other, call())).portal?.id).not.toBe(id);
  });

  it('opens by the hash of its token alone, and after another token was given by that one alone', async () => {
    const tenant = await billing.configuredStore();
    const { id, customerId, checkoutId, tokenHash } = await aPortal(tenant);
    const found = await billing.portals.resolvePortal({ tokenHash }, call());
    expect(found).toMatchObject({ tenant, portal: { id, customerId, checkoutId } });
    const newer = aToken();
    await billing.portals.createPortal({ tenant, customerId, checkoutId, tokenHash: newer }, call());
    expect((await billing.portals.resolvePortal({ tokenHash: newer }, call())).portal?.id).toBe(id);
    for (const wrong of [tokenHash, aToken()]) {
      const refused = billing.portals.resolvePortal({ tokenHash: wrong }, call());
      await expect(refused).rejects.toMatchObject({ reason: 'PORTAL_NOT_FOUND' });
    }
    await expect(billing.portals.resolvePortal({ tokenHash: id }, call())).rejects.toMatchObject({
      kind: 'INVALID_ARGUMENT',
    });
  });

  it('is refused for a customer or checkout of another store or environment like for none', async () => {
    const tenant = await billing.configuredStore();
    const stranger = await billing.configuredStore();
    const { customerId, checkoutId, id } = await aPortal(tenant);
    const create = (owner: Tenant, given: { customerId: string; checkoutId: string }) =>
      billing.portals.createPortal({ tenant: owner, ...given, tokenHash: aToken() }, call());
    const own = await aCustomerId(stranger);
    await expect(create(stranger, { customerId, checkoutId })).rejects.toMatchObject({ reason: 'CUSTOMER_NOT_FOUND' });
    await expect(create(stranger, { customerId: own, checkoutId })).rejects.toMatchObject({
      reason: 'CHECKOUT_NOT_FOUND',
    });
    for (const other of [stranger, toTenant(tenant.storeId, false)]) {
      await expect(list(other, id)).rejects.toMatchObject({ reason: 'PORTAL_NOT_FOUND' });
    }
  });

  it('shows what its customer paid at its checkout, and nothing of others', async () => {
    const tenant = await billing.configuredStore();
    const { id, customerId, checkoutId } = await aPortal(tenant);
    expect(await list(tenant, id)).toEqual([]);
    await simulateCheckout(billing, tenant, await aCheckoutId(tenant, customerId));
    await simulateCheckout(billing, tenant, await aCheckoutId(tenant));
    expect(await list(tenant, id)).toEqual([]);
    await simulateCheckout(billing, tenant, checkoutId);
    expect(await list(tenant, id)).toMatchObject([{ checkoutId, customerId, status: 'CHARGE_STATUS_PAID' }]);
  });

  it('is gone after its customer was erased', async () => {
    const tenant = await billing.configuredStore();
    const { customerId, tokenHash } = await aPortal(tenant);
    await billing.customers.erasePerson({ tenant, key: { customerId } }, call());
    await runErasures(billing.deps, everyTenant);
    expect(await rowsOf(billing, 'customer_portals', tenant)).toEqual([]);
    const opened = billing.portals.resolvePortal({ tokenHash }, call());
    await expect(opened).rejects.toMatchObject({ reason: 'PORTAL_NOT_FOUND' });
  });
});

import {
  BillingSettingsServiceDefinition,
  ChargeServiceDefinition,
  CustomerServiceDefinition,
} from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant } from '@pitanga/testing';
import { aCustomer, aPixCharge, call, defaultSettings, startBilling, type Billing } from '../billing-harness';
import { chargeNotFound } from '../charge-requests';
import { contentOf, drainOutbox, moveStore, tablesOf, tablesOfNoStore } from './move-store';
import { placedClient } from './placed-client';
import { placementOver } from './placement';

const everyCharge = {
  page: { limit: 100, after: undefined, before: undefined },
  id: undefined,
  externalId: undefined,
  status: undefined,
  method: undefined,
};

/** Billing on two databases, each with its own process, and stores placed by hash: the step after one PostgreSQL. */
describe('stores on two databases', () => {
  let billings: readonly Billing[];
  const placement = placementOver(2);
  const tenants: readonly Tenant[] = Array.from({ length: 16 }, () => aTenant());
  const charges = () =>
    placedClient(
      ChargeServiceDefinition,
      billings.map((billing) => billing.charges),
      placement,
    );
  const customers = () =>
    placedClient(
      CustomerServiceDefinition,
      billings.map((billing) => billing.customers),
      placement,
    );
  const settings = () =>
    placedClient(
      BillingSettingsServiceDefinition,
      billings.map((billing) => billing.settings),
      placement,
    );

  beforeAll(async () => {
    billings = await Promise.all([startBilling(), startBilling()]);
    for (const { storeId } of tenants) await settings().configureBilling({ ...defaultSettings, storeId }, call());
  });
  afterAll(async () => {
    for (const billing of billings) await billing.stop();
  });

  function databaseAt(index: number): Billing['db'] {
    const billing = billings[index];
    if (!billing) throw new Error('no such database');
    return billing.db;
  }

  async function createPaid(tenant: Tenant, amountCents: number): Promise<string> {
    const { charge } = await charges().createPixCharge(aPixCharge(tenant, { amountCents }), call());
    const id = charge?.id ?? '';
    const payment = { tenant, id, payer: undefined, metadataJson: undefined, amountCents: undefined, late: false };
    await charges().simulateChargePayment(payment, call());
    return id;
  }

  it('every table names its store, but those of events and migrations: a store can be moved', async () => {
    expect((await tablesOf(databaseAt(0))).without).toEqual(tablesOfNoStore);
  });

  it('a store has its rows in one database, the stores are spread over both, and each merchant sees all of its own', async () => {
    const ids = new Map<Tenant, string[]>();
    for (const tenant of tenants) ids.set(tenant, [await createPaid(tenant, 100), await createPaid(tenant, 200)]);
    const shares = [0, 0];
    for (const [tenant, created] of ids) {
      const found = await charges().listCharges({ ...everyCharge, tenant }, call());
      expect(found.charges.map(({ id }) => id).sort()).toEqual([...created].sort());
      const place = placement.databaseOf(tenant.storeId);
      shares[place] = (shares[place] ?? 0) + 1;
      expect(Object.keys(await contentOf(databaseAt(place), tenant.storeId))).toContain('charges');
      expect(await contentOf(databaseAt(1 - place), tenant.storeId)).toEqual({});
    }
    expect(Math.min(...shares)).toBeGreaterThan(0);
  });

  it('an id alone finds its database, and an id of a store elsewhere answers like an absent one', async () => {
    for (const tenant of tenants.slice(0, 6)) {
      const id = await createPaid(tenant, 300);
      const resolved = await charges().resolveCharge({ id }, call());
      expect(resolved.tenant?.storeId).toBe(tenant.storeId);
      const stranger = tenants.find(({ storeId }) => storeId !== tenant.storeId) as Tenant;
      await expect(charges().getCharge({ tenant: stranger, id }, call())).rejects.toMatchObject(chargeNotFound);
    }
    await expect(charges().resolveCharge({ id: 'pix_char_absent' }, call())).rejects.toMatchObject(chargeNotFound);
  });

  it('a store that moves keeps every row and the answers to its keys; meanwhile its calls are refused and can be repeated', async () => {
    const tenant = tenants[0] as Tenant;
    const { storeId } = tenant;
    const from = placement.databaseOf(storeId);
    const to = 1 - from;
    const keyed = call('before the move');
    const given = aCustomer();
    const { customer } = await customers().createCustomer({ tenant, customer: given }, keyed);
    const id = await createPaid(tenant, 400);
    const before = await contentOf(databaseAt(from), storeId);

    placement.beginMove(storeId);
    await expect(async () => charges().getCharge({ tenant, id }, call())).rejects.toMatchObject({
      kind: 'UNAVAILABLE',
    });
    await moveStore(databaseAt(from), databaseAt(to), storeId, drainOutbox);
    placement.endMove(storeId, to);

    expect(await contentOf(databaseAt(to), storeId)).toEqual(before);
    expect(await contentOf(databaseAt(from), storeId)).toEqual({});
    expect((await charges().getCharge({ tenant, id }, call())).charge?.status).toBe('CHARGE_STATUS_PAID');
    // The same key: the stored answer, not a second customer.
    const repeated = await customers().createCustomer({ tenant, customer: given }, call('before the move'));
    expect(repeated.customer?.id).toBe(customer?.id);
    expect(await createPaid(tenant, 500)).not.toBe(id);
  });
});

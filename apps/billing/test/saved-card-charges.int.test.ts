import { cents, unavailable, type Tenant } from '@pitanga/core';
import { type Db, inTransaction } from '@pitanga/database';
import type { TenantCall } from '@pitanga/rpc';
import { startBeforeAll, withDeps } from '@pitanga/testing';
import { chargeHandlers } from '../src/api/charge-rpc';
import type { Charge } from '../src/charges/charge';
import { payCharge } from '../src/charges/charge-life';
import { findCharge } from '../src/charges/charge-queries';
import { savePaidUnlocked } from '../src/charges/paid-charge-writer';
import { chargeEvent } from '../src/messages/charge-events';
import type { CardProvider } from '../src/provider/card-provider';
import { aCustomer, call, countRows, eventTypes, readEvents, startBilling } from './billing-harness';
import { aCardCharge, aCardToken, createBoletoCharge, createCardCharge } from './payment-requests';

const billing = startBeforeAll(startBilling);

/** A store with a card that can be charged again, which made a charge and a payment. */
async function aStoreWithCard(): Promise<{ readonly tenant: Tenant; readonly saved: string }> {
  const tenant = await billing.configuredStore();
  const { card } = await createCardCharge(billing, tenant, await aCardToken(billing, tenant));
  return { tenant, saved: card?.cardToken ?? '' };
}

/** Leaves a charge as a crash before the provider's answer does. */
async function unpaid(tenant: Tenant, saved: string, whenAsked?: () => Promise<void>): Promise<Charge> {
  const { card, ...others } = await billing.deps.findProviders(tenant);
  let asked = '';
  const chargeCard: CardProvider['chargeCard'] = async ({ attemptId }) => {
    asked = attemptId;
    await whenAsked?.();
    throw unavailable('The answer was lost');
  };
  const providers = { ...others, card: card && { ...card, chargeCard } };
  const handlers = chargeHandlers(withDeps(billing.deps, { findProviders: () => Promise.resolve(providers) }));
  const context = { ...call(), tenant, markReplayed: () => undefined } as unknown as TenantCall;
  const request = aCardCharge(tenant, saved);
  await expect(handlers.createCardCharge(request, context)).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
  const charge = await findCharge(billing.db, tenant, asked);
  if (!charge) throw new Error('the provider was not asked');
  return charge;
}

function save(tenant: Tenant, charge: Charge, db: Db = billing.deps.db): Promise<boolean> {
  const payment = { rail: 'CARD' as const, reference: 'auth', amountCents: cents(10_000), paidAt: charge.createdAt };
  const paid = payCharge(charge, payment, { name: 'a "name"', maskedTaxId: undefined, isSameAsCustomer: false });
  const event = chargeEvent('charge.paid', billing.deps, tenant, paid, undefined);
  const saved = { tenant, before: charge, charge: paid, events: [event] };
  return savePaidUnlocked(db, saved, billing.clock.real());
}

describe('a charge of a saved card', () => {
  test('tells once what other services have yet to apply of its payment', async () => {
    const { tenant, saved } = await aStoreWithCard();
    const first = await billing.charges.createCardCharge(aCardCharge(tenant, saved), call('card'));
    expect(first.appended.map(({ type, key }) => [type, key])).toEqual([
      ['charge.created', first.charge?.id],
      ['charge.paid', first.charge?.id],
    ]);
    const repeated = await billing.charges.createCardCharge(aCardCharge(tenant, saved), call('card'));
    expect(repeated).toEqual({ ...first, appended: [] });
  });

  test('is there with its event before its provider is asked', async () => {
    const { tenant, saved } = await aStoreWithCard();
    let seen: unknown;
    const { id } = await unpaid(tenant, saved, async () => {
      const rows: unknown[] = await billing.db('charges').where({ store_id: tenant.storeId, status: 'PENDING' });
      seen = [rows.length, (await eventTypes(billing, tenant)).slice(2)];
    });
    expect(seen).toEqual([1, ['charge.created']]);
    expect((await readEvents(billing, tenant)).at(-1)).toMatchObject({ type: 'charge.created', key: id });
  });

  test('is one of many at once, each paid once with its two events', async () => {
    const { tenant, saved } = await aStoreWithCard();
    const made = await Promise.all(Array.from({ length: 20 }, () => createCardCharge(billing, tenant, saved)));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 'CHARGE_STATUS_PAID'));
    const events = (await readEvents(billing, tenant)).map(({ type, key }) => `${type} ${key}`);
    for (const { id } of made) {
      expect(events.filter((event) => event.endsWith(id))).toEqual([`charge.created ${id}`, `charge.paid ${id}`]);
    }
    expect(await countRows(billing, 'charges', tenant)).toBe(21);
  });

  test('creates a customer who is new, and fills one who lacks something', async () => {
    const { tenant, saved } = await aStoreWithCard();
    const { email, ...customer } = aCustomer();
    const first = await createCardCharge(billing, tenant, saved, { customer });
    const filled = await createCardCharge(billing, tenant, saved, { customer: { ...customer, email } });
    const complete = await createCardCharge(billing, tenant, saved, { customer: { ...customer, email } });
    expect(first.customerId).toBeDefined();
    expect([filled.customerId, complete.customerId]).toEqual([first.customerId, first.customerId]);
    expect(await countRows(billing, 'customers', tenant)).toBe(1);
    expect(await billing.db('customers').where({ store_id: tenant.storeId }).first('email')).toEqual({ email });
    expect((await eventTypes(billing, tenant)).filter((type) => type === 'customer.created')).toHaveLength(1);
  });
});

test('a boleto creates a customer who is new, and refers to one who is complete', async () => {
  const tenant = await billing.configuredStore();
  const customer = aCustomer();
  const made = await Promise.all([1, 2, 3].map(() => createBoletoCharge(billing, tenant, { customer })));
  made.push(await createBoletoCharge(billing, tenant, { customer }));
  expect(made[0]?.customerId).toBeDefined();
  expect(new Set(made.map(({ customerId }) => customerId)).size).toBe(1);
  const rows = await billing.db('charges').where({ store_id: tenant.storeId }).pluck<(string | null)[]>('customer_id');
  expect(rows).toEqual(made.map(({ customerId }) => customerId));
});

describe('a payment that shares its statement', () => {
  test('is saved once with one event, however often it is reported at once', async () => {
    const { tenant, saved } = await aStoreWithCard();
    const charge = await unpaid(tenant, saved);
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => save(tenant, charge)));
    expect(results.filter((isSaved) => isSaved)).toHaveLength(1);
    expect(await save(tenant, charge)).toBe(false);
    expect(await eventTypes(billing, tenant)).toEqual([
      ...['charge.created', 'charge.paid'],
      ...['charge.created', 'charge.paid'],
    ]);
    expect(await findCharge(billing.db, tenant, charge.id)).toMatchObject({
      status: 'PAID',
      paidAmountCents: 10_000,
      paidAt: charge.createdAt,
      payer: { name: 'a "name"', isSameAsCustomer: false },
    });
  });

  test('leaves a charge of another store and one that is not open as they are', async () => {
    const [{ tenant, saved }, other] = await Promise.all([aStoreWithCard(), billing.configuredStore()]);
    const [charge, failed] = await Promise.all([unpaid(tenant, saved), unpaid(tenant, saved)]);
    await billing.db('charges').where({ id: failed.id }).update({ status: 'CANCELLED' });
    expect(await Promise.all([save(other, charge), save(tenant, failed)])).toEqual([false, false]);
    expect(await inTransaction(billing.db, (db) => save({ ...tenant, devMode: !tenant.devMode }, charge, db))).toBe(
      false,
    );
    expect((await findCharge(billing.db, tenant, charge.id))?.status).toBe('PENDING');
    expect((await eventTypes(billing, tenant)).filter((type) => type === 'charge.paid')).toHaveLength(1);
  });
});

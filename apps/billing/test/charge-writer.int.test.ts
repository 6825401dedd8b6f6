import { cents, zeroCents, type Tenant } from '@pitanga/core';
import { type Db, inTransaction } from '@pitanga/database';
import { startBeforeAll } from '@pitanga/testing';
import type { Charge } from '../src/charges/charge';
import { insertCharge } from '../src/charges/charge-writer';
import { chargeEvent } from '../src/messages/charge-events';
import { eventTypes, readEvents, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';

const billing = startBeforeAll(startBilling);

function aCharge(tenant: Tenant, change: Partial<Charge> = {}): Charge {
  const { clock, ids } = billing.deps;
  const now = clock.now(tenant);
  return {
    id: ids.next('pixCharge', now),
    devMode: tenant.devMode,
    externalId: 'a "quoted" \\ name',
    method: 'PIX',
    origin: 'TRANSPARENT',
    checkoutId: undefined,
    customerId: undefined,
    amountCents: cents(12_345),
    paidAmountCents: undefined,
    refundedCents: zeroCents,
    platformFeeCents: cents(80),
    status: 'PENDING',
    description: 'São João: {"a": [1]} \n two lines',
    metadataJson: '{"b":1.50,"a":"\\u00e9","a":null}',
    ensureSameTaxId: false,
    provider: 'simulated',
    expiresAt: new Date(now.getTime() + 3_600_000),
    payableUntil: undefined,
    paidAt: undefined,
    pix: { brCode: 'code', txid: ids.token(32), endToEndId: undefined },
    boleto: undefined,
    card: undefined,
    failure: undefined,
    paymentReference: undefined,
    subscriptionId: undefined,
    coupons: ['UM', 'a,"b"'],
    payer: undefined,
    createdAt: now,
    updatedAt: now,
    ...change,
  };
}

function insert(tenant: Tenant, charge: Charge, db: Db = billing.deps.db): Promise<void> {
  const created = chargeEvent('charge.created', billing.deps, tenant, charge, undefined);
  return insertCharge(db, tenant, charge, created, billing.clock.real());
}

async function idsOf(tenant: Tenant): Promise<readonly string[]> {
  const rows: { id: string }[] = await billing.db('charges').where({ store_id: tenant.storeId }).select('id');
  return rows.map(({ id }) => id).sort();
}

describe('charges that are written together', () => {
  test('are all there when they are answered, each with its event', async () => {
    const tenants = await Promise.all([billing.configuredStore(), billing.configuredStore()]);
    const made = await Promise.all(
      tenants.flatMap((tenant) => Array.from({ length: 20 }, () => createPixCharge(billing, tenant))),
    );
    for (const [index, tenant] of tenants.entries()) {
      const own = made.slice(index * 20, index * 20 + 20).map(({ id }) => id);
      expect(await idsOf(tenant)).toEqual([...own].sort());
      const events = await readEvents(billing, tenant);
      expect(events.map(({ type, key }) => `${type} ${key}`).sort()).toEqual(
        own.map((id) => `charge.created ${id}`).sort(),
      );
    }
  });

  test('are stored exactly as they were given', async () => {
    const tenant = await billing.configuredStore();
    const charge = aCharge(tenant);
    await insert(tenant, charge);
    const { rows } = await billing.db.raw<{ rows: Record<string, unknown>[] }>(
      'select external_id, description, metadata, coupons, created_at, qr_png from charges where id = ?',
      [charge.id],
    );
    expect(rows).toEqual([
      {
        external_id: charge.externalId,
        description: charge.description,
        metadata: charge.metadataJson,
        coupons: charge.coupons,
        created_at: charge.createdAt,
        qr_png: Buffer.alloc(0),
      },
    ]);
  });

  test('do not fail with one that cannot be stored', async () => {
    const tenant = await billing.configuredStore();
    const charges = Array.from({ length: 5 }, () => aCharge(tenant));
    const faulty = aCharge(tenant, { amountCents: cents(99) });
    const results = await Promise.allSettled([...charges, faulty].map((charge) => insert(tenant, charge)));
    expect(results.map(({ status }) => status)).toEqual([...charges.map(() => 'fulfilled'), 'rejected']);
    expect(await idsOf(tenant)).toEqual(charges.map(({ id }) => id).sort());
    expect(await eventTypes(billing, tenant)).toEqual(charges.map(() => 'charge.created'));
  });

  test('are there once, with one event, when the answer of the database was lost and they are written again', async () => {
    const tenant = await billing.configuredStore();
    const charge = aCharge(tenant);
    await insert(tenant, charge);
    await Promise.all([insert(tenant, charge), insert(tenant, aCharge(tenant))]);
    expect(await idsOf(tenant)).toHaveLength(2);
    expect(await eventTypes(billing, tenant)).toEqual(['charge.created', 'charge.created']);
  });

  test('are not written over another of that id inside a transaction, which begins no work twice', async () => {
    const tenant = await billing.configuredStore();
    const charge = aCharge(tenant);
    await insert(tenant, charge);
    await expect(inTransaction(billing.db, (db) => insert(tenant, charge, db))).rejects.toThrow('exists already');
  });
});

import { openTransaction } from '@pitanga/database';
import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, withDeps } from '@pitanga/testing';
import { aPaidBoleto, aPaidCard, aPaidPix, captureOf, daysAfterNoon, statementOf } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import type { AnyDeps } from '../deps';
import { captureCharges } from './capture-charges';
import { postJournals } from './post-journals';
import { settleDue } from './settle-parts';
import { listStatement } from '../statement/statement-queries';
import { eraseCustomer, sweepErasures } from './erase-customer';

const customer = { id: 'cust_Ab1', name: 'João da Silva', email: 'joao@example.com', maskedTaxId: '123.***.***-**' };
const other = { ...customer, id: 'cust_2', name: 'Maria' };
const erasure = { customerId: customer.id, erasedAt: daysAfterNoon(1) };
const ledger = startBeforeAll(startLedger);

async function customersOf(tenant: Tenant): Promise<readonly unknown[]> {
  return (await statementOf(ledger.db, tenant)).map((line) => line.customer);
}

async function found(tenant: Tenant, search: string): Promise<number> {
  return (await listStatement(ledger.db, tenant, { limit: 100 }, { search })).items.length;
}

/** Everything a store's lines hold, as text. */
async function everythingOf(tenant: Tenant): Promise<string> {
  return JSON.stringify(await ledger.db('statement_entries').where({ store_id: tenant.storeId }));
}

describe('an erased customer', () => {
  it('keeps only its id in the statement, whose other entries and amounts stay', async () => {
    const tenant = aTenant();
    const about = { customer, externalId: 'pedido-1', description: 'Camiseta' };
    await captureCharges(ledger.deps, [
      aPaidPix(tenant, about),
      aPaidCard(tenant, about),
      aPaidPix(tenant, { customer: other }),
    ]);
    await captureCharges(ledger.deps, [aPaidPix(tenant)]);
    await eraseCustomer(ledger.deps, tenant, erasure);
    await eraseCustomer(ledger.deps, tenant, erasure);
    const customers = await customersOf(tenant);
    expect(customers.filter((one) => one !== undefined)).toEqual(
      expect.arrayContaining([{ id: customer.id }, { id: customer.id }, other]),
    );
    expect(customers).toHaveLength(4);
    expect(await everythingOf(tenant)).not.toMatch(/silva/i);
    expect(await found(tenant, 'João')).toBe(0);
    expect(await found(tenant, 'Maria')).toBe(1);
    expect(await found(tenant, 'pedido-1')).toBe(2);
    expect(await found(tenant, customer.id)).toBe(2);
  });

  it('has only its id in later statement entries too: payments, settlements and all', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidBoleto(tenant, { customer })]);
    await eraseCustomer(ledger.deps, tenant, erasure);
    await captureCharges(ledger.deps, [aPaidPix(tenant, { customer }), aPaidPix(tenant, { customer: other })]);
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(5));
    expect(await everythingOf(tenant)).not.toMatch(/silva/i);
    expect(await found(tenant, customer.id)).toBe(3);
    expect(await found(tenant, 'maria')).toBe(1);
  });

  it('of another store or environment stays', async () => {
    const tenant = aTenant();
    const same = { ...tenant, devMode: false };
    await captureCharges(
      ledger.deps,
      [tenant, same].map((of) => aPaidPix(of, { customer })),
    );
    await eraseCustomer(ledger.deps, tenant, erasure);
    expect(await customersOf(tenant)).toEqual([{ id: customer.id }]);
    expect(await customersOf(same)).toEqual([customer]);
  });

  it('without a name loses nothing of the searched text', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidPix(tenant, { customer: { id: customer.id, email: 'joao@example.com' } })]);
    await eraseCustomer(ledger.deps, tenant, erasure);
    expect(await found(tenant, customer.id)).toBe(1);
    expect(await customersOf(tenant)).toEqual([{ id: customer.id }]);
  });

  it('has only its id in an entry that was being inserted at that moment, once swept', async () => {
    const tenant = aTenant();
    const writing = await openTransaction(ledger.db);
    await postJournals(withDeps<AnyDeps>(ledger.deps, { db: writing }), [
      captureOf(aPaidPix(tenant, { customer, feeCents: cents(0) })),
    ]);
    await eraseCustomer(ledger.deps, tenant, erasure);
    await writing.commit();
    expect(await customersOf(tenant)).toEqual([customer]);
    ledger.clock.advance(300_001);
    await sweepErasures(ledger.deps, everyTenant);
    expect(await customersOf(tenant)).toEqual([{ id: customer.id }]);
    expect(await found(tenant, 'João')).toBe(0);
  });

  it('is found by an index on the customer', async () => {
    await ledger.db.raw('analyze statement_entries');
    const { rows } = await ledger.db.transaction(async (tx) => {
      await tx.raw('set local enable_seqscan = off');
      return tx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        `explain update statement_entries set customer = customer
         where store_id = 'a' and dev_mode = true and customer ->> 'id' = 'b' and customer is not null`,
      );
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('statement_entries_customer_idx');
  });
});

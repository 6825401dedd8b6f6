import { everyTenant, type Tenant } from '@pitanga/core';
import { startBeforeAll } from '@pitanga/testing';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { invariants, noRowIsSetAside } from '../src/jobs/invariants';
import { openSimulatedDisputes } from '../src/jobs/open-simulated-disputes';
import { runErasures } from '../src/jobs/run-erasures';
import { purgeSetAside } from '../src/charges/set-aside-repository';
import { aCustomer, call, startBilling } from './billing-harness';
import { createPixCharge } from './charge-requests';
import { aPaidPix, anOpenCheckout, rowsOf } from './money-back';

const billing = startBeforeAll(startBilling);

const minuteMs = 60_000;

/** From here on every update of this row fails. */
async function breakRow(table: string, id: string): Promise<void> {
  const name = `broken_${table}`;
  await billing.db.raw(`create or replace function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'a fault of this row'; end $$`);
  await billing.db.raw(`create trigger ${name} before update on ${table} for each row when (old.id = '${id}')
    execute function ${name}()`);
}
const repair = (table: string) => billing.db.raw(`drop trigger broken_${table} on ${table}`);
const violations = () => noRowIsSetAside.violations(billing.db, billing.clock.real());
const statuses = async (table: string, tenant: Tenant) =>
  (await rowsOf(billing, table, tenant)).map(({ status }) => status).sort();

describe('a row at which a job fails by a fault of its own', () => {
  test.each(['charges', 'checkouts'])(
    'among overdue %s keeps no other from expiring, is named, and tried again',
    async (table) => {
      const tenant = await billing.configuredStore();
      const make = async (): Promise<string> =>
        table === 'charges' ? (await createPixCharge(billing, tenant)).id : await anOpenCheckout(billing, tenant);
      // The oldest comes first.
      const bad = await make();
      await Promise.all([make(), make()]);
      await breakRow(table, bad);
      billing.clock.advance(40 * 86_400_000);
      expect(await expireOverdue(billing.deps)).toBeGreaterThanOrEqual(2);
      expect(await statuses(table, tenant)).toEqual(['EXPIRED', 'EXPIRED', 'PENDING']);
      expect(await violations()).toEqual([expect.stringContaining(`${bad} in ${tenant.storeId} has failed 1 times`)]);
      // Within the minute it is left alone.
      await expireOverdue(billing.deps);
      expect(await violations()).toEqual([expect.stringContaining('has failed 1 times')]);
      billing.clock.advance(minuteMs);
      await expireOverdue(billing.deps);
      expect(await violations()).toEqual([expect.stringContaining('has failed 2 times')]);
      await repair(table);
      billing.clock.advance(2 * minuteMs);
      await expireOverdue(billing.deps);
      expect(await statuses(table, tenant)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
      expect(await violations()).toEqual([]);
    },
  );

  test('among erasures keeps no other from being erased', async () => {
    const tenant = await billing.configuredStore();
    const erased = async (): Promise<string> => {
      const { customer } = await billing.customers.createCustomer({ tenant, customer: aCustomer() }, call());
      const id = customer?.id ?? '';
      await billing.customers.erasePerson({ tenant, key: { customerId: id } }, call());
      return id;
    };
    const bad = await erased();
    await breakRow('erasures', bad);
    billing.clock.advance(1);
    await erased();
    billing.clock.advance(6 * minuteMs);
    await runErasures(billing.deps, everyTenant);
    const rows = await rowsOf(billing, 'erasures', tenant);
    expect(rows.map(({ id, run_at: runAt }) => [id === bad, runAt === null]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(await violations()).toEqual([expect.stringContaining(bad)]);
    await repair('erasures');
    billing.clock.advance(minuteMs);
    await runErasures(billing.deps, everyTenant);
    expect(await violations()).toEqual([]);
  });

  test('among simulated disputes keeps no other from opening', async () => {
    const tenant = await billing.configuredStore();
    const [bad, good] = [await aPaidPix(billing, tenant), await aPaidPix(billing, tenant)];
    for (const [index, { id }] of [bad, good].entries()) {
      const runAt = new Date(billing.clock.real().getTime() + index);
      await billing
        .db('simulated_disputes')
        .insert({ charge_id: id, store_id: tenant.storeId, dev_mode: true, run_at: runAt });
    }
    await breakRow('charges', bad.id);
    billing.clock.advance(10);
    expect(await openSimulatedDisputes(billing.deps)).toBe(1);
    expect(await statuses('charges', tenant)).toEqual(['PAID', 'UNDER_DISPUTE']);
    expect(await violations()).toEqual([expect.stringContaining(bad.id)]);
    await repair('charges');
    billing.clock.advance(minuteMs);
    expect(await openSimulatedDisputes(billing.deps)).toBe(1);
    expect(await violations()).toEqual([]);
  });

  test('that has gone another way since is named no more, and forgotten after a day', async () => {
    const tenant = await billing.configuredStore();
    const { id } = await createPixCharge(billing, tenant);
    await breakRow('charges', id);
    billing.clock.advance(40 * 86_400_000);
    await expireOverdue(billing.deps);
    expect(invariants).toContain(noRowIsSetAside);
    await repair('charges');
    await billing.db('charges').where({ id }).update({ status: 'CANCELLED' });
    billing.clock.advance(7 * minuteMs);
    await expireOverdue(billing.deps);
    expect(await violations()).toEqual([]);
    billing.clock.advance(86_400_000);
    expect(await purgeSetAside(billing.db, everyTenant, billing.clock.real())).toBe(1);
  });

  test('is not blamed while the database is away', async () => {
    const { db, ...others } = billing.deps;
    const away = new Proxy(db, {
      get: (target, name) =>
        name === 'transaction' ? () => Promise.reject(new Error('away')) : (Reflect.get(target, name) as unknown),
    });
    await expect(expireOverdue({ ...others, db: away })).rejects.toThrow('away');
  });
});

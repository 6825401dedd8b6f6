import type { Tenant } from '@pitanga/core';
import { advanceDueRefunds } from '../src/jobs/advance-refunds';
import { createPixSyncDrain } from '../src/jobs/drain-pix-syncs';
import { expireOverdue } from '../src/jobs/expire-overdue';
import { invariants } from '../src/jobs/invariants';
import { anAutomaticStore, automaticPix } from './automatic-pix-requests';
import type { FakeBank } from './fake-bank';
import { startBilling, type Billing } from './billing-harness';
import { startBank, stopBank } from './pix-bank';

/**
 * Billing for the tests of a file and a bank for each, after which no invariant is violated; `at` and `bank` are called
 * later, because they start before the tests.
 */
export function automaticPixTests() {
  let billing: Billing;
  let fakeBank: FakeBank;
  /** Stores of earlier tests: their bank is gone, and what waits for it stays. */
  const ended = new Set<string>();
  beforeAll(async () => {
    billing = await startBilling();
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    fakeBank = await startBank(billing);
  });
  afterEach(async () => {
    // Time has passed, and the jobs have run: nothing is late.
    await expireOverdue(billing.deps);
    await advanceDueRefunds(billing.deps);
    await createPixSyncDrain(billing.deps)();
    const broken = await Promise.all(invariants.map(({ violations }) => violations(billing.db, billing.clock.real())));
    expect(broken.flat().filter((text) => !ended.has(/store_\w+/.exec(text)?.[0] ?? ''))).toEqual([]);
    for (const id of (await billing.db('charges').distinct().pluck('store_id')) as string[]) ended.add(id);
    await stopBank(billing, fakeBank);
  });

  const at = () => billing;
  const bank = () => fakeBank;
  const pix = automaticPix(at, bank);
  /** The rows of a table that are the store's. */
  const rows = (table: string, tenant: Tenant) => billing.db(table).where({ store_id: tenant.storeId });
  /** How many requests like this the bank has got. */
  const seen = (pattern: RegExp) => fakeBank.seen.filter((request) => pattern.test(request)).length;
  const anAuthorized = async (isApproved = true): Promise<{ tenant: Tenant; id: string }> => {
    const tenant = await anAutomaticStore(billing, fakeBank);
    return { tenant, id: await pix.aSubscription(tenant, {}, isApproved) };
  };
  return { at, bank, pix, rows, seen, anAuthorized };
}

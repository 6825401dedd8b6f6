import type { Tenant } from '@pitanga/core';
import { invariants, refundsEnd } from '../src/jobs/invariants';
import { anAutomaticStore, automaticPix } from './automatic-pix-requests';
import type { FakeBank } from './fake-bank';
import { startBank, startBillingWithBank, stopBank, type BillingWithBank } from './pix-bank';

/**
 * Billing for the tests of a file and a bank for each, after which no invariant is violated; `at` and `bank` are called
 * later, because they start before the tests.
 */
export function automaticPixTests() {
  let billing: BillingWithBank;
  let fakeBank: FakeBank;
  beforeAll(async () => {
    billing = await startBillingWithBank();
  });
  afterAll(() => billing.stop());
  beforeEach(async () => {
    fakeBank = await startBank(billing);
  });
  afterEach(async () => {
    // By the database's clock, which these tests do not move, every refund of theirs is old.
    const judged = invariants.filter((invariant) => invariant !== refundsEnd);
    const broken = await Promise.all(judged.map(({ violations }) => violations(billing.billing.db)));
    expect(broken.flat().filter((text) => !text.includes('could be paid until'))).toEqual([]);
    await stopBank(billing, fakeBank);
  });

  const at = () => billing;
  const bank = () => fakeBank;
  const pix = automaticPix(at, bank);
  /** The rows of a table that are the store's. */
  const rows = (table: string, tenant: Tenant) => billing.billing.db(table).where({ store_id: tenant.storeId });
  /** How many requests like this the bank has got. */
  const seen = (pattern: RegExp) => fakeBank.seen.filter((request) => pattern.test(request)).length;
  const anAuthorized = async (isApproved = true): Promise<{ tenant: Tenant; id: string }> => {
    const tenant = await anAutomaticStore(billing, fakeBank);
    return { tenant, id: await pix.aSubscription(tenant, {}, isApproved) };
  };
  return { at, bank, pix, rows, seen, anAuthorized };
}

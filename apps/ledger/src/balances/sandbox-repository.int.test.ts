import { cents, toTenant } from '@pitanga/core';
import { deleteSandboxStore } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { aPaidPix, brokenInvariants, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { splitsInEveryState } from '../../test/split-states';
import { captureCharges } from '../booking/capture-charges';
import { readBalance } from './balance-repository';
import { deleteSandboxJournals } from './sandbox-repository';

const ledger = startBeforeAll(startLedger);

const platformTotals = async () => {
  const { rows } = await ledger.db.raw<{ rows: unknown[] }>(
    `select account, sum(balance_cents)::bigint as total from balances where store_id = '~platform' and balance_cents <> 0 group by account order by account`,
  );
  return rows;
};

describe('the journals of a sandbox', () => {
  it('go as a whole, with what they added to the balances of the platform', async () => {
    const merchant = aTenant();
    await captureCharges(ledger.deps, [aPaidPix(merchant)]);
    const before = await platformTotals();
    const sandbox = toTenant(testIds.next('sandboxStore', noon), true);
    await splitsInEveryState(ledger.deps, sandbox);
    await captureCharges(ledger.deps, [aPaidPix(sandbox), aPaidPix(sandbox, { owner: 'OPERATOR' })]);
    expect(await platformTotals()).not.toEqual(before);
    expect(await deleteSandboxStore(ledger.db, sandbox, deleteSandboxJournals)).toBeGreaterThan(50);
    expect(await platformTotals()).toEqual(before);
    expect(await brokenInvariants(ledger.db)).toEqual([]);
    expect(await readBalance(ledger.db, merchant)).toMatchObject({ availableCents: cents(9_920) });
    // A repeat finds nothing more.
    expect(await deleteSandboxStore(ledger.db, sandbox, deleteSandboxJournals)).toBe(0);
  });

  it('alone can be deleted: those of any other store are refused, also by the database', async () => {
    const merchant = aTenant();
    await captureCharges(ledger.deps, [aPaidPix(merchant)]);
    await expect(deleteSandboxStore(ledger.db, merchant, deleteSandboxJournals)).rejects.toMatchObject({
      message: 'Only the store of a sandbox can be deleted',
    });
    for (const table of ['journals', 'entries']) {
      const rows = ledger.db(table).where({ store_id: merchant.storeId });
      await expect(rows.clone().delete()).rejects.toThrow('is immutable: DELETE refused');
      await expect(rows.clone().update({ dev_mode: false })).rejects.toThrow('is immutable: UPDATE refused');
    }
  });
});

import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { brokenInvariants, daysAfterNoon, fund, noon } from '../../test/fixtures';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { readBalance } from '../balances/balance-repository';
import { returnPayout } from './return-payout';

const ledger = startBeforeAll(startLedger);

afterEach(async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

/** A payout of R$ 50,00 with a fee of R$ 0,80, of a store that had R$ 100,00. */
async function aPayout(
  end: typeof settleHold | undefined,
): Promise<{ readonly tenant: Tenant; readonly holdId: string }> {
  const tenant = aTenant();
  await fund(ledger.deps, tenant, 10_000);
  const holdId = testIds.next('payout', noon);
  const money = { amountCents: cents(5_000), feeCents: cents(80), description: 'Saque', externalId: 'saque-1' };
  await reserveHold(ledger.deps, tenant, { holdId, purpose: 'WITHDRAW', occurredAt: noon, ...money });
  await end?.(ledger.deps, tenant, { holdId, occurredAt: noon });
  return { tenant, holdId };
}

const toAvailable = async (tenant: Tenant) => (await readBalance(ledger.db, tenant)).availableCents;
const back = (tenant: Tenant, holdId: string, returned: number) =>
  returnPayout(ledger.deps, tenant, { holdId, returnedCents: cents(returned), occurredAt: daysAfterNoon(3) });

describe('a payout that comes back', () => {
  it('is available again without its fee, with a RETURN in the statement beside the COMPLETE debit', async () => {
    const { tenant, holdId } = await aPayout(settleHold);
    expect(await toAvailable(tenant)).toBe(4_920);
    await back(tenant, holdId, 5_000);
    expect(await toAvailable(tenant)).toBe(9_920);
    const entries: unknown = await ledger
      .db('statement_entries')
      .where({ store_id: tenant.storeId, reference_id: holdId })
      .orderBy('id')
      .select('kind', 'status', 'external_id', 'movements');
    expect(entries).toMatchObject([
      { kind: 'WITHDRAW', status: 'COMPLETE' },
      {
        kind: 'RETURN',
        status: 'COMPLETE',
        external_id: 'saque-1',
        movements: [{ amountCents: 5_000, deposit: true, category: 'RETURN', method: 'PIX', effect: 'CREDIT' }],
      },
    ]);
  });

  it('in parts is counted once, whatever is repeated, at once or out of order', async () => {
    const { tenant, holdId } = await aPayout(settleHold);
    await Promise.all([1_000, 3_000, 1_000, 5_000, 3_000].map((returned) => back(tenant, holdId, returned)));
    await back(tenant, holdId, 1_000);
    expect(await toAvailable(tenant)).toBe(9_920);
  });

  it('is refused beyond its amount, and of what was never sent', async () => {
    const sent = await aPayout(settleHold);
    await expect(back(sent.tenant, sent.holdId, 5_001)).rejects.toMatchObject({ reason: 'RETURN_EXCEEDS_PAYOUT' });
    const [held, released] = [await aPayout(undefined), await aPayout(releaseHold)];
    for (const { tenant, holdId } of [held, released]) {
      await expect(back(tenant, holdId, 100)).rejects.toMatchObject({ reason: 'HOLD_NOT_SETTLED' });
    }
    await expect(back(aTenant(), sent.holdId, 100)).rejects.toMatchObject({ reason: 'HOLD_NOT_FOUND' });
    expect(await toAvailable(sent.tenant)).toBe(4_920);
  });
});

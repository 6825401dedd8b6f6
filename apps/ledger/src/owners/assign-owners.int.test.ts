import { cents, type AccountOwner, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aPaidCard, aPaidPix, aRefund, brokenInvariants, noon } from '../../test/fixtures';
import { reserveHold, settleHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { aPayout } from '../../test/random-history';
import { readBalance } from '../balances/balance-repository';
import { captureCharges } from '../booking/capture-charges';
import { assignToOperator } from './assign-owners';
import { findUnownedMoney } from './unowned-money';

const ledger = startBeforeAll(startLedger);

/** What a ledger of an earlier release has booked: R$ 500 by Pix of which R$ 100 were sent and R$ 50 refunded, and a card. */
async function anOldStore(): Promise<Tenant> {
  const tenant = aTenant();
  const pix = aPaidPix(tenant, { amountCents: cents(50_000), feeCents: cents(0) });
  await captureCharges(ledger.deps, [pix, aPaidCard(tenant)]);
  const payout = aPayout(10_000);
  await reserveHold(ledger.deps, tenant, payout);
  await settleHold(ledger.deps, tenant, { holdId: payout.holdId, occurredAt: noon });
  await reserveHold(ledger.deps, tenant, aRefund(pix, { amountCents: cents(5_000) }));
  return tenant;
}

const send = (tenant: Tenant, owner: AccountOwner, amountCents: number) =>
  reserveHold(ledger.deps, tenant, { ...aPayout(amountCents), owner });

describe('money that no service told the owner of', () => {
  it('is named by the route that it came or left by', async () => {
    expect(await findUnownedMoney(ledger.db, await anOldStore())).toEqual([
      { account: 'available', route: 'PAYOUT', amountCents: -10_000 },
      { account: 'available', route: 'PIX', amountCents: 45_000 },
      { account: 'pending', route: 'CARD', amountCents: 9_540 },
    ]);
  });

  it('becomes the operator’s by route, once, with no balance changed', async () => {
    const tenant = await anOldStore();
    const before = await readBalance(ledger.db, tenant);
    await expect(send(tenant, 'OPERATOR', 35_000)).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
    const changes = await assignToOperator(ledger.deps, tenant, ['PIX', 'PAYOUT']);
    expect(changes).toEqual([{ account: 'available', changeCents: 35_000 }]);
    expect(await readBalance(ledger.db, tenant)).toEqual({ ...before, operatorCents: 35_000 });
    expect(await assignToOperator(ledger.deps, tenant, ['PIX', 'PAYOUT'])).toEqual([]);
    await expect(send(tenant, 'OPERATOR', 35_001)).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
    await expect(send(tenant, 'OPERATOR', 35_000)).resolves.toBeUndefined();
  });

  it('that was assigned wrongly is assigned again, by the difference', async () => {
    const tenant = await anOldStore();
    await assignToOperator(ledger.deps, tenant, ['PIX', 'CARD', 'PAYOUT']);
    expect(await assignToOperator(ledger.deps, tenant, [])).toEqual([
      { account: 'available', changeCents: -35_000 },
      { account: 'pending', changeCents: -9_540 },
    ]);
    expect((await readBalance(ledger.db, tenant)).operatorCents).toBe(0);
  });

  it('breaks no rule of the books', async () => {
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });
});

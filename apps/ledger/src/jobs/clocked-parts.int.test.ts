import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { moveClock, type ClockedWork } from '@pitanga/store-clock';
import { aTenant, startBeforeEach, testIds, waitFor } from '@pitanga/testing';
import {
  aPaidBoleto,
  aPaidCard,
  balancesOf,
  brokenInvariants,
  daysAfterNoon,
  noon,
  statementOf,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { releaseHold, reserveHold } from '../../test/holds';
import { captureCharges } from '../booking/capture-charges';
import { clockedParts } from './clocked-parts';
import { settleDue } from '../booking/settle-parts';

const dayMs = 86_400_000;
const ledger = startBeforeEach(startLedger);
let work: ClockedWork;

beforeEach(() => {
  work = clockedParts(ledger.deps);
});

const moveTo = (tenant: Tenant, at: Date): Promise<void> =>
  moveClock(ledger.deps, tenant, move(at), (tx, ms) => work.shift(tx, tenant, ms));
const move = (at: Date) => ({ offsetMs: at.getTime() - ledger.clock.real().getTime(), isAdvancing: false });
const oneInstallment = (tenant: Tenant, occurredAt = noon) =>
  aPaidCard(tenant, { installmentCount: 1, amountCents: cents(10_460), occurredAt });

describe('a moved clock and settlements', () => {
  it('settles a part at its instant of store time, not a millisecond before, and records that instant', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [oneInstallment(tenant)]);
    expect(await work.nextDue(tenant, daysAfterNoon(30, -1))).toBeUndefined();
    expect(await work.nextDue(tenant, daysAfterNoon(30))).toEqual(daysAfterNoon(30));
    await moveTo(tenant, daysAfterNoon(30, -1));
    expect(await work.runDue(tenant)).toBe(0);
    await moveTo(tenant, daysAfterNoon(30));
    expect(await work.nextDue(tenant, daysAfterNoon(90))).toBeUndefined();
    expect(await work.runDue(tenant)).toBe(1);
    expect(await balancesOf(ledger.db, tenant)).toEqual([10_000, 0, 0]);
    expect((await statementOf(ledger.db, tenant))[1]).toMatchObject({
      kind: 'SETTLEMENT',
      createdAt: daysAfterNoon(30),
    });
    expect(await brokenInvariants(ledger.db)).toEqual([]);
  });

  it('leaves other stores and production unchanged', async () => {
    const [tenant, other] = [aTenant(), aTenant()];
    const production = { ...tenant, devMode: false };
    await captureCharges(
      ledger.deps,
      [tenant, other, production].map((owner) => oneInstallment(owner)),
    );
    await moveTo(tenant, daysAfterNoon(40));
    await settleDue(ledger.deps, everyTenant, ledger.clock.real());
    expect((await balancesOf(ledger.db, tenant))[0]).toBe(10_000);
    expect((await balancesOf(ledger.db, other))[0]).toBe(0);
    expect((await balancesOf(ledger.db, production))[0]).toBe(0);
    await expect(moveTo(production, daysAfterNoon(50))).rejects.toMatchObject({ reason: 'TEST_CLOCK_DEV_ONLY' });
    expect(await work.nextDue(other, daysAfterNoon(40))).toEqual(daysAfterNoon(30));
  });

  it('leaves settlements to the move of the test ledger.deps.clock while one is in flight', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [oneInstallment(tenant)]);
    await moveClock(ledger.deps, tenant, { ...move(daysAfterNoon(30)), isAdvancing: true }, (tx, ms) =>
      work.shift(tx, tenant, ms),
    );
    expect(await settleDue(ledger.deps, everyTenant, ledger.clock.real())).toBe(0);
    expect(await work.runDue(tenant)).toBe(1);
  });

  it('settles what is paid after a move relative to the moved time', async () => {
    const tenant = aTenant();
    await moveTo(tenant, daysAfterNoon(100));
    await captureCharges(ledger.deps, [
      oneInstallment(tenant, daysAfterNoon(100)),
      aPaidBoleto(tenant, { occurredAt: daysAfterNoon(100) }),
    ]);
    expect(await settleDue(ledger.deps, everyTenant, ledger.clock.real())).toBe(0);
    ledger.clock.advance(30 * dayMs);
    expect(await settleDue(ledger.deps, everyTenant, ledger.clock.real())).toBe(2);
    expect((await statementOf(ledger.db, tenant)).at(-1)?.createdAt).toEqual(daysAfterNoon(130));
  });

  it('restores a part with its date though the ledger.deps.clock moved while a refund held it', async () => {
    const tenant = aTenant();
    const charge = oneInstallment(tenant);
    await captureCharges(ledger.deps, [charge]);
    const hold = {
      holdId: testIds.next('refund', noon),
      purpose: 'REFUND',
      amountCents: cents(10_000),
      feeCents: cents(0),
    } as const;
    await reserveHold(ledger.deps, tenant, { ...hold, occurredAt: noon, description: undefined, charge });
    await moveTo(tenant, daysAfterNoon(20));
    expect(await work.nextDue(tenant, daysAfterNoon(90))).toBeUndefined();
    await releaseHold(ledger.deps, tenant, { holdId: hold.holdId, occurredAt: daysAfterNoon(20) });
    expect(await work.nextDue(tenant, daysAfterNoon(90))).toEqual(daysAfterNoon(30));
    ledger.clock.advance(10 * dayMs - 1);
    expect(await work.runDue(tenant)).toBe(0);
    ledger.clock.advance(1);
    expect(await work.runDue(tenant)).toBe(1);
  });

  it('misses no part that is inserted while the ledger.deps.clock moves', async () => {
    const tenant = aTenant();
    await moveTo(tenant, noon);
    const charges = Array.from({ length: 40 }, () => oneInstallment(tenant));
    await Promise.all([
      ...charges.map((charge) => captureCharges(ledger.deps, [charge])),
      Promise.all([moveTo(tenant, daysAfterNoon(10)), moveTo(tenant, daysAfterNoon(10))]).then(() =>
        moveTo(tenant, daysAfterNoon(30)),
      ),
    ]);
    await waitFor('all settlements', async () => {
      await work.runDue(tenant);
      return (await balancesOf(ledger.db, tenant))[0] === 40 * 10_000;
    });
  });
});

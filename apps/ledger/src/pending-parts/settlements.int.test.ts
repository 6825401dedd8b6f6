import { cents, everyTenant, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { advanceAlone, aPaidBoleto, aPaidCard, aPaidPix, daysAfterNoon, noon } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { captureCharges } from '../booking/capture-charges';
import { settleDue } from '../booking/settle-parts';
import type { PaidCharge } from '../charges/capture';
import { listOfCharge, listPending, sumSettlements } from './settlement-repository';
import { toSettlementId } from './settlement';

const ledger = startBeforeAll(startLedger);
const year = { fromDay: '2026-11-01', toDay: '2027-11-30' };

async function seed(tenant: Tenant, changes: Partial<PaidCharge> = {}) {
  const card = aPaidCard(tenant, { customer: { id: 'cust_1', name: 'Ana' }, externalId: 'pedido-1', ...changes });
  const boleto = aPaidBoleto(tenant);
  await captureCharges(ledger.deps, [card, boleto, aPaidPix(tenant), aPaidCard(aTenant())]);
  return { card, boleto };
}

const inShort = (page: Awaited<ReturnType<typeof listPending>>) =>
  page.items.map(({ chargeId, number, openCents }) => [chargeId, number, openCents]);

describe('the calendar of what comes in', () => {
  it('has what becomes available on each day by method, and none of another store or environment', async () => {
    const tenant = aTenant();
    await seed(tenant);
    await seed(tenant);
    expect(await sumSettlements(ledger.db, tenant, year)).toEqual([
      { day: '2026-11-23', method: 'BOLETO', amountCents: 2 * 9_750, installments: 2 },
      { day: '2026-12-20', method: 'CARD', amountCents: 2 * 3_180, installments: 2 },
      { day: '2027-01-19', method: 'CARD', amountCents: 2 * 3_180, installments: 2 },
      { day: '2027-02-18', method: 'CARD', amountCents: 2 * 3_180, installments: 2 },
    ]);
    const edges = { fromDay: '2026-12-20', toDay: '2027-01-18' };
    expect(await sumSettlements(ledger.db, tenant, edges)).toHaveLength(1);
    expect(await sumSettlements(ledger.db, { ...tenant, devMode: false }, year)).toEqual([]);
  });

  it("has a day by São Paulo's midnight, and nothing of what was advanced or is a sub-account's", async () => {
    const tenant = aTenant();
    const splits = [{ subAccountId: testIds.next('subAccount', noon), basisPoints: 5_000 }];
    // Half past ten in the evening of the 20th, which is the 21st in UTC.
    await captureCharges(ledger.deps, [
      aPaidCard(tenant, { splits, occurredAt: new Date('2026-11-21T01:30:00.000Z') }),
    ]);
    const sums = await sumSettlements(ledger.db, tenant, year);
    expect(sums.map(({ day }) => day)).toEqual(['2026-12-20', '2027-01-19', '2027-02-18']);
    const amountCents = sums[0]?.amountCents ?? cents(0);
    expect(sums.reduce((sum, each) => sum + each.amountCents, 0)).toBe(10_000 - 460 - 5_000);
    const asked = { id: testIds.next('advance', noon), requestedCents: amountCents };
    await advanceAlone(ledger.deps, tenant, asked, { rateBasisPoints: 200 });
    expect(await sumSettlements(ledger.db, tenant, year)).toEqual(sums.slice(1));
  });
});

describe('the list of settlements', () => {
  it('walks through what is pending by date, forth and back, by days and by method', async () => {
    const tenant = aTenant();
    const { card, boleto } = await seed(tenant);
    const all = [
      [boleto.chargeId, 1, 9_750],
      [card.chargeId, 1, 3_180],
      [card.chargeId, 2, 3_180],
      [card.chargeId, 3, 3_180],
    ];
    const whole = await listPending(ledger.db, tenant, { limit: 10 }, {});
    expect(inShort(whole)).toEqual(all);
    expect(whole).toMatchObject({ hasMore: false, next: undefined, before: undefined });
    expect(whole.items[1]).toMatchObject({
      installments: 3,
      amountCents: 3_180,
      settledCents: 0,
      dueAt: daysAfterNoon(30),
      method: 'CARD',
      context: { customer: { id: 'cust_1', name: 'Ana' }, externalId: 'pedido-1' },
    });
    const first = await listPending(ledger.db, tenant, { limit: 2 }, {});
    expect(inShort(first)).toEqual(all.slice(0, 2));
    expect(first).toMatchObject({ hasMore: true, before: undefined });
    const second = await listPending(ledger.db, tenant, { limit: 2, after: first.next }, {});
    expect(inShort(second)).toEqual(all.slice(2));
    expect(second.hasMore).toBe(false);
    const back = await listPending(ledger.db, tenant, { limit: 2, before: second.before }, {});
    expect(inShort(back)).toEqual(all.slice(0, 2));
    expect(back).toMatchObject({ hasMore: true, before: undefined });
    const ofCards = await listPending(ledger.db, tenant, { limit: 10 }, { method: 'CARD' });
    expect(inShort(ofCards)).toEqual(all.slice(1));
    const onDay = { limit: 10, createdFrom: daysAfterNoon(30, -1), createdTo: daysAfterNoon(60) };
    expect(inShort(await listPending(ledger.db, tenant, onDay, {}))).toEqual(all.slice(1, 2));
  });

  it('answers every installment of a charge, whatever became of it, and takes its id as a cursor', async () => {
    const tenant = aTenant();
    const { card } = await seed(tenant);
    await settleDue(ledger.deps, everyTenant, daysAfterNoon(30));
    const found = await listOfCharge(ledger.db, tenant, card.chargeId);
    expect(found.map(({ openCents, settledCents }) => [openCents, settledCents])).toEqual([
      [0, 3_180],
      [3_180, 0],
      [3_180, 0],
    ]);
    const [settled] = found;
    const after = settled && toSettlementId(settled);
    expect(inShort(await listPending(ledger.db, tenant, { limit: 1, after }, {}))).toEqual([[card.chargeId, 2, 3_180]]);
    expect(await listOfCharge(ledger.db, aTenant(), card.chargeId)).toEqual([]);
  });

  it('refuses a cursor of another store, and text that is none', async () => {
    const tenant = aTenant();
    const { card } = await seed(aTenant());
    await seed(tenant);
    for (const cursor of [`${card.chargeId}-1`, `${card.chargeId}-101`, 'x', '', `${card.chargeId}-1\0`]) {
      for (const name of ['after', 'before'] as const) {
        await expect(listPending(ledger.db, tenant, { limit: 2, [name]: cursor }, {})).rejects.toMatchObject({
          kind: 'INVALID_ARGUMENT',
          message: `Property '${name}' should be the id of an item of this list`,
        });
      }
    }
  });
});

import { cents, everyTenant, saoPauloDay, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock, testIds, withDeps } from '@pitanga/testing';
import {
  advanceAlone,
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  aRefund,
  balancesOf,
  captureOf,
  daysAfterNoon,
  noon,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { aHistory, aPayout } from '../../test/random-history';
import { seeded } from '../../test/seeded';
import { closeDispute, openDispute } from '../booking/book-disputes';
import { postJournals } from '../booking/post-journals';
import { settleDue } from '../booking/settle-parts';
import type { Deps } from '../deps';
import { createWriter } from '../writer/writer';
import { listWithBalance, type BalancedEntry } from './running-balance';
import { reconcileStatement, type StatementReconciliation } from './statement-reconciliation';

const ledger = startBeforeAll(startLedger);

const dayOf = (days: number): string => saoPauloDay(daysAfterNoon(days));

function between(tenant: Tenant, from: number, to: number): Promise<StatementReconciliation> {
  return reconcileStatement(ledger.db, tenant, { fromDay: dayOf(from), toDay: dayOf(to) });
}

/** Credits less debits by the statement. */
function moved({ sums }: StatementReconciliation): number {
  return sums.reduce((total, { creditCents, debitCents }) => total + creditCents - debitCents, 0);
}

/** Credits and debits of each kind, and the number of its entries. */
function inShort({ sums }: StatementReconciliation): readonly string[] {
  return sums.map((sum) => [sum.kind, sum.creditCents, sum.debitCents, sum.entries].join(' '));
}

function expectBalanced(found: StatementReconciliation): void {
  expect(found.journalsCents).toBe(moved(found));
  expect(found.closingCents - found.openingCents).toBe(moved(found));
}

/** The whole statement page by page, the newest first. */
async function readWhole(tenant: Tenant, limit: number): Promise<readonly BalancedEntry[]> {
  const items: BalancedEntry[] = [];
  for (let after: string | undefined; ;) {
    const page = await listWithBalance(ledger.db, tenant, { limit, after });
    items.push(...page.items);
    if (page.next === undefined) return items;
    after = page.next;
  }
}

function effectOf({ movements }: BalancedEntry): number {
  const signs = { CREDIT: 1, DEBIT: -1, NONE: 0 };
  return movements.reduce((total, { effect, amountCents }) => total + signs[effect] * amountCents, 0);
}

/** A month in which everything happens to a store, each on its own day. */
async function aMonth(): Promise<Tenant> {
  const tenant = aTenant();
  const [pix, other] = [aPaidPix(tenant), aPaidPix(tenant, { occurredAt: daysAfterNoon(1) })];
  const [boleto, card] = [aPaidBoleto(tenant), aPaidCard(tenant)];
  await postJournals(ledger.deps, [pix, other, boleto, card].map(captureOf));
  const refund = aRefund(pix);
  await reserveHold(ledger.deps, tenant, { ...refund, occurredAt: daysAfterNoon(2) });
  await releaseHold(ledger.deps, tenant, { holdId: refund.holdId, occurredAt: daysAfterNoon(3) });
  const payout = { ...aPayout(2_000, 80), occurredAt: daysAfterNoon(4) };
  const failing = { ...aPayout(1_000, 80), occurredAt: daysAfterNoon(4) };
  await reserveHold(ledger.deps, tenant, payout);
  await reserveHold(ledger.deps, tenant, failing);
  await settleHold(ledger.deps, tenant, { holdId: payout.holdId, occurredAt: daysAfterNoon(5) });
  await releaseHold(ledger.deps, tenant, { holdId: failing.holdId, occurredAt: daysAfterNoon(5) });
  const dispute = { disputeId: testIds.next('dispute', noon), charge: other, amountCents: cents(5_000) };
  await openDispute(ledger.deps, { ...dispute, occurredAt: daysAfterNoon(6) });
  await closeDispute(ledger.deps, { ...dispute, occurredAt: daysAfterNoon(7) }, 'WON');
  // The boleto and, with its clock, the first part of the card.
  await settleDue(ledger.deps, everyTenant, daysAfterNoon(10));
  const advance = { id: testIds.next('advance', noon), requestedCents: cents(1_000) };
  await advanceAlone(withDeps<Deps>(ledger.deps, { clock: testClock(daysAfterNoon(12)) }), tenant, advance, {
    rateBasisPoints: 199,
  });
  return tenant;
}

describe('the reconciliation of the statement', () => {
  it('adds up what every kind of entry did, from what was available before to what was after', async () => {
    const tenant = await aMonth();
    const whole = await between(tenant, 0, 30);
    expectBalanced(whole);
    expect(whole.openingCents).toBe(0);
    expect(whole.closingCents).toBe((await balancesOf(ledger.db, tenant))[0]);
    const short = inShort(whole);
    expect(short).toEqual([
      'PAYMENT 20000 160 2',
      'SETTLEMENT 9750 0 1',
      'REFUND 0 10000 1',
      'WITHDRAW 0 3160 2',
      expect.stringMatching(/^ADVANCE \d+ 0 1$/),
      'DISPUTE 0 5000 1',
      'DISPUTE_RELEASE 5000 0 1',
      'RETURN 11080 0 2',
    ]);
  });

  it('takes every entry on the day on which its journal occurred, and says what was available around it', async () => {
    const tenant = await aMonth();
    let opening = 0;
    for (let day = 0; day <= 13; day += 1) {
      const found = await between(tenant, day, day);
      expectBalanced(found);
      expect(found.openingCents).toBe(opening);
      opening = found.closingCents;
    }
    expect(inShort(await between(tenant, 2, 2))).toEqual(['REFUND 0 10000 1']);
    expect(inShort(await between(tenant, 3, 3))).toEqual(['RETURN 10000 0 1']);
    expect(inShort(await between(tenant, 5, 5))).toEqual(['RETURN 1080 0 1']);
    expect(inShort(await between(tenant, 8, 8))).toEqual([]);
    expect(await between(tenant, 20, 30)).toMatchObject({ openingCents: opening, closingCents: opening, sums: [] });
  });

  it('begins and ends at midnight in São Paulo', async () => {
    const tenant = aTenant();
    const lastOfDay = new Date('2026-11-21T02:59:59.999Z');
    const firstOfNext = new Date('2026-11-21T03:00:00.000Z');
    await postJournals(
      ledger.deps,
      [lastOfDay, firstOfNext].map((occurredAt) => captureOf(aPaidPix(tenant, { occurredAt }))),
    );
    const found = await reconcileStatement(ledger.db, tenant, { fromDay: '2026-11-20', toDay: '2026-11-20' });
    expect(found).toMatchObject({ openingCents: 0, closingCents: 9_920, journalsCents: 9_920 });
  });

  it('counts nothing of another store or environment', async () => {
    const tenant = await aMonth();
    const nothing = { openingCents: 0, closingCents: 0, sums: [], journalsCents: 0 };
    expect(await between({ ...tenant, devMode: !tenant.devMode }, 0, 30)).toEqual(nothing);
    expect(await between(aTenant(), 0, 30)).toEqual(nothing);
  });

  it('finds an entry that the journals do not have, and says by how much', async () => {
    const tenant = await aMonth();
    const refund = { store_id: tenant.storeId, kind: 'RETURN', method: 'PIX' };
    expect(await ledger.db('statement_entries').where(refund).whereNotNull('charge_id').delete()).toBe(1);
    const found = await between(tenant, 0, 30);
    expect(found.journalsCents - moved(found)).toBe(10_000);
    // Of the days without it all is well.
    expectBalanced(await between(tenant, 4, 30));
  });

  it('of a production store finds journals that were recorded later than they occurred', async () => {
    const tenant = { ...aTenant(), devMode: false };
    const occurredAt = daysAfterNoon(-70);
    await postJournals(ledger.deps, [captureOf(aPaidPix(tenant, { occurredAt }))]);
    expectBalanced(await between(tenant, -75, -65));
    expect((await between(tenant, -75, -65)).journalsCents).toBe(9_920);
  });

  it('ends with a sentence when it takes too long', async () => {
    const tenant = aTenant();
    await postJournals(
      ledger.deps,
      Array.from({ length: 2_000 }, () => captureOf(aPaidPix(tenant))),
    );
    await expect(
      reconcileStatement(ledger.db, tenant, { fromDay: dayOf(0), toDay: dayOf(0) }, 1),
    ).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT', reason: 'PERIOD_TOO_LARGE' });
  });
});

describe('any history', () => {
  it.each([1, 2])(
    'reconciles over every range, and every balance follows from the one before (seed %i)',
    async (seed) => {
      const random = seeded(20_261_124 + seed);
      const writer = createWriter(ledger.deps);
      const histories = [
        aHistory(random, [{ deps: ledger.deps, writer }]),
        aHistory(random, [{ deps: ledger.deps, writer }]),
      ] as const;
      await Promise.all(histories.map((history) => history.run()));
      await writer.stop();
      for (const { asked } of histories) {
        const { tenant } = asked;
        for (const from of [-5, 0, 30, 90]) {
          for (const to of [from, from + 29, from + 200]) expectBalanced(await between(tenant, from, to));
        }
        const [available] = await balancesOf(ledger.db, tenant);
        expect(await between(tenant, -5, 300)).toMatchObject({ openingCents: 0, closingCents: available });
        const entries = await readWhole(tenant, 100);
        expect(entries[0]?.availableAfterCents).toBe(available);
        for (const [index, entry] of entries.entries()) {
          const before = entries[index + 1]?.availableAfterCents ?? 0;
          expect(entry.availableAfterCents).toBe(before + effectOf(entry));
        }
        expect(await readWhole(tenant, 7)).toEqual(entries);
      }
    },
  );
});

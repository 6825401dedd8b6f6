import { cents, type Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import {
  aPaidBoleto,
  aPaidCard,
  aPaidPix,
  brokenInvariants,
  captureOf,
  daysAfterNoon,
  fund,
  noon,
} from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { closeDispute, openDispute } from '../booking/book-disputes';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { chargeContext, type PaidCharge } from '../charges/capture';
import { captureCharges } from '../booking/capture-charges';
import { postJournals } from '../booking/post-journals';
import { receiveOverpayment, returnOverpayment } from '../booking/book-overpayments';
import { findReceipts } from './receipts-repository';
import { findRevenue } from './revenue-repository';

const ledger = startBeforeAll(startLedger);

afterEach(async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

/** Days of a store in short, by default of 2026-11. */
async function revenueOf(tenant: Tenant, fromDay = '2026-11-01', toDay = '2026-11-30'): Promise<readonly string[]> {
  const days = await findRevenue(ledger.db, tenant, { fromDay, toDay });
  return days.map(({ day, amountCents, payments }) => `${day} ${amountCents} ${payments}`);
}

async function refund(charge: PaidCharge, occurredAt: Date, end = settleHold): Promise<void> {
  const { tenant, chargeId, amountCents } = charge;
  const hold = { holdId: `ref_${chargeId}`, occurredAt };
  const money = { purpose: 'REFUND', amountCents, feeCents: cents(0), description: undefined } as const;
  await reserveHold(ledger.deps, tenant, { ...hold, ...money, charge });
  await end(ledger.deps, tenant, hold);
}

describe('the revenue of a day', () => {
  it('is the gross of every payment of the day, whatever its method, and their number', async () => {
    const tenant = aTenant();
    await captureCharges(ledger.deps, [aPaidPix(tenant), aPaidBoleto(tenant), aPaidCard(tenant)]);
    const free = aPaidCard(tenant, { feeCents: cents(0), occurredAt: daysAfterNoon(2) });
    await captureCharges(ledger.deps, [free]);
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 30000 3', '2026-11-22 10000 1']);
  });

  it('ends at midnight in São Paulo', async () => {
    const tenant = aTenant();
    const midnight = new Date('2026-11-21T03:00:00.000Z');
    const times = [new Date(midnight.getTime() - 1), midnight];
    await captureCharges(
      ledger.deps,
      times.map((occurredAt) => aPaidPix(tenant, { occurredAt })),
    );
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 10000 1', '2026-11-21 10000 1']);
  });

  it('counts a payment once, however often its event is repeated, alone or in one batch', async () => {
    const tenant = aTenant();
    const charge = aPaidPix(tenant);
    await Promise.all(Array.from({ length: 5 }, () => captureCharges(ledger.deps, [charge, charge])));
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 10000 1']);
  });

  it('falls by a refund on the day it is completed, not when it is requested or fails', async () => {
    const tenant = aTenant();
    await fund(ledger.deps, tenant, 50_000);
    const [done, failed] = [aPaidPix(tenant), aPaidPix(tenant)];
    await refund(done, daysAfterNoon(3));
    await refund(failed, daysAfterNoon(3), releaseHold);
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 70000 3', '2026-11-23 -10000 0']);
  });

  it('falls by a dispute on the day it is lost, once, not when it is opened or won', async () => {
    const tenant = aTenant();
    const [lost, won] = [aPaidPix(tenant), aPaidPix(tenant)];
    const of = (charge: PaidCharge, day: number) => {
      const { amountCents } = charge;
      return { disputeId: `disp_${charge.chargeId}`, charge, amountCents, occurredAt: daysAfterNoon(day) };
    };
    await openDispute(ledger.deps, of(won, 0));
    await closeDispute(ledger.deps, of(won, 1), 'WON');
    await openDispute(ledger.deps, of(lost, 0));
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 20000 2']);
    await closeDispute(ledger.deps, of(lost, 1), 'LOST');
    await closeDispute(ledger.deps, of(lost, 1), 'LOST');
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 20000 2', '2026-11-21 -10000 0']);
    const range = { fromDay: '2026-11-21', toDay: '2026-11-21' };
    const taken = [{ day: '2026-11-21', methods: [], refundedCents: 0, disputedCents: 10_000 }];
    expect(await findReceipts(ledger.db, tenant, range)).toEqual(taken);
  });

  it('does not change by payouts, open disputes or overpayments', async () => {
    const tenant = aTenant();
    await fund(ledger.deps, tenant, 50_000);
    const hold = { holdId: testIds.next('payout', noon), occurredAt: daysAfterNoon(1) };
    const money = { amountCents: cents(5_000), feeCents: cents(80), description: undefined };
    await reserveHold(ledger.deps, tenant, { ...hold, ...money, purpose: 'WITHDRAW' });
    await settleHold(ledger.deps, tenant, hold);
    const charge = aPaidPix(tenant);
    const dispute = {
      disputeId: testIds.next('dispute', noon),
      charge,
      amountCents: charge.amountCents,
      occurredAt: daysAfterNoon(1),
    };
    await openDispute(ledger.deps, dispute);
    const { chargeId, amountCents } = charge;
    const over = {
      tenant,
      refundId: testIds.next('refund', noon),
      chargeId,
      amountCents,
      context: chargeContext(charge),
    };
    await receiveOverpayment(ledger.deps, { ...over, occurredAt: daysAfterNoon(1) });
    await returnOverpayment(ledger.deps, { ...over, occurredAt: daysAfterNoon(2) });
    expect(await revenueOf(tenant)).toEqual(['2026-11-20 60000 2']);
  });

  it('is of one store and one environment, in the requested days, both included', async () => {
    const tenant = aTenant();
    const days = [0, 1, 2, 3].map((day) => aPaidPix(tenant, { occurredAt: daysAfterNoon(day) }));
    await captureCharges(ledger.deps, [...days, aPaidPix(aTenant()), aPaidPix({ ...tenant, devMode: false })]);
    expect(await revenueOf(tenant, '2026-11-21', '2026-11-22')).toEqual(['2026-11-21 10000 1', '2026-11-22 10000 1']);
    expect(await revenueOf({ ...tenant, devMode: false })).toEqual(['2026-11-20 10000 1']);
  });

  it('is known by method with the fees, and with the refunds of the day', async () => {
    const tenant = aTenant();
    const paid = [aPaidPix(tenant), aPaidPix(tenant), aPaidBoleto(tenant), aPaidCard(tenant)];
    await captureCharges(ledger.deps, paid);
    // Repeats, and money that no charge takes, count nothing.
    await captureCharges(ledger.deps, paid);
    await refund(aPaidPix(tenant), daysAfterNoon(1));
    const fees = (method: string) =>
      paid.filter((each) => each.method === method).reduce((sum, each) => sum + each.feeCents, 0);
    const range = { fromDay: '2026-11-20', toDay: '2026-11-21' };
    const pix = { method: 'PIX', amountCents: 30_000, feeCents: fees('PIX') + aPaidPix(tenant).feeCents, payments: 3 };
    expect(await findReceipts(ledger.db, tenant, range)).toEqual([
      {
        day: '2026-11-20',
        methods: [
          { method: 'BOLETO', amountCents: 10_000, feeCents: fees('BOLETO'), payments: 1 },
          { method: 'CARD', amountCents: 10_000, feeCents: fees('CARD'), payments: 1 },
          pix,
        ],
        refundedCents: 0,
        disputedCents: 0,
      },
      { day: '2026-11-21', methods: [], refundedCents: 10_000, disputedCents: 0 },
    ]);
    expect(await findReceipts(ledger.db, aTenant(), range)).toEqual([]);
    expect(await findReceipts(ledger.db, { ...tenant, devMode: false }, range)).toEqual([]);
  });

  it('is exact after many payments at once, of one store and of several', async () => {
    const tenants = [aTenant(), aTenant(), aTenant()] as const;
    const batches = Array.from({ length: 24 }, (_, index) =>
      tenants.flatMap((tenant, place) =>
        Array.from({ length: 5 + place }, () => captureOf(aPaidPix(tenant, { occurredAt: daysAfterNoon(index % 3) }))),
      ),
    );
    await Promise.all(
      batches.map((journals, index) => postJournals(ledger.deps, index % 2 === 0 ? journals : journals.toReversed())),
    );
    for (const [place, tenant] of tenants.entries()) {
      const count = 8 * (5 + place);
      const expected = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => `${day} ${count * 10_000} ${count}`);
      expect(await revenueOf(tenant)).toEqual(expected);
      const receipts = await findReceipts(ledger.db, tenant, { fromDay: '2026-11-20', toDay: '2026-11-22' });
      expect(receipts.map(({ methods }) => methods[0]?.payments)).toEqual([count, count, count]);
    }
  });
});

import { cents, everyTenant } from '@pitanga/core';
import { startBeforeAll, testIds } from '@pitanga/testing';
import {
  advanceAlone,
  aPaidBoleto,
  aPaidCard,
  aRefund,
  brokenInvariants,
  daysAfterNoon,
  fund,
  noon,
} from '../../test/fixtures';
import { releaseHold, reserveHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { aSplitSale, available, unsettled, withdrawal } from '../../test/split-sales';
import { readSubBalances } from '../balances/balance-repository';
import type { PaidCharge } from '../charges/capture';
import { listStatement } from '../statement/statement-queries';
import { closeDispute, openDispute } from './book-disputes';
import { settleDue } from './settle-parts';

const ledger = startBeforeAll(startLedger);
const page = { limit: 10, after: undefined, before: undefined };
const aSale = (changes: Partial<PaidCharge>, aPaid: typeof aPaidCard) => aSplitSale(ledger.deps, changes, aPaid);
const settleUntil = (days: number) => settleDue(ledger.deps, everyTenant, daysAfterNoon(days));
const refundOf = (charge: PaidCharge, amountCents: number) => aRefund(charge, { amountCents: cents(amountCents) });

afterEach(async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

describe('a split boleto or card', () => {
  it('is pending of each, and settles each installment of all in one journal', async () => {
    // R$ 100,00 less R$ 4,60: R$ 95,40 in three installments.
    const sale = await aSale({ installmentCount: 3 }, aPaidCard);
    const { tenant, charge, seller } = sale;
    expect([await available(sale), await unsettled(sale)]).toEqual([
      [0, 0, 0],
      [4_540, 3_000, 2_000],
    ]);
    await settleUntil(30);
    expect(await available(sale)).toEqual([1_513, 1_000, 667]);
    await settleUntil(90);
    expect([await available(sale), await unsettled(sale)]).toEqual([
      [4_540, 3_000, 2_000],
      [0, 0, 0],
    ]);
    const settled = await ledger.db('journals').where({ store_id: tenant.storeId, kind: 'charge.settled' });
    expect(settled.map(({ id }: { id: string }) => id).sort()).toEqual(
      [1, 2, 3].map((number) => `settle:${charge.chargeId}:${String(number)}`),
    );
    const { items } = await listStatement(ledger.db, tenant, page, { subAccountId: seller });
    expect(items.map(({ kind }) => kind).sort()).toEqual(['PAYMENT', 'SETTLEMENT', 'SETTLEMENT', 'SETTLEMENT']);
  });

  it('refunded before it settles, takes what has not settled of each, which a failed refund gives back', async () => {
    const sale = await aSale({}, aPaidBoleto);
    const { tenant, charge } = sale;
    const half = refundOf(charge, 5_000);
    await reserveHold(ledger.deps, tenant, half);
    expect(await unsettled(sale)).toEqual([2_250, 1_500, 1_000]);
    await settleUntil(10);
    await releaseHold(ledger.deps, tenant, half);
    expect([await available(sale), await unsettled(sale)]).toEqual([
      [2_250, 1_500, 1_000],
      [2_500, 1_500, 1_000],
    ]);
    await settleUntil(10);
    expect(await available(sale)).toEqual([4_750, 3_000, 2_000]);
  });

  it('settles a part that comes back alone by a journal of its own', async () => {
    const sale = await aSale({}, aPaidBoleto);
    const { tenant, charge } = sale;
    await fund(ledger.deps, tenant, 250);
    const whole = refundOf(charge, 10_000);
    await reserveHold(ledger.deps, tenant, whole);
    expect(await settleUntil(10)).toBe(0);
    await releaseHold(ledger.deps, tenant, whole);
    await settleUntil(10);
    expect(await available(sale)).toEqual([5_000, 3_000, 2_000]);
  });

  it('disputed, blocks what has not settled first, then what is available', async () => {
    const sale = await aSale({ installmentCount: 2 }, aPaidCard);
    const { tenant, charge, seller, partner } = sale;
    await settleUntil(30);
    await reserveHold(ledger.deps, tenant, withdrawal(seller, { amountCents: cents(1_500), feeCents: cents(0) }));
    const disputeId = testIds.next('dispute', noon);
    const dispute = { disputeId, charge, amountCents: charge.amountCents, occurredAt: noon };
    await openDispute(ledger.deps, dispute);
    expect([await available(sale), await unsettled(sale)]).toEqual([
      [-460, -1_500, 0],
      [0, 0, 0],
    ]);
    expect(await readSubBalances(ledger.db, tenant, [seller, partner])).toMatchObject([
      { blockedCents: 3_000 },
      { blockedCents: 2_000 },
    ]);
    await closeDispute(ledger.deps, dispute, 'WON');
    await settleUntil(60);
    expect(await available(sale)).toEqual([4_540, 1_500, 2_000]);
  });

  it('lost, leaves of what each had blocked', async () => {
    const sale = await aSale({}, aPaidBoleto);
    const { charge, tenant, seller, partner } = sale;
    const disputeId = testIds.next('dispute', noon);
    await closeDispute(ledger.deps, { disputeId, charge, amountCents: charge.amountCents, occurredAt: noon }, 'LOST');
    expect([await available(sale), await unsettled(sale)]).toEqual([
      [-250, 0, 0],
      [0, 0, 0],
    ]);
    expect(await readSubBalances(ledger.db, tenant, [seller, partner])).toMatchObject([
      { blockedCents: 0 },
      { blockedCents: 0 },
    ]);
  });

  it('is advanced of the store alone', async () => {
    const sale = await aSale({ installmentCount: 2 }, aPaidCard);
    const { tenant } = sale;
    const input = { id: testIds.next('advance', noon), requestedCents: undefined };
    await advanceAlone(ledger.deps, tenant, input, { rateBasisPoints: 0 });
    expect([await available(sale), await unsettled(sale)]).toEqual([
      [4_540, 0, 0],
      [0, 3_000, 2_000],
    ]);
    await settleUntil(60);
    expect(await available(sale)).toEqual([4_540, 3_000, 2_000]);
  });

  it('whose fee the buyer pays is divided by its price', async () => {
    // R$ 100,00 cost R$ 104,79 in two installments; 4 % and R$ 0,60 of that are R$ 4,79.
    const surcharge = { amountCents: cents(10_479), surchargeCents: cents(479), feeCents: cents(479) };
    const sale = await aSale(surcharge, aPaidCard);
    expect(await unsettled(sale)).toEqual([5_000, 3_000, 2_000]);
  });
});

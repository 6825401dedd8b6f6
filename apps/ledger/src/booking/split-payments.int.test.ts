import { cents } from '@pitanga/core';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { aRefund, brokenInvariants, fund, noon } from '../../test/fixtures';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { aSplitSale, available, withdrawal } from '../../test/split-sales';
import { readSubBalances } from '../balances/balance-repository';
import type { PaidCharge } from '../charges/capture';
import { listStatement } from '../statement/statement-queries';
import { captureCharges } from './capture-charges';
import { closeDispute, openDispute } from './book-disputes';

const ledger = startBeforeAll(startLedger);
const page = { limit: 10, after: undefined, before: undefined };
const aSale = (changes: Partial<PaidCharge> = {}) => aSplitSale(ledger.deps, changes);

const refundOf = (charge: PaidCharge, amountCents: number) => aRefund(charge, { amountCents: cents(amountCents) });

afterEach(async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

describe('a split payment', () => {
  it('is one journal, and each statement has its lines', async () => {
    const sale = await aSale();
    const { tenant, charge, seller } = sale;
    await captureCharges(ledger.deps, [charge]);
    expect(await available(sale)).toEqual([4_920, 3_000, 2_000]);
    const journals = await ledger.db('journals').where({ store_id: tenant.storeId });
    expect(journals).toHaveLength(1);
    const { items: ofStore } = await listStatement(ledger.db, tenant, page, {});
    expect(ofStore).toMatchObject([
      {
        kind: 'PAYMENT',
        movements: [
          { amountCents: 10_000, category: 'PAYMENT', effect: 'CREDIT' },
          { amountCents: 80, category: 'FEE', effect: 'DEBIT' },
          { amountCents: 3_000, category: 'TRANSFER', effect: 'DEBIT', subAccountId: seller, subEffect: 'CREDIT' },
          { amountCents: 2_000, category: 'TRANSFER', effect: 'DEBIT' },
        ],
      },
    ]);
    const { items: ofSeller } = await listStatement(ledger.db, tenant, page, { subAccountId: seller });
    expect(ofSeller.map(({ id }) => id)).toEqual(ofStore.map(({ id }) => id));
    const another = aTenant();
    expect((await listStatement(ledger.db, another, page, { subAccountId: seller })).items).toEqual([]);
    expect(await readSubBalances(ledger.db, another, [seller])).toMatchObject([{ availableCents: 0 }]);
  });
});

describe('the refund of a split payment', () => {
  it('takes from each in proportion, and gives back what it took', async () => {
    const sale = await aSale();
    const { tenant, charge } = sale;
    // Of 10,000: 3,000 and 2,000 are of the sub-accounts, 5,000 of the store.
    const part = refundOf(charge, 1_001);
    await reserveHold(ledger.deps, tenant, part);
    expect(await available(sale)).toEqual([4_419, 2_700, 1_800]);
    await releaseHold(ledger.deps, tenant, part);
    expect(await available(sale)).toEqual([4_920, 3_000, 2_000]);
  });

  it('in several parts, takes each centavo of the parts once', async () => {
    const sale = await aSale();
    const { tenant, charge } = sale;
    await fund(ledger.deps, tenant, 80);
    for (const amount of [333, 333, 4_001, 5_333]) {
      const refund = refundOf(charge, amount);
      await reserveHold(ledger.deps, tenant, refund);
      await settleHold(ledger.deps, tenant, refund);
    }
    expect(await available(sale)).toEqual([0, 0, 0]);
  });

  it('takes of the store what a sub-account no longer has, and is refused where that is not enough', async () => {
    const sale = await aSale();
    const { tenant, charge, seller } = sale;
    await reserveHold(ledger.deps, tenant, withdrawal(seller));
    expect(await available(sale)).toEqual([4_920, 0, 2_000]);
    await expect(reserveHold(ledger.deps, tenant, refundOf(charge, 10_000))).rejects.toThrow('INSUFFICIENT_FUNDS');
    expect(await available(sale)).toEqual([4_920, 0, 2_000]);
    const half = refundOf(charge, 5_000);
    await reserveHold(ledger.deps, tenant, half);
    expect(await available(sale)).toEqual([920, 0, 1_000]);
    await releaseHold(ledger.deps, tenant, half);
    expect(await available(sale)).toEqual([4_920, 0, 2_000]);
  });
});

describe('the refund of a split payment that names its parts', () => {
  it('takes what it names of each, the rest of the store, and leaves the later ones what is left', async () => {
    const sale = await aSale();
    const { tenant, charge, seller, partner } = sale;
    await fund(ledger.deps, tenant, 80);
    const named = { ...refundOf(charge, 2_000), shares: [{ subAccountId: seller, amountCents: cents(1_500) }] };
    await reserveHold(ledger.deps, tenant, named);
    expect(await available(sale)).toEqual([4_500, 1_500, 2_000]);
    await settleHold(ledger.deps, tenant, named);
    const ofStore = { ...refundOf(charge, 1_000), shares: [] };
    await reserveHold(ledger.deps, tenant, ofStore);
    expect(await available(sale)).toEqual([3_500, 1_500, 2_000]);
    await releaseHold(ledger.deps, tenant, ofStore);
    for (const [subAccountId, left] of [
      [seller, 1_500],
      [partner, 2_000],
      ['sacc_none', 0],
    ] as const) {
      const tooMuch = { ...refundOf(charge, 8_000), shares: [{ subAccountId, amountCents: cents(left + 1) }] };
      await expect(reserveHold(ledger.deps, tenant, tooMuch)).rejects.toMatchObject({
        reason: 'SPLIT_REFUND_EXCEEDS_PART',
      });
    }
    await reserveHold(ledger.deps, tenant, refundOf(charge, 8_000));
    expect(await available(sale)).toEqual([0, 0, 0]);
  });

  it('takes of the store what a sub-account no longer has', async () => {
    const sale = await aSale();
    const { tenant, charge, seller } = sale;
    await reserveHold(ledger.deps, tenant, withdrawal(seller));
    const named = { ...refundOf(charge, 2_000), shares: [{ subAccountId: seller, amountCents: cents(2_000) }] };
    await reserveHold(ledger.deps, tenant, named);
    expect(await available(sale)).toEqual([2_920, 0, 2_000]);
  });
});

describe('the dispute of a split payment', () => {
  it('blocks the parts, below zero where they have left, and gives them back when it is won', async () => {
    const sale = await aSale();
    const { tenant, charge, seller, partner } = sale;
    await reserveHold(ledger.deps, tenant, withdrawal(seller));
    const disputeId = testIds.next('dispute', noon);
    const dispute = { disputeId, charge, amountCents: charge.amountCents, occurredAt: noon };
    await openDispute(ledger.deps, dispute);
    await openDispute(ledger.deps, dispute);
    expect(await available(sale)).toEqual([-80, -3_000, 0]);
    expect(await readSubBalances(ledger.db, tenant, [seller, partner])).toMatchObject([
      { blockedCents: 3_000 },
      { blockedCents: 2_000 },
    ]);
    const small = withdrawal(seller, { amountCents: cents(100), feeCents: cents(0) });
    await expect(reserveHold(ledger.deps, tenant, small)).rejects.toThrow('INSUFFICIENT_FUNDS');
    await closeDispute(ledger.deps, dispute, 'WON');
    expect(await available(sale)).toEqual([4_920, 0, 2_000]);
  });

  it('after a refund takes what is left of the parts, which leaves when it is lost', async () => {
    const sale = await aSale();
    const { tenant, charge, seller } = sale;
    const refund = refundOf(charge, 5_000);
    await reserveHold(ledger.deps, tenant, refund);
    await settleHold(ledger.deps, tenant, refund);
    const dispute = { disputeId: testIds.next('dispute', noon), charge, amountCents: cents(5_000), occurredAt: noon };
    await closeDispute(ledger.deps, dispute, 'LOST');
    expect(await available(sale)).toEqual([-80, 0, 0]);
    expect(await readSubBalances(ledger.db, tenant, [seller])).toMatchObject([{ blockedCents: 0 }]);
  });
});

describe('a payment that leaves too little for all parts', () => {
  it('gives them what it leaves in their order, and the store nothing', async () => {
    const sale = await aSale({ amountCents: cents(2_500), feeCents: cents(80) });
    expect(await available(sale)).toEqual([0, 750, 1_670]);
  });
});

describe('a withdrawal of a sub-account', () => {
  it('spends its own money alone, its fee included', async () => {
    const sale = await aSale();
    const { tenant, seller } = sale;
    const tooMuch = withdrawal(seller, { amountCents: cents(2_921) });
    await expect(reserveHold(ledger.deps, tenant, tooMuch)).rejects.toThrow(
      'INSUFFICIENT_FUNDS: the available balance is R$ 30,00 and the operation needs R$ 30,01',
    );
    const hold = withdrawal(seller);
    await reserveHold(ledger.deps, tenant, hold);
    await reserveHold(ledger.deps, tenant, hold);
    expect(await available(sale)).toEqual([4_920, 0, 2_000]);
    await releaseHold(ledger.deps, tenant, hold);
    expect(await available(sale)).toEqual([4_920, 3_000, 2_000]);
  });

  it('raced by twenty, leaves as often as there is money', async () => {
    const sale = await aSale();
    const { tenant, seller } = sale;
    const raced = Array.from({ length: 20 }, () => withdrawal(seller, { amountCents: cents(920) }));
    const answers = await Promise.allSettled(raced.map((one) => reserveHold(ledger.deps, tenant, one)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await available(sale)).toEqual([4_920, 0, 2_000]);
  });

  it('by an account of the operator spends what such accounts brought alone', async () => {
    const sale = await aSale({ owner: 'MERCHANT' });
    const { tenant, seller } = sale;
    await expect(reserveHold(ledger.deps, tenant, withdrawal(seller, { owner: 'OPERATOR' }))).rejects.toThrow(
      'INSUFFICIENT_FUNDS: R$ 0,00 of the available balance came in by accounts of the operator',
    );
    await reserveHold(ledger.deps, tenant, withdrawal(seller, { owner: 'MERCHANT' }));
  });
});

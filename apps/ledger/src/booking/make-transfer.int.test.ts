import { cents, type PageRequest } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { aPaidBoleto, aRefund, brokenInvariants, fund, noon } from '../../test/fixtures';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { aSplitSale, available, withdrawal, type Sale } from '../../test/split-sales';
import type { PaidCharge } from '../charges/capture';
import type { SubTransfer } from '../sub-transfers/sub-transfer';
import { findTransfer, listTransfers, type TransferFilter } from '../sub-transfers/sub-transfer-repository';
import { listStatement } from '../statement/statement-queries';
import { closeDispute, openDispute } from './book-disputes';
import { makeTransfer, type TransferInput } from './make-transfer';

const ledger = startBeforeAll(startLedger);
/** R$ 49,20 are the store's, R$ 30,00 the seller's and R$ 20,00 the partner's. */
const aSale = (changes: Partial<PaidCharge> = {}) => aSplitSale(ledger.deps, changes);

function transfer(sale: Sale, changes: Partial<TransferInput> = {}): Promise<SubTransfer> {
  const id = testIds.next('subTransfer', noon);
  const money = { amountCents: cents(1_000), direction: 'TO_SUB_ACCOUNT', againstId: undefined } as const;
  const input = { id, externalId: id, subAccountId: sale.seller, description: undefined, ...money, ...changes };
  return transact(ledger.deps, (tx) => makeTransfer(tx, sale.tenant, input));
}

/** To the store, for a cause. */
const takeBack = (sale: Sale, againstId: string, amountCents: number, changes: Partial<TransferInput> = {}) =>
  transfer(sale, { direction: 'TO_STORE', againstId, amountCents: cents(amountCents), ...changes });

const exceeds = { reason: 'SUB_TRANSFER_EXCEEDS_CAUSE' };
const unknown = { reason: 'SUB_TRANSFER_CAUSE_NOT_FOUND' };

afterEach(async () => {
  expect(await brokenInvariants(ledger.db)).toEqual([]);
});

describe('a transfer to a sub-account', () => {
  it('is free up to what the store has, once for its external id, and in both statements', async () => {
    const sale = await aSale();
    const once = { externalId: testIds.token(10), amountCents: cents(4_920) };
    const first = await transfer(sale, once);
    expect((await transfer(sale, once)).id).toBe(first.id);
    expect(await available(sale)).toEqual([0, 7_920, 2_000]);
    await expect(transfer(sale, { amountCents: cents(1) })).rejects.toThrow('INSUFFICIENT_FUNDS');
    for (const other of [{ amountCents: cents(4_919) }, { subAccountId: sale.partner }]) {
      await expect(transfer(sale, { ...once, ...other })).rejects.toMatchObject({ kind: 'ALREADY_EXISTS' });
    }
    for (const subAccountId of [undefined, sale.seller]) {
      const { items } = await listStatement(
        ledger.db,
        sale.tenant,
        { limit: 100 },
        { subAccountId, kinds: ['TRANSFER'] },
      );
      expect(items).toMatchObject([
        {
          kind: 'TRANSFER',
          referenceId: first.id,
          movements: [{ amountCents: 4_920, effect: 'DEBIT', subAccountId: sale.seller, subEffect: 'CREDIT' }],
        },
      ]);
    }
  });

  it('keeps of whom it came in: what leaves by an account of the operator is what such accounts brought', async () => {
    const sale = await aSale({ owner: 'OPERATOR' });
    await fund(ledger.deps, sale.tenant, 1_000);
    await transfer(sale, { amountCents: cents(5_920) });
    const all = withdrawal(sale.seller, { owner: 'OPERATOR', amountCents: cents(7_921), feeCents: cents(0) });
    await expect(reserveHold(ledger.deps, sale.tenant, all)).rejects.toThrow('R$ 79,20 of the available balance');
    await reserveHold(ledger.deps, sale.tenant, { ...all, amountCents: cents(7_920) });
  });

  it('raced by twenty, moves as often as there is money', async () => {
    const sale = await aSale();
    const raced = await Promise.allSettled(Array.from({ length: 20 }, () => transfer(sale)));
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect(await available(sale)).toEqual([920, 7_000, 2_000]);
  });
});

describe('a transfer to the store', () => {
  it('is for an earlier transfer to the same sub-account, up to its amount in all', async () => {
    const sale = await aSale();
    const { id } = await transfer(sale);
    await expect(takeBack(sale, id, 1_001)).rejects.toMatchObject(exceeds);
    await takeBack(sale, id, 600);
    await expect(takeBack(sale, id, 401)).rejects.toMatchObject(exceeds);
    const last = await takeBack(sale, id, 400);
    expect(await available(sale)).toEqual([4_920, 3_000, 2_000]);
    await expect(takeBack(sale, last.id, 1)).rejects.toMatchObject(unknown);
    await expect(takeBack(sale, id, 1, { subAccountId: sale.partner })).rejects.toMatchObject(unknown);
    await expect(takeBack(await aSale(), id, 1)).rejects.toMatchObject(unknown);
  });

  it('raced by twenty for one cause, never takes more than its amount', async () => {
    const sale = await aSale();
    const { id } = await transfer(sale);
    const raced = await Promise.allSettled(Array.from({ length: 20 }, () => takeBack(sale, id, 300)));
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('is for a refund of a payment of which the sub-account got a part, less what the refund took itself', async () => {
    const sale = await aSale();
    const { tenant, charge, seller } = sale;
    await reserveHold(ledger.deps, tenant, withdrawal(seller));
    // Of 5,000 the seller's share is 1,500, which the store pays, and the partner's 1,000.
    const refund = aRefund(charge, { amountCents: cents(5_000) });
    await reserveHold(ledger.deps, tenant, refund);
    await expect(takeBack(sale, refund.holdId, 1)).rejects.toMatchObject(unknown);
    await settleHold(ledger.deps, tenant, { holdId: refund.holdId, occurredAt: noon });
    await expect(takeBack(sale, refund.holdId, 1_500)).rejects.toThrow('INSUFFICIENT_FUNDS');
    await fund(ledger.deps, tenant, 3_000);
    const given = await transfer(sale, { amountCents: cents(3_000) });
    await expect(takeBack(sale, refund.holdId, 4_001)).rejects.toMatchObject(exceeds);
    await takeBack(sale, refund.holdId, 1_500);
    const failed = aRefund(charge, { amountCents: cents(1_000) });
    await reserveHold(ledger.deps, tenant, failed);
    await releaseHold(ledger.deps, tenant, failed);
    await expect(takeBack(sale, failed.holdId, 1)).rejects.toMatchObject(unknown);
    await takeBack(sale, given.id, 1_500);
    expect((await available(sale))[1]).toBe(0);
  });

  it('is for a dispute that is lost, less what it took of unsettled parts, too', async () => {
    const sale = await aSplitSale(ledger.deps, {}, aPaidBoleto);
    const { tenant, charge } = sale;
    await fund(ledger.deps, tenant, 10_000);
    await transfer(sale, { amountCents: cents(9_000) });
    const dispute = {
      disputeId: testIds.next('dispute', noon),
      charge,
      amountCents: charge.amountCents,
      occurredAt: noon,
    };
    await openDispute(ledger.deps, dispute);
    await expect(takeBack(sale, dispute.disputeId, 1)).rejects.toMatchObject(unknown);
    await closeDispute(ledger.deps, dispute, 'LOST');
    // Of 10,000 the dispute took 3,000 and 2,000 of sub-accounts.
    await expect(takeBack(sale, dispute.disputeId, 5_001)).rejects.toMatchObject(exceeds);
    await takeBack(sale, dispute.disputeId, 5_000);
  });
});

describe('the list of transfers', () => {
  it('has those of a store, the newest first, in pages, by sub-account, direction, external id and day', async () => {
    const sale = await aSale();
    const { tenant, seller: subAccountId } = sale;
    const later = (ms: number) => testIds.next('subTransfer', new Date(noon.getTime() + ms));
    const given = await transfer(sale, { id: later(0) });
    const others = await transfer(sale, { id: later(1), subAccountId: sale.partner });
    const back = await takeBack(sale, given.id, 400, { id: later(2) });
    const found = async (filter: TransferFilter = {}, page: Partial<PageRequest> = {}, of = tenant) =>
      (await listTransfers(ledger.db, of, { limit: 100, ...page }, filter)).items;
    expect(await found()).toEqual([back, others, given]);
    expect(await found({}, { limit: 1, after: back.id })).toEqual([others]);
    expect(await found({ subAccountId })).toEqual([back, given]);
    expect(await found({ subAccountId, direction: 'TO_STORE' })).toEqual([back]);
    expect(await found({ externalId: others.externalId })).toEqual([others]);
    const made = given.createdAt;
    expect(await found({}, { createdFrom: new Date(made.getTime() - 1) })).toHaveLength(3);
    expect(await found({}, { createdTo: new Date(made.getTime() - 1) })).toEqual([]);
    expect(await found({}, {}, { ...tenant, devMode: false })).toEqual([]);
    expect(await findTransfer(ledger.db, tenant, { id: back.id })).toEqual(back);
    expect(await findTransfer(ledger.db, aTenant(), { id: back.id })).toBeUndefined();
  });
});

import { cents, type Tenant } from '@pitanga/core';
import { transact, type Db, type Invariant } from '@pitanga/database';
import { testIds } from '@pitanga/testing';
import { closeDispute, openDispute } from '../src/booking/book-disputes';
import { makeTransfer } from '../src/booking/make-transfer';
import { returnPayout } from '../src/booking/return-payout';
import type { Deps } from '../src/deps';
import { pendingMatchesParts } from '../src/invariants/charge-invariant-queries';
import {
  splitTakingsMatchJournals,
  subStatementsMatchAvailable,
  subTransfersMatchJournals,
} from '../src/invariants/split-invariant-queries';
import { aPaidBoleto, aPaidCard, aPaidPix, noon } from './fixtures';
import { releaseHold, reserveHold, settleHold } from './holds';

/** Split payments, refunded and disputed; withdrawals of a sub-account. */
export async function splitsInEveryState(deps: Deps, tenant: Tenant): Promise<void> {
  const subAccountId = testIds.next('subAccount', noon);
  const splits = [{ subAccountId, basisPoints: 4_000 }];
  for (const end of [settleHold, releaseHold, undefined]) {
    const charge = aPaidPix(tenant, { splits });
    const hold = { holdId: `ref_${charge.chargeId}`, occurredAt: noon };
    const money = { amountCents: cents(5_001), feeCents: cents(0), description: undefined };
    await reserveHold(deps, tenant, { ...hold, ...money, purpose: 'REFUND', charge });
    await end?.(deps, tenant, hold);
    const payout = { holdId: testIds.next('payout', noon), occurredAt: noon };
    const withdrawn = { ...payout, ...money, amountCents: cents(900), purpose: 'SUB_WITHDRAW', subAccountId } as const;
    await reserveHold(deps, tenant, withdrawn);
    await end?.(deps, tenant, payout);
    if (end === settleHold) await returnPayout(deps, tenant, { ...payout, returnedCents: cents(400) });
  }
  for (const direction of ['TO_SUB_ACCOUNT', 'TO_STORE'] as const) {
    const id = testIds.next('subTransfer', noon);
    const againstId = direction === 'TO_STORE' ? firstTransfer : undefined;
    const money = { amountCents: cents(700), description: undefined, againstId };
    const asked = {
      ...money,
      id: againstId === undefined ? firstTransfer : id,
      subAccountId,
      direction,
      externalId: id,
    };
    await transact(deps, (tx) => makeTransfer(tx, tenant, asked));
  }
  for (const [outcome, aPaid] of endings) {
    const charge = aPaid(tenant, { splits });
    const disputeId = testIds.next('dispute', noon);
    const dispute = { disputeId, charge, amountCents: charge.amountCents, occurredAt: noon };
    await openDispute(deps, dispute);
    if (outcome) await closeDispute(deps, dispute, outcome);
  }
}

const firstTransfer = testIds.next('subTransfer', noon);

const endings = [
  ['WON', aPaidPix],
  ['LOST', aPaidPix],
  [undefined, aPaidPix],
  ['WON', aPaidCard],
  ['LOST', aPaidBoleto],
  [undefined, aPaidBoleto],
] as const;

/** What breaks the rules of splits. */
export const splitCases: readonly [string, Invariant, (db: Db) => Promise<unknown>][] = [
  ['the lines of a sub-account were lost', subStatementsMatchAvailable, (db) => db('sub_account_entries').delete()],
  [
    'a sub-account has a centavo too many',
    subStatementsMatchAvailable,
    (db) => db('balances').where('account', 'like', 'sub_available:%').increment('balance_cents', 1),
  ],
  ['a transfer was lost', subTransfersMatchJournals, (db) => db('sub_transfers').delete()],
  [
    'a transfer was turned round',
    subTransfersMatchJournals,
    (db) =>
      db('sub_transfers').where({ direction: 'TO_STORE' }).update({ direction: 'TO_SUB_ACCOUNT', against_id: null }),
  ],
  ['what was taken of sub-accounts was lost', splitTakingsMatchJournals, (db) => db('split_takings').delete()],
  [
    'a part of a sub-account became the store’s',
    pendingMatchesParts,
    (db) =>
      db('pending_parts')
        .where('number', '>', 100)
        .update({ number: db.raw('number % 100 + 20'), sub_account_id: null }),
  ],
  [
    'a dispute forgot what it took of a sub-account',
    splitTakingsMatchJournals,
    (db) =>
      db('split_takings')
        .where('taker_id', 'like', 'disp_%')
        .where('amount_cents', '>', 0)
        .decrement('amount_cents', 1),
  ],
];

import { cents, everyTenant } from '@pitanga/core';
import { transact } from '@pitanga/database';
import { aTenant, startBeforeAll, testIds } from '@pitanga/testing';
import { advanceAlone, aPaidCard, aPaidPix, aRefund, daysAfterNoon, fund, noon } from '../../test/fixtures';
import { releaseHold, reserveHold, settleHold } from '../../test/holds';
import { startLedger } from '../../test/ledger-harness';
import { closeDispute, openDispute } from '../booking/book-disputes';
import { captureCharges } from '../booking/capture-charges';
import { makeTransfer } from '../booking/make-transfer';
import { receiveTopUp } from '../booking/receive-top-up';
import { settleDue } from '../booking/settle-parts';
import { bringsIn } from './direction-queries';
import type { StatementEntry } from './statement';
import { listStatement } from './statement-queries';

const tenant = aTenant();
const seller = testIds.next('subAccount', noon);
const splits = [{ subAccountId: seller, basisPoints: 4_000 }];
const ledger = startBeforeAll(startLedger);

/** Every kind of entry, and every direction that one of it can have. */
beforeAll(async () => {
  const { deps } = ledger;
  await fund(deps, tenant, 100_000);
  await receiveTopUp(deps, aPaidPix(tenant, { chargeId: 'top_up_1', amountCents: cents(700), feeCents: cents(0) }));
  const cards = [aPaidCard(tenant, { splits }), aPaidCard(tenant, { chargeId: testIds.next('cardCharge', noon) })];
  await captureCharges(deps, [...cards, aPaidPix(tenant, { splits })]);
  await settleDue(deps, everyTenant, daysAfterNoon(35));
  const input = { id: testIds.next('advance', noon), requestedCents: cents(1_000) };
  await advanceAlone(deps, tenant, input, { rateBasisPoints: 199 });
  const [refunded, released] = [aPaidPix(tenant, { splits }), aPaidPix(tenant, { splits })].map((charge) =>
    aRefund(charge),
  );
  for (const refund of [refunded, released]) if (refund) await reserveHold(deps, tenant, refund);
  for (const [hold, end] of [
    [refunded, settleHold],
    [released, releaseHold],
  ] as const) {
    if (hold) await end(deps, tenant, { holdId: hold.holdId, occurredAt: daysAfterNoon(2) });
  }
  for (const purpose of ['WITHDRAW', 'TRANSFER', 'SUB_WITHDRAW', 'SUB_WITHDRAW'] as const) {
    const holdId = testIds.next('payout', noon);
    const subAccountId = purpose === 'SUB_WITHDRAW' ? seller : undefined;
    const money = { amountCents: cents(500), feeCents: cents(80), occurredAt: noon, description: undefined };
    await reserveHold(deps, tenant, { holdId, purpose, subAccountId, ...money });
    if (subAccountId !== undefined) await releaseHold(deps, tenant, { holdId, occurredAt: noon });
  }
  for (const outcome of ['WON', 'LOST'] as const) {
    const charge = aPaidPix(tenant, { splits });
    const dispute = {
      disputeId: testIds.next('dispute', noon),
      charge,
      amountCents: charge.amountCents,
      occurredAt: noon,
    };
    await openDispute(deps, dispute);
    await closeDispute(deps, dispute, outcome);
  }
  const given = testIds.next('subTransfer', noon);
  for (const [id, direction, againstId] of [
    [given, 'TO_SUB_ACCOUNT', undefined],
    [testIds.next('subTransfer', noon), 'TO_STORE', given],
  ] as const) {
    const asked = { id, externalId: id, subAccountId: seller, direction, amountCents: cents(300), againstId };
    await transact(deps, (tx) => makeTransfer(tx, tenant, { ...asked, description: undefined }));
  }
});

/** What an entry did to what its owner can spend: its sign is the direction, whatever the kind. */
function effectOf({ movements }: StatementEntry, subAccountId: string | undefined): number {
  const effects = movements
    .filter((movement) => subAccountId === undefined || movement.subAccountId === subAccountId)
    .map(({ amountCents, effect, subEffect = 'NONE' }) => {
      const done = subAccountId === undefined ? effect : subEffect;
      return done === 'NONE' ? 0 : amountCents * (done === 'CREDIT' ? 1 : -1);
    });
  return effects.reduce((sum, effect) => sum + effect, 0);
}

describe.each([
  [
    'the store',
    undefined,
    ['ADVANCE', 'DISPUTE_RELEASE', 'PAYMENT', 'RETURN', 'SETTLEMENT', 'TOP_UP', 'TRANSFER'],
    ['CHARGEBACK', 'DISPUTE', 'REFUND', 'TRANSFER', 'WITHDRAW'],
  ],
  [
    'a sub-account',
    seller,
    ['DISPUTE_RELEASE', 'PAYMENT', 'RETURN', 'SETTLEMENT', 'TRANSFER'],
    ['DISPUTE', 'REFUND', 'TRANSFER', 'WITHDRAW'],
  ],
])('the direction of every entry in the statement of %s', (_, subAccountId, comeIn, goOut) => {
  const list = async (isDeposit?: boolean) =>
    (await listStatement(ledger.db, tenant, { limit: 100 }, { subAccountId, isDeposit })).items;

  it('is what its movements say, and no kind has it by its name', async () => {
    const [all, deposits, withdrawals] = await Promise.all([list(), list(true), list(false)]);
    const kindsOf = (entries: readonly StatementEntry[]) => [...new Set(entries.map(({ kind }) => kind))].sort();
    expect([kindsOf(deposits), kindsOf(withdrawals)]).toEqual([comeIn, goOut]);
    const ids = (entries: readonly StatementEntry[]) => entries.map(({ id }) => id).sort();
    expect(ids([...deposits, ...withdrawals])).toEqual(ids(all));
  });

  it('has the sign of what the entry did to what there is to spend', async () => {
    for (const isDeposit of [true, false]) {
      const entries = await list(isDeposit);
      const wrong = entries.filter((entry) => effectOf(entry, subAccountId) * (isDeposit ? 1 : -1) < 0);
      expect(wrong.map(({ kind, movements }) => ({ kind, movements }))).toEqual([]);
    }
  });

  it('is the same in the query as on each movement that is shown', async () => {
    for (const isDeposit of [true, false]) {
      for (const { kind, movements } of await list(isDeposit)) {
        const own = movements.filter((movement) =>
          subAccountId === undefined
            ? movement.category === kind
            : movement.category !== 'FEE' && movement.subAccountId === subAccountId,
        );
        expect(own.map((movement) => bringsIn(movement, subAccountId))).toEqual(own.map(() => isDeposit));
      }
    }
  });
});

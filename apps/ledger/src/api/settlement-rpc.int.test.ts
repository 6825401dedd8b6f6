import { aTenant, startBeforeAll } from '@pitanga/testing';
import { aPaidCard } from '../../test/fixtures';
import { startLedger } from '../../test/ledger-harness';
import { captureCharges } from '../booking/capture-charges';
import { settlementHandlers } from './settlement-rpc';

const ledger = startBeforeAll(startLedger);
const noPage = { after: undefined, before: undefined, createdFrom: undefined, createdTo: undefined };

it('says what comes in by day and method, and which installments it is', async () => {
  const tenant = aTenant();
  const card = aPaidCard(tenant, { installmentCount: 2 });
  await captureCharges(ledger.deps, [card]);
  const rpc = settlementHandlers(ledger.deps, (work) => work());
  const call = { tenant } as Parameters<typeof rpc.listSettlements>[1];
  const asked = { tenant, page: { limit: 1, ...noPage }, method: undefined, chargeId: undefined };
  const { settlements, page } = await rpc.listSettlements(asked, call);
  expect(settlements).toMatchObject([
    { installment: 1, installmentCount: 2, method: 'PAYMENT_METHOD_CARD', amountCents: 4_770, pendingCents: 4_770 },
  ]);
  expect(page).toMatchObject({ hasMore: true, next: `${card.chargeId}-1` });
  const whole = await rpc.listSettlements({ ...asked, chargeId: card.chargeId }, call);
  expect(whole.settlements.map(({ installment }) => installment)).toEqual([1, 2]);
  const days = { fromDay: '2026-11-20', toDay: '2027-11-20' };
  expect((await rpc.getSettlementCalendar({ tenant, ...days }, call)).days).toMatchObject([
    { day: '2026-12-20', methods: [{ method: 'PAYMENT_METHOD_CARD', amountCents: 4_770, installments: 1 }] },
    { day: '2027-01-19' },
  ]);
  const ofPix = rpc.listSettlements({ ...asked, method: 'PAYMENT_METHOD_PIX' }, call);
  await expect(ofPix).rejects.toMatchObject({ kind: 'INVALID_ARGUMENT' });
});

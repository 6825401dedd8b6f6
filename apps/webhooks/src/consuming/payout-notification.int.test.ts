import { Payout, type InboundEvent } from '@pitanga/contracts';
import type { Tenant } from '@pitanga/core';
import { aTenant, startBeforeAll, testClock } from '@pitanga/testing';
import { anEvent } from '../../test/domain-events';
import { startHarness } from '../../test/harness';
import { logId, notify } from '../../test/notify';

const clock = testClock(new Date());
const harness = startBeforeAll(() => startHarness(clock));

const at = new Date('2026-11-20T15:00:00.000Z');
const endToEndId = 'E12345678202611201500abcdefghijk';
const receiptUrl = 'https://pay.example/receipts/payouts/tran_1';
const reason = 'REJECTED_BY_RECEIVER';

type End = 'COMPLETE' | 'FAILED' | 'RETURNED';

const aPayout = (kind: 'WITHDRAW' | 'TRANSFER', end: End, returnedCents: number): Payout =>
  Payout.fromPartial({
    id: 'tran_1',
    devMode: true,
    kind: `PAYOUT_KIND_${kind}`,
    status: `PAYOUT_STATUS_${end}`,
    returnedCents,
    externalId: 'w-1',
    amountCents: 5_000,
    platformFeeCents: 80,
    pixKeyType: 'EMAIL',
    maskedPixKey: 'a***@example.com',
    ...(end === 'FAILED' ? { failureReason: reason, providerCode: 'DS04' } : { endToEndId, receiptUrl }),
    createdAt: at,
    updatedAt: at,
  });

const shown = (kind: 'WITHDRAW' | 'TRANSFER', status: End, returnedAmount = 0) => ({
  id: 'tran_1',
  status,
  devMode: true,
  receiptUrl: status === 'FAILED' ? null : receiptUrl,
  kind,
  amount: 5_000,
  platformFee: 80,
  feeMode: 'ADDED',
  externalId: 'w-1',
  method: 'PIX',
  pix: { type: 'EMAIL', key: 'a***@example.com' },
  returnedAmount,
  requestedBy: null,
  endToEndIdentifier: status === 'FAILED' ? null : endToEndId,
  failureReason: status === 'FAILED' ? reason : null,
  providerCode: status === 'FAILED' ? 'DS04' : null,
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
});

/** The same payout created, and ended or come back. */
const events = (
  tenant: Tenant,
  type: 'payout.completed' | 'payout.failed' | 'payout.returned',
  payout: Payout,
): InboundEvent[] => [
  anEvent('payout.created', tenant, at, { payout }),
  anEvent(type, tenant, clock.real(), { payout }),
];

test.each([
  ['WITHDRAW', 'payout.completed', 'COMPLETE', 0, 'payout.completed'],
  ['WITHDRAW', 'payout.failed', 'FAILED', 0, 'payout.failed'],
  ['WITHDRAW', 'payout.returned', 'RETURNED', 5_000, 'payout.returned'],
  ['TRANSFER', 'payout.completed', 'COMPLETE', 0, 'transfer.completed'],
  ['TRANSFER', 'payout.failed', 'FAILED', 0, 'transfer.failed'],
  ['TRANSFER', 'payout.returned', 'COMPLETE', 2_000, 'transfer.returned'],
] as const)('%s: %s of one that is %s, %s back, makes %s for v2', async (kind, type, status, back, event) => {
  const tenant = aTenant();
  const bodies = await notify(harness, tenant, events(tenant, type, aPayout(kind, status, back)));
  const record = shown(kind, status, back);
  const data = kind === 'WITHDRAW' ? { withdraw: record } : { transfer: record };
  expect(bodies).toEqual([{ id: logId, event, apiVersion: 2, devMode: true, data }]);
});

test.each([
  ['payout.completed', 'COMPLETE', 0, 'withdraw.done', 'COMPLETE'],
  ['payout.failed', 'FAILED', 0, 'withdraw.failed', 'CANCELLED'],
  ['payout.returned', 'RETURNED', 5_000, 'withdraw.failed', 'CANCELLED'],
] as const)('%s of a withdrawal that is %s, %s back, makes %s for v1', async (type, end, back, event, status) => {
  const tenant = aTenant();
  const texts = Object.entries(shown('WITHDRAW', end, back)).map(([name, value]) => [name, value ?? ''] as const);
  const transaction = {
    ...Object.fromEntries(texts),
    status,
    feeMode: undefined,
    returnedAmount: undefined,
    requestedBy: undefined,
  };
  const bodies = await notify(harness, tenant, events(tenant, type, aPayout('WITHDRAW', end, back)), 'v1');
  expect(bodies).toEqual([{ id: logId, event, devMode: true, data: { transaction } }]);
});

test('a withdrawal by TED names bank, branch and the masked account, and for v1 the account in the place of the key', async () => {
  const tenant = aTenant();
  const parts = { bankCode: '237', branch: '1234', account: '***78', accountDigit: '9' };
  const payout = Payout.fromPartial({
    ...aPayout('WITHDRAW', 'COMPLETE', 0),
    ...{ pixKeyType: 'BANK_ACCOUNT', maskedPixKey: '***78-9', endToEndId: undefined },
    bankAccount: { ...parts, type: 'BANK_ACCOUNT_TYPE_CHECKING' },
  });
  const told = events(tenant, 'payout.completed', payout);
  const bankAccount = { ...parts, ispb: null, accountType: 'CHECKING' };
  const record = { ...shown('WITHDRAW', 'COMPLETE'), method: 'TED', pix: null, bankAccount, endToEndIdentifier: null };
  expect(await notify(harness, tenant, told)).toEqual([
    { id: logId, event: 'payout.completed', apiVersion: 2, devMode: true, data: { withdraw: record } },
  ]);
  const v1 = aTenant();
  expect(await notify(harness, v1, events(v1, 'payout.completed', payout), 'v1')).toMatchObject([
    { event: 'withdraw.done', data: { transaction: { method: 'TED', pix: { key: '***78-9' } } } },
  ]);
});

test('a part of a withdrawal that comes back makes nothing for v1, which has no parts', async () => {
  const tenant = aTenant();
  const payout = aPayout('WITHDRAW', 'COMPLETE', 2_000);
  expect(await notify(harness, tenant, events(tenant, 'payout.returned', payout), 'v1')).toEqual([]);
});

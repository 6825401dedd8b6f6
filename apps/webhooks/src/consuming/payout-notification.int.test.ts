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

const aPayout = (kind: 'WITHDRAW' | 'TRANSFER', isComplete: boolean): Payout =>
  Payout.fromPartial({
    id: 'tran_1',
    devMode: true,
    kind: `PAYOUT_KIND_${kind}`,
    status: isComplete ? 'PAYOUT_STATUS_COMPLETE' : 'PAYOUT_STATUS_FAILED',
    externalId: 'w-1',
    amountCents: 5_000,
    platformFeeCents: 80,
    pixKeyType: 'EMAIL',
    maskedPixKey: 'a***@example.com',
    ...(isComplete ? { endToEndId, receiptUrl } : { failureReason: reason, providerCode: 'DS04' }),
    createdAt: at,
    updatedAt: at,
  });

const shown = (kind: 'WITHDRAW' | 'TRANSFER', status: string): object => ({
  id: 'tran_1',
  status,
  devMode: true,
  receiptUrl: status === 'COMPLETE' ? receiptUrl : null,
  kind,
  amount: 5_000,
  platformFee: 80,
  externalId: 'w-1',
  method: 'PIX',
  pix: { type: 'EMAIL', key: 'a***@example.com' },
  endToEndIdentifier: status === 'COMPLETE' ? endToEndId : null,
  failureReason: status === 'COMPLETE' ? null : reason,
  providerCode: status === 'COMPLETE' ? null : 'DS04',
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
});

/** The same payout created and ended. */
const events = (tenant: Tenant, kind: 'WITHDRAW' | 'TRANSFER', isComplete: boolean): InboundEvent[] => {
  const payout = aPayout(kind, isComplete);
  const ended = isComplete ? 'payout.completed' : 'payout.failed';
  return [anEvent('payout.created', tenant, at, { payout }), anEvent(ended, tenant, clock.real(), { payout })];
};

test.each([
  ['WITHDRAW', true, 'payout.completed', { withdraw: shown('WITHDRAW', 'COMPLETE') }],
  ['WITHDRAW', false, 'payout.failed', { withdraw: shown('WITHDRAW', 'FAILED') }],
  ['TRANSFER', true, 'transfer.completed', { transfer: shown('TRANSFER', 'COMPLETE') }],
  ['TRANSFER', false, 'transfer.failed', { transfer: shown('TRANSFER', 'FAILED') }],
] as const)('the end of a %s (complete: %s) makes %s with the record for v2', async (kind, isComplete, event, data) => {
  const tenant = aTenant();
  const bodies = await notify(harness, tenant, events(tenant, kind, isComplete));
  expect(bodies).toEqual([{ id: logId, event, apiVersion: 2, devMode: true, data }]);
});

test.each([
  [true, 'withdraw.done', 'COMPLETE'],
  [false, 'withdraw.failed', 'FAILED'],
] as const)('the end of a withdrawal (complete: %s) makes %s for v1', async (isComplete, event, status) => {
  const tenant = aTenant();
  const texts = Object.entries(shown('WITHDRAW', status)).map(([name, value]) => [name, value ?? ''] as const);
  const transaction = { ...Object.fromEntries(texts), status: status === 'FAILED' ? 'CANCELLED' : status };
  const bodies = await notify(harness, tenant, events(tenant, 'WITHDRAW', isComplete), 'v1');
  expect(bodies).toEqual([{ id: logId, event, devMode: true, data: { transaction } }]);
});

test.each([
  ['A chave Pix não existe.', 'INVALID_KEY'],
  ['Outra coisa.', 'UNKNOWN'],
])('the failure reason %s of the previous release becomes %s', async (sentence, failureReason) => {
  const tenant = aTenant();
  const payout = { ...aPayout('WITHDRAW', false), failureReason: sentence, providerCode: undefined };
  expect(await notify(harness, tenant, [anEvent('payout.failed', tenant, clock.real(), { payout })])).toMatchObject([
    { data: { withdraw: { failureReason, providerCode: null } } },
  ]);
});

test('a Pix send makes no v1 event', async () => {
  const tenant = aTenant();
  expect(await notify(harness, tenant, events(tenant, 'TRANSFER', true), 'v1')).toEqual([]);
});

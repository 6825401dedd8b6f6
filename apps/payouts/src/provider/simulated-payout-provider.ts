import { unavailable, zeroCents } from '@pitanga/core';
import type { PayoutOrder, PayoutProvider, PayoutReading, PayoutTarget } from './payout-provider';

const completeAfterMs = 2_000;
/** Centavos that make a payout fail. */
const failingEnding = 13;
/** Centavos that make a payout come back after it was complete. */
const returningEnding = 16;
const returnedAfterMs = 4_000;
/** A CNPJ of no store, masked as by a look-up. */
const anotherHolder = '**.999.999/0001-**';

/**
 * Payouts of dev mode (docs/behaviour/test-clock.md#simulated-payouts): complete after two seconds, failed when the
 * amount that is asked for ends in 13 centavos, back two seconds later when it ends in 16; a key containing `timeout` is accepted without an answer, one containing `mismatch` has
 * another holder. A function of the order alone: every replica answers a repeat alike, and nothing is stored.
 */
export const simulatedPayoutProvider: PayoutProvider = {
  name: 'simulated',
  capabilities: {
    ownerCheck: 'LOOKUP',
    paysCodes: true,
    paysBankAccounts: true,
    showsReturns: true,
    isReconciled: true,
  },
  lookupKey: ({ key }, { taxId }) =>
    Promise.resolve({ taxId: contains(key, 'mismatch') ? anotherHolder : taxId, name: 'Titular simulado' }),
  sendPayout: (order) =>
    contains(order.target.key, 'timeout')
      ? Promise.reject(unavailable('The provider did not answer in time (simulation)', 'PAYOUT_PROVIDER_UNAVAILABLE'))
      : Promise.resolve(simulatedReading(order)),
  readPayout: (order) => Promise.resolve(simulatedReading(order)),
  ted: {
    send: (order) => Promise.resolve(simulatedReading(order)),
    read: (order) => Promise.resolve(simulatedReading(order)),
  },
};

function simulatedReading({
  payoutId,
  target,
  amountCents,
  askedCents,
  sentAt,
  now,
}: PayoutOrder<PayoutTarget>): PayoutReading {
  if (now.getTime() - sentAt.getTime() < completeAfterMs) return { status: 'PENDING' };
  if (askedCents % 100 === failingEnding) {
    return { status: 'FAILED', failureReason: 'REJECTED_BY_RECEIVER', providerCode: 'DS04' };
  }
  const isBack = askedCents % 100 === returningEnding && now.getTime() - sentAt.getTime() >= returnedAfterMs;
  const returnedCents = isBack ? amountCents : zeroCents;
  const endToEndId = target.type === 'BANK_ACCOUNT' ? undefined : simulatedEndToEndId(payoutId, sentAt);
  return { status: 'COMPLETE', endToEndId, returnedCents };
}

/** E, ISPB of no bank, minute in UTC, 11 letters and digits. */
function simulatedEndToEndId(payoutId: string, sentAt: Date): string {
  const minute = sentAt.toISOString().replace(/\D/g, '').slice(0, 12);
  return `E99999999${minute}${payoutId.slice(-11).padStart(11, '0')}`;
}

function contains(key: string, word: string): boolean {
  return key.toLowerCase().includes(word);
}

import { toProviderCode, type PayoutFailureReason } from '@pitanga/core';
import type { PayoutFailure } from './payout-provider';

/** Reasons of a provider's codes (docs/payout-accounts.md), and of those of the Pix system that many pass on. */
const reasons: Readonly<Record<string, PayoutFailureReason>> = {
  KEY_NOT_FOUND: 'INVALID_KEY',
  ACCOUNT_CLOSED: 'ACCOUNT_CLOSED',
  LIMIT_EXCEEDED: 'LIMIT_EXCEEDED',
  REJECTED_BY_RECEIVER: 'REJECTED_BY_RECEIVER',
  INSUFFICIENT_PROVIDER_FUNDS: 'INSUFFICIENT_FUNDS',
  AB03: 'BANK_UNAVAILABLE',
  AB09: 'BANK_UNAVAILABLE',
  AB11: 'BANK_UNAVAILABLE',
  AC03: 'INVALID_KEY',
  AC06: 'ACCOUNT_BLOCKED',
  AC07: 'ACCOUNT_CLOSED',
  AC14: 'INVALID_KEY',
  AG03: 'REJECTED_BY_RECEIVER',
  AM01: 'INVALID_AMOUNT',
  AM02: 'LIMIT_EXCEEDED',
  AM04: 'INSUFFICIENT_FUNDS',
  AM09: 'INVALID_AMOUNT',
  AM12: 'INVALID_AMOUNT',
  BE01: 'OWNER_MISMATCH',
  BE17: 'INVALID_KEY',
  DS04: 'REJECTED_BY_RECEIVER',
  DS27: 'REJECTED_BY_RECEIVER',
  ED05: 'BANK_UNAVAILABLE',
  FRAD: 'SUSPECTED_FRAUD',
  RR04: 'REJECTED_BY_RECEIVER',
};

/** The failure of a provider's code; UNKNOWN for none, and for one not listed. */
export function payoutFailure(code: string | undefined): PayoutFailure {
  const failureReason = (code === undefined ? undefined : reasons[code]) ?? 'UNKNOWN';
  return { failureReason, providerCode: toProviderCode(code) };
}

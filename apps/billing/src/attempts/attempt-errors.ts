import { AppError } from '@pitanga/core';
import type { AttemptKind } from './attempt';

const refusals = {
  CARD: { reason: 'CARD_ATTEMPTS_PAUSED', message: 'Too many declined cards; try again later' },
  COUPON: { reason: 'COUPON_ATTEMPTS_PAUSED', message: 'Too many coupons that cannot be used; try again later' },
} as const satisfies Record<AttemptKind, object>;

export function attemptsPaused(kind: AttemptKind, retryAfterMs: number): AppError {
  const retryAfterSeconds = String(Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  return new AppError({ kind: 'RESOURCE_EXHAUSTED', ...refusals[kind], metadata: { retryAfterSeconds } });
}

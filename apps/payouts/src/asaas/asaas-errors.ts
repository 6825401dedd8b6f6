import { AppError, unavailable } from '@pitanga/core';
import { asaasUnavailable } from '@pitanga/provider-account';

/** Of an answer that could be about something else, nothing is believed. */
export function unusable(why: string): AppError {
  return asaasUnavailable(new Error(`unusable answer of Asaas: ${why}`));
}

/**
 * Only the validation calls of Asaas show for certain which orders it has, and it has made none. The order is not sent again
 * until a person has made Asaas ask.
 */
export function neverAsked(): AppError {
  return unusable('it does not list the order, and has never asked about any');
}

/** Money left that Asaas had not asked about, so nothing would stop a second order for one payout. */
export function payoutsStopped(): AppError {
  return unavailable(
    'Payouts of this store are stopped: Asaas sends money without asking first. Switch its validation of withdrawals on, ' +
      'and connect ASAAS again',
    'PAYOUTS_STOPPED',
  );
}

/** As many as one look-up may take come back in it. */
const lookupsBackSeconds = '450';

export function lookupsUsedUp(): AppError {
  return new AppError({
    kind: 'RESOURCE_EXHAUSTED',
    reason: 'KEY_LOOKUPS_USED_UP',
    message: 'Too many Pix keys were looked up at Asaas: try again in a few minutes',
    metadata: { retryAfterSeconds: lookupsBackSeconds },
  });
}

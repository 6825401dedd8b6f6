import { AppError, unavailable } from '@pitanga/core';
import { payoutFailure } from '../provider/payout-failures';

/** Sentences of a provider's codes, in our words: its own may hold personal data. */
const sentences: Readonly<Record<string, string>> = {
  KEY_NOT_FOUND: 'The Pix key does not exist',
  ACCOUNT_CLOSED: 'The account of the receiver is closed',
  LIMIT_EXCEEDED: 'The limit of the provider for this payout was exceeded',
  REJECTED_BY_RECEIVER: 'The bank of the receiver refused the Pix',
  INSUFFICIENT_PROVIDER_FUNDS: 'The provider has no funds for this payout',
};

function refusalSentence(code: string | undefined): string {
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return known;
  return /^[A-Z0-9_]{1,60}$/.test(code ?? '')
    ? `The provider refused the payout (${code ?? ''})`
    : 'The provider refused the payout';
}

/** The provider understood and refused. */
export function providerRefused(code: string): AppError {
  const { failureReason, providerCode } = payoutFailure(code);
  return new AppError({
    kind: 'FAILED_PRECONDITION',
    reason: 'PAYOUT_PROVIDER_REFUSED',
    message: refusalSentence(code),
    metadata: { failureReason, ...(providerCode !== undefined && { providerCode }) },
  });
}

/** The outcome is unknown, or the provider cannot work now. */
export function providerUnavailable(cause?: unknown): AppError {
  return unavailable('The payout provider did not answer; try again in a moment', 'PAYOUT_PROVIDER_UNAVAILABLE', cause);
}

/** Wrong credentials or a revoked certificate: nothing a merchant can repair. */
export function providerDenied(): AppError {
  return unavailable('The payout provider refused the credentials of this store', 'PAYOUT_PROVIDER_DENIED');
}
